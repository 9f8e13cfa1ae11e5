package org.epiwrap.experiments;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
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
import org.epiwrap.model.FineTuning;
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
 * @param wrapping how a network is wrapped and calibrated, but for draws and the averaging
 * @param draws of intervals that are averaged; 0 for the expected interval
 * @param averaging by which it predicts and is fine-tuned; empty to predict by the midpoints of the weights
 * @param rule what is trained of an interval
 */
record Variant(
        String step,
        String choice,
        EpistemicWrapping wrapping,
        int draws,
        Optional<Averaging> averaging,
        BoundsRule rule) {

    private static final int MANY_DRAWS = 500;
    private static final EpistemicWrapping USUAL = EpistemicWrapping.withDefaults();

    /** All steps as they should be. */
    static final Variant SOUND = wrapped("none", "sound", USUAL);

    /** Returns the method with all steps as they should be, then with each replaced. */
    static List<Variant> all() {
        EpistemicWrapper wrapper = EpistemicWrapper.withDefaults();
        List<Variant> all = new ArrayList<>(List.of(
                SOUND,
                wrapped("truncation", "at 2 σ", USUAL.with(wrapper.with(Truncation.sigmas(2)))),
                wrapped("contour", "Dubois–Prade", USUAL.with(wrapper.with(Contour.DUBOIS_PRADE))),
                wrapped("complement", "grid points only", USUAL.with(wrapper.with(Complement.GRID_POINTS))),
                wrapped("grid", "10 points", USUAL.with(wrapper.with(Grid.points(10)))),
                wrapped("grid", "exact", USUAL.with(wrapper.with(Grid.exact()))),
                wrapped("Dirichlet fit", "pooled precision", USUAL.with(wrapper.with(DirichletFit.POOLED))),
                drawn("one draw", 1),
                drawn("mean of " + MANY_DRAWS + " draws", MANY_DRAWS),
                wrapped("budget", "none wrapped: μ ± σ", USUAL.with(Budget.highest(Criterion.SIGMA, 0))),
                wrapped("budget", "5 % by σ", USUAL.with(Budget.highest(Criterion.SIGMA, 0.05))),
                wrapped("budget", "5 % by impact", USUAL.with(Budget.impact(0.05)))));
        for (Averaging averaging : EnumSet.complementOf(EnumSet.of(Averaging.WEIGHTS))) {
            String name = "of " + Key.words(averaging);
            all.add(new Variant("averaging", name, USUAL, 0, Optional.of(averaging), BoundsRule.ORDERED));
        }
        all.add(tuned("centre and radius", BoundsRule.CENTRE_AND_RADIUS));
        all.add(tuned("ends move freely", BoundsRule.FREE));
        RadiusScale.Calibrated calibrated = new RadiusScale.Calibrated();
        all.add(wrapped("radius scale k", "calibrated", USUAL.with(calibrated)));
        all.add(wrapped(
                "radius scale k", "calibrated, also on corrupted images", USUAL.with(calibrated.onPerturbed())));
        all.add(wrapped("radius scale k", "1", USUAL.with(new RadiusScale.Fixed(1))));
        all.add(wrapped("radius scale k", "1/√fan-in", USUAL.with(new RadiusScale.FanIn())));
        return all;
    }

    private static Variant wrapped(String step, String choice, EpistemicWrapping wrapping) {
        return new Variant(step, choice, wrapping, 0, Optional.empty(), BoundsRule.ORDERED);
    }

    private static Variant drawn(String choice, int draws) {
        return new Variant("interval", choice, USUAL, draws, Optional.empty(), BoundsRule.ORDERED);
    }

    private static Variant tuned(String choice, BoundsRule rule) {
        return new Variant("order", choice, USUAL, 0, Optional.empty(), rule);
    }

    /** Returns how a network with this seed is wrapped and calibrated. */
    EpistemicWrapping wrapping(long seed) {
        EpistemicWrapping averaged = averaging.map(wrapping::with).orElse(wrapping);
        return draws == 0 ? averaged : averaged.with(Draws.mean(seed, draws));
    }

    /** Returns how a network is fine-tuned. */
    FineTuning tuning() {
        FineTuning tuning = FineTuning.withDefaults().with(rule);
        return averaging.map(tuning::with).orElse(tuning);
    }

    Key in(Key key) {
        return key.with(Field.STEP, step).with(Field.CHOICE, choice);
    }
}
