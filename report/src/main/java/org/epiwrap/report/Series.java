package org.epiwrap.report;

/** The style classes that tell the series of a plot apart; the style sheet has as many. */
final class Series {
    private static final int COUNT = 7;

    private Series() {}

    /** Of series k, from 0; after the last it begins again. */
    static String css(int k) {
        return "s" + (k % COUNT + 1);
    }
}
