package org.epiwrap.belief;

import org.epiwrap.interval.Interval;

/** An interval that carries mass of its own. */
public record FocalInterval(Interval interval, double mass) {}
