package org.epiwrap.credal;

/** A set of classes with the mass that supports it and nothing smaller. */
public record FocalSet(ClassSet set, double mass) {}
