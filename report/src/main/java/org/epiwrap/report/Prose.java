package org.epiwrap.report;

/** A paragraph of plain text. */
public record Prose(String text) implements Block {}
