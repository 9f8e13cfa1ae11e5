package org.epiwrap.report.plot;

import java.util.Locale;
import org.epiwrap.prediction.Score;

/**
 * The colour and dashes of one series of a plot. A score looks the same in every report; series of other
 * kinds are numbered. Dashes differ as colours do, so that colour vision is not needed; only EU and TU are both solid,
 * in blue and vermilion, which everyone can tell apart.
 *
 * @param css the class of the style sheet
 */
public record SeriesStyle(String css) {
    private static final int NUMBERED = 8;

    public static SeriesStyle of(Score score) {
        return new SeriesStyle("score-" + score.name().toLowerCase(Locale.ROOT).replace('_', '-'));
    }

    /** Returns the style of series k, from 0; after the last, styles repeat. */
    public static SeriesStyle numbered(int k) {
        return new SeriesStyle("s" + (k % NUMBERED + 1));
    }

    /** Returns the grey style of what other series are compared with, such as the test data. */
    public static SeriesStyle reference() {
        return new SeriesStyle("quiet");
    }
}
