package org.epiwrap.experiments;

import java.util.Locale;
import java.util.Map;
import org.epiwrap.belief.Grid;
import org.epiwrap.intervalnet.Reach;
import org.epiwrap.intervalnet.Wrapping;
import org.epiwrap.wrap.Budget;
import org.epiwrap.wrap.Criterion;
import org.epiwrap.wrap.Draws;
import org.epiwrap.wrap.EpistemicWrapper;

/**
 * Which weights are wrapped, and on how fine a grid.
 *
 * @param criterion of the budget by its name
 * @param share of the weights that are wrapped
 */
record WrappingChoice(String criterion, double share, int points) {
    private static final int PAPER_POINTS = 30;

    private static final Map<String, Criterion> CRITERIA = Map.of(
            "sigma", Criterion.SIGMA,
            "mu", Criterion.MU,
            "mu+sigma", Criterion.MU_PLUS_SIGMA);

    /** On the paper's grid. */
    static WrappingChoice of(String criterion, double share) {
        return new WrappingChoice(criterion, share, PAPER_POINTS);
    }

    boolean isOnPapersGrid() {
        return points == PAPER_POINTS;
    }

    /**
     * How to wrap.
     *
     * @param draws of intervals of which the paper takes the mean
     */
    Wrapping wrapping(Preset preset, long seed, Reach reach, int draws) {
        Wrapping wrapping = Wrapping.withDefaults()
                .with(EpistemicWrapper.withDefaults().with(Grid.points(points)))
                .with(budget(seed));
        if (wrapping.budget() instanceof Budget.Impact) {
            wrapping = wrapping.with(reach);
        }
        return preset == Preset.PAPER ? wrapping.with(Draws.mean(seed, draws)) : wrapping;
    }

    private Budget budget(long seed) {
        return switch (criterion) {
            case "random" -> Budget.random(share, seed);
            case "impact" -> Budget.impact(share);
            default -> {
                Criterion known = CRITERIA.get(criterion);
                if (known == null) {
                    throw new IllegalArgumentException("criterion must be random, impact or one of " + CRITERIA.keySet()
                            + ", but is '" + criterion + "'");
                }
                yield Budget.highest(known, share);
            }
        };
    }

    /** As part of a file's name. */
    String fileName() {
        return criterion + "-" + shareText() + "-" + points;
    }

    private String shareText() {
        return String.format(Locale.ROOT, "%.2f", share);
    }

    Map<String, String> in(Map<String, String> key) {
        return Key.and(
                key,
                "network",
                "wrapped",
                "criterion",
                criterion,
                "share",
                shareText(),
                "points",
                String.valueOf(points));
    }
}
