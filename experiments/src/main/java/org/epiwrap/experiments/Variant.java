package org.epiwrap.experiments;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.belief.Complement;
import org.epiwrap.belief.Contour;
import org.epiwrap.belief.Grid;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.dirichlet.DirichletFit;
import org.epiwrap.intervalnet.Averaging;
import org.epiwrap.intervalnet.BoundsRule;
import org.epiwrap.intervalnet.Reach;
import org.epiwrap.intervalnet.Wrapping;
import org.epiwrap.posterior.Truncation;
import org.epiwrap.wrap.Budget;
import org.epiwrap.wrap.Criterion;
import org.epiwrap.wrap.Draws;
import org.epiwrap.wrap.EpistemicWrapper;

/**
 * The method with one of its steps done otherwise.
 *
 * @param step that is changed
 * @param choice what is done there
 * @param draws of intervals that are averaged; 0 for the expected interval
 * @param averaging none for the usual one
 */
record Variant(
        String step,
        String choice,
        EpistemicWrapper wrapper,
        Budget budget,
        int draws,
        Optional<Averaging> averaging,
        BoundsRule rule,
        Scale scale) {

    private static final int MANY_DRAWS = 500;

    /** What the radii of a layer are scaled by. */
    enum Scale {
        CALIBRATED,
        FAN_IN,
        ONE
    }

    /** All steps as they should be. */
    static final Variant SOUND = new Variant(
            "none",
            "sound",
            EpistemicWrapper.withDefaults(),
            Budget.highest(Criterion.SIGMA, 1),
            0,
            Optional.empty(),
            BoundsRule.ORDERED,
            Scale.CALIBRATED);

    static List<Variant> all() {
        EpistemicWrapper usual = EpistemicWrapper.withDefaults();
        List<Variant> all = new ArrayList<>(List.of(
                SOUND,
                SOUND.with("truncation", "at 2 σ", usual.with(Truncation.sigmas(2))),
                SOUND.with("contour", "Dubois–Prade", usual.with(Contour.DUBOIS_PRADE)),
                SOUND.with("complement", "grid points only", usual.with(Complement.GRID_POINTS)),
                SOUND.with("grid", "10 points", usual.with(Grid.points(10))),
                SOUND.with("grid", "exact", usual.with(Grid.exact())),
                SOUND.with("Dirichlet fit", "pooled precision", usual.with(DirichletFit.POOLED)),
                SOUND.drawn("one draw", 1),
                SOUND.drawn("mean of " + MANY_DRAWS + " draws", MANY_DRAWS),
                SOUND.with("none wrapped: μ ± σ", Budget.highest(Criterion.SIGMA, 0)),
                SOUND.with("5 % by σ", Budget.highest(Criterion.SIGMA, 0.05)),
                SOUND.with("5 % by impact", Budget.impact(0.05))));
        for (Averaging averaging : Averaging.values()) {
            all.add(SOUND.with(averaging));
        }
        all.add(SOUND.with("centre and radius", BoundsRule.CENTRE_AND_RADIUS));
        all.add(SOUND.with("ends move freely", BoundsRule.FREE));
        all.add(SOUND.with("1", Scale.ONE));
        all.add(SOUND.with("1/√fan-in", Scale.FAN_IN));
        return all;
    }

    private Variant with(String newStep, String newChoice, EpistemicWrapper newWrapper) {
        return new Variant(newStep, newChoice, newWrapper, budget, draws, averaging, rule, scale);
    }

    private Variant drawn(String newChoice, int newDraws) {
        return new Variant("interval", newChoice, wrapper, budget, newDraws, averaging, rule, scale);
    }

    private Variant with(String newChoice, Budget newBudget) {
        return new Variant("budget", newChoice, wrapper, newBudget, draws, averaging, rule, scale);
    }

    private Variant with(Averaging newAveraging) {
        String name = "of " + Key.name(newAveraging);
        return new Variant("averaging", name, wrapper, budget, draws, Optional.of(newAveraging), rule, scale);
    }

    private Variant with(String newChoice, BoundsRule newRule) {
        return new Variant("order", newChoice, wrapper, budget, draws, averaging, newRule, scale);
    }

    private Variant with(String newChoice, Scale newScale) {
        return new Variant("radius scale k", newChoice, wrapper, budget, draws, averaging, rule, newScale);
    }

    Wrapping wrapping(long seed, Dataset train, Normalisation normalisation) {
        Wrapping wrapping = Wrapping.withDefaults().with(wrapper).with(budget);
        if (budget instanceof Budget.Impact) {
            wrapping = wrapping.with(Reach.over(train, normalisation));
        }
        return draws == 0 ? wrapping : wrapping.with(Draws.mean(seed, draws));
    }

    /** What decides the intervals of a network: radii are calibrated for the averaging. */
    List<Object> intervals(Architecture architecture) {
        return List.of(wrapper, budget, draws, averaging(architecture), scale);
    }

    Averaging averaging(Architecture architecture) {
        return averaging.orElseGet(() -> Averaging.usual(architecture));
    }

    /** The network of the midpoints has no use for the ends of the intervals, and so does not train them as such. */
    boolean isTuned() {
        return averaging.isEmpty() || averaging.get() != Averaging.WEIGHTS;
    }

    Map<String, String> in(Map<String, String> key) {
        return Key.and(key, "step", step, "choice", choice);
    }
}
