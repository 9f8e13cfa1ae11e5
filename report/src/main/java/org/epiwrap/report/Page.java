package org.epiwrap.report;

/** The parameters of the page template. */
record Page(Report report, String style, String script) {}
