package org.epiwrap.report;

/** A part of a section. */
public sealed interface Block permits Definitions, Figure, Prose, Table {}
