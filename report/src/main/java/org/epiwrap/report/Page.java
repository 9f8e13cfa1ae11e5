package org.epiwrap.report;

/** What the template of the page is given. */
record Page(Report report, String style, String script) {}
