package org.epiwrap.report;

/** A part of a section. */
public sealed interface Block permits Figure, Prose, Table {}
