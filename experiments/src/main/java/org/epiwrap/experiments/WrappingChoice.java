package org.epiwrap.experiments;

import java.util.Locale;
import org.epiwrap.belief.Grid;
import org.epiwrap.experiments.measurement.Field;
import org.epiwrap.experiments.measurement.Key;
import org.epiwrap.experiments.measurement.Ranking;
import org.epiwrap.experiments.measurement.Subject;
import org.epiwrap.model.EpistemicWrapping;
import org.epiwrap.model.Preset;
import org.epiwrap.wrap.Draws;
import org.epiwrap.wrap.EpistemicWrapper;

/**
 * Which weights are wrapped, and on how fine a grid.
 *
 * @param share of the weights that are wrapped
 * @param points of the grid of intervals
 */
record WrappingChoice(Ranking ranking, double share, int points) {
    private static final int PAPER_POINTS = 30;

    /** Returns a choice on the paper's grid. */
    static WrappingChoice of(Ranking ranking, double share) {
        return new WrappingChoice(ranking, share, PAPER_POINTS);
    }

    boolean isOnPapersGrid() {
        return points == PAPER_POINTS;
    }

    /** Returns the same choice for every weight. */
    WrappingChoice ofEveryWeight() {
        return new WrappingChoice(Ranking.SIGMA, 1, points);
    }

    /**
     * Returns how to wrap.
     *
     * @param draws the number of drawn intervals whose mean the paper takes
     */
    EpistemicWrapping wrapping(Preset preset, long seed, int draws) {
        EpistemicWrapping wrapping = EpistemicWrapping.withDefaults()
                .with(EpistemicWrapper.withDefaults().with(Grid.points(points)))
                .with(ranking.budget(share, seed));
        return preset == Preset.PAPER ? wrapping.with(Draws.mean(seed, draws)) : wrapping;
    }

    /** Returns this choice as a part of a file's name. */
    String fileName() {
        return String.format(Locale.ROOT, "%s-%.2f-%d", ranking, share, points);
    }

    Key in(Key key) {
        return key.with(Field.NETWORK, Subject.WRAPPED)
                .with(Field.CRITERION, ranking)
                .with(Field.SHARE, share)
                .with(Field.POINTS, points);
    }
}
