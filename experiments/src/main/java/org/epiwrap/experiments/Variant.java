package org.epiwrap.experiments;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.belief.Complement;
import org.epiwrap.belief.Contour;
import org.epiwrap.belief.Grid;
import org.epiwrap.dirichlet.DirichletFit;
import org.epiwrap.experiments.measurement.Field;
import org.epiwrap.experiments.measurement.Key;
import org.epiwrap.intervalnet.BoundsRule;
import org.epiwrap.intervalnet.RadiusScale;
import org.epiwrap.intervalnet.pass.Averaging;
import org.epiwrap.model.EpistemicWrapping;
import org.epiwrap.posterior.Truncation;
import org.epiwrap.wrap.Budget;
import org.epiwrap.wrap.Criterion;
import org.epiwrap.wrap.Draws;
import org.epiwrap.wrap.EpistemicWrapper;

/**
 * The method with one of its steps replaced.
 *
 * @param step that is replaced
 * @param choice what is done there
 * @param draws of intervals that are averaged; 0 for the expected interval
 * @param averaging empty for the usual one
 */
record Variant(
        String step,
        String choice,
        EpistemicWrapper wrapper,
        Budget budget,
        int draws,
        Optional<Averaging> averaging,
        BoundsRule rule,
        RadiusScale scale) {

    private static final int MANY_DRAWS = 500;

    /** All steps as they should be. */
    static final Variant SOUND = new Variant(
            "none",
            "sound",
            EpistemicWrapper.withDefaults(),
            Budget.highest(Criterion.SIGMA, 1),
            0,
            Optional.empty(),
            BoundsRule.ORDERED,
            new RadiusScale.Calibrated());

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
        all.add(SOUND.with("1", new RadiusScale.Fixed(1)));
        all.add(SOUND.with("1/√fan-in", new RadiusScale.FanIn()));
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
        String name = "of " + Key.words(newAveraging);
        return new Variant("averaging", name, wrapper, budget, draws, Optional.of(newAveraging), rule, scale);
    }

    private Variant with(String newChoice, BoundsRule newRule) {
        return new Variant("order", newChoice, wrapper, budget, draws, averaging, newRule, scale);
    }

    private Variant with(String newChoice, RadiusScale newScale) {
        return new Variant("radius scale k", newChoice, wrapper, budget, draws, averaging, rule, newScale);
    }

    /** Returns how to wrap and calibrate. */
    EpistemicWrapping wrapping(long seed) {
        EpistemicWrapping wrapping =
                EpistemicWrapping.withDefaults().with(wrapper).with(budget).with(scale);
        wrapping = averaging.map(wrapping::with).orElse(wrapping);
        return draws == 0 ? wrapping : wrapping.with(Draws.mean(seed, draws));
    }

    /** Returns what the intervals of a network depend on: radii are calibrated for the averaging. */
    List<Object> intervals(Architecture architecture) {
        return List.of(wrapper, budget, draws, averaging.orElseGet(() -> Averaging.usual(architecture)), scale);
    }

    /** The network of the midpoints has no use for the ends of the intervals, and so does not train them as such. */
    boolean isTuned() {
        return averaging.isEmpty() || averaging.get() != Averaging.WEIGHTS;
    }

    Key in(Key key) {
        return key.with(Field.STEP, step).with(Field.CHOICE, choice);
    }
}
