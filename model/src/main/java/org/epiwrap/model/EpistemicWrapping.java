package org.epiwrap.model;

import java.util.Map;
import java.util.Optional;
import org.epiwrap.configuration.Configuration;
import org.epiwrap.data.CalibrationSet;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Split;
import org.epiwrap.data.input.Input;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.RadiusScale;
import org.epiwrap.intervalnet.Reach;
import org.epiwrap.intervalnet.Wrapping;
import org.epiwrap.intervalnet.pass.Averaging;
import org.epiwrap.model.manifest.ModelCard;
import org.epiwrap.model.manifest.WrappingRecord;
import org.epiwrap.promise.Promise;
import org.epiwrap.promise.Promises;
import org.epiwrap.randomset.RandomSetPredictor;
import org.epiwrap.wrap.Budget;
import org.epiwrap.wrap.Criterion;
import org.epiwrap.wrap.Draws;
import org.epiwrap.wrap.EpistemicWrapper;

/**
 * Turns a Bayesian model into an epistemic one: wraps its posteriors into intervals, chooses how wide they stay,
 * calibrates the scores and gives promises. An immutable configuration with good defaults; each {@code with}
 * replaces one choice.
 */
public final class EpistemicWrapping extends Configuration<EpistemicWrapping> {
    private Preset preset = Preset.SOUND;
    private EpistemicWrapper wrapper = EpistemicWrapper.withDefaults();
    private Optional<Budget> budget = Optional.empty();
    private Optional<Draws> draws = Optional.empty();
    private Optional<Averaging> averaging = Optional.empty();
    private Optional<RadiusScale> radiusScale = Optional.empty();
    private Promises promises = Promises.none();
    private boolean scores = true;
    private long seed = 1;
    private StageListener stages = StageListener.NONE;

    private EpistemicWrapping() {}

    /** Returns the sound choices: every weight wrapped, radii that stay informative, no abstention. */
    public static EpistemicWrapping withDefaults() {
        return new EpistemicWrapping();
    }

    /** Takes all choices that are not made otherwise from a preset. */
    public EpistemicWrapping with(Preset newPreset) {
        return copy(c -> c.preset = newPreset);
    }

    /** Replaces how a posterior becomes an interval. */
    public EpistemicWrapping with(EpistemicWrapper newWrapper) {
        return copy(c -> c.wrapper = newWrapper);
    }

    /** Replaces which weights are wrapped. */
    public EpistemicWrapping with(Budget newBudget) {
        return copy(c -> c.budget = Optional.of(newBudget));
    }

    /** Takes the mean of drawn intervals in place of the expected one. */
    public EpistemicWrapping with(Draws newDraws) {
        return copy(c -> c.draws = Optional.of(newDraws));
    }

    /** Replaces how bounds become probabilities. */
    public EpistemicWrapping with(Averaging newAveraging) {
        return copy(c -> c.averaging = Optional.of(newAveraging));
    }

    /** Replaces how wide the intervals of each layer stay. */
    public EpistemicWrapping with(RadiusScale newScale) {
        return copy(c -> c.radiusScale = Optional.of(newScale));
    }

    /**
     * Adds a promise, which is given on held-out examples, or replaces one of its kind; see {@link Calibration}. A model
     * without promises never abstains, and has no prediction sets.
     *
     * @throws IllegalArgumentException if scores are left out
     */
    public EpistemicWrapping with(Promise promise) {
        return with(promises.with(promise));
    }

    /**
     * Replaces all promises.
     *
     * @throws IllegalArgumentException if scores are left out
     */
    public EpistemicWrapping with(Promises newPromises) {
        return copy(c -> c.promises = newPromises).consistent();
    }

    /**
     * Leaves out the calibration of scores: for those who need intervals alone.
     *
     * @throws IllegalArgumentException if there are promises, which need scores
     */
    public EpistemicWrapping withoutScores() {
        return copy(c -> c.scores = false).consistent();
    }

    private EpistemicWrapping consistent() {
        if (!promises.isEmpty() && !scores) {
            throw new IllegalArgumentException("a wrapping with promises must calibrate the scores by which the model"
                    + " abstains, but leaves them out");
        }
        return this;
    }

    /** Replaces the seed of the intervals that the paper's preset draws. */
    public EpistemicWrapping withSeed(long newSeed) {
        return copy(c -> c.seed = newSeed);
    }

    /** Notifies a listener when a stage begins. */
    public EpistemicWrapping with(StageListener newStages) {
        return copy(c -> c.stages = newStages);
    }

    /** Returns which weights are wrapped. */
    public Budget budget() {
        return budget.orElseGet(() -> Budget.highest(Criterion.SIGMA, preset.share()));
    }

    /** Returns how wide the intervals of each layer stay. */
    public RadiusScale radiusScale() {
        return radiusScale.orElseGet(preset::radiusScale);
    }

    /** Returns whether held-out examples are looked at: for radii, or for promises. */
    public boolean usesHeldOut() {
        return !promises.isEmpty() || radiusScale().usesHeldOut();
    }

    /** Returns how the posteriors of a network trained on these examples become intervals. */
    public Wrapping wrapping(Dataset train, Input input) {
        Wrapping wrapping = Wrapping.withDefaults().with(wrapper).with(budget());
        if (wrapping.budget() instanceof Budget.Impact) {
            wrapping = wrapping.with(Reach.over(train, input));
        }
        Optional<Draws> drawn = draws.or(() -> preset.draws(seed));
        return drawn.isPresent() ? wrapping.with(drawn.get()) : wrapping;
    }

    /** Wraps a model that was trained on the first part of a split, and calibrates on the second. */
    public EpistemicModel wrap(BayesianModel model, Split split) {
        return wrap(model, split.train(), CalibrationSet.of(split.calibration()));
    }

    /**
     * Wraps a Bayesian model, which stays open and as it is.
     *
     * @param train the examples it was trained on, which fix the scale of its scores
     * @param heldOut examples it was not trained on: on one half radii are chosen and UF is calibrated, on the other promises
     *     are given
     */
    public EpistemicModel wrap(BayesianModel model, Dataset train, CalibrationSet heldOut) {
        Wrapping wrapping = wrapping(train, model.card().input());
        stages.begins("wrapping");
        try (IntervalNetwork whole = IntervalNetwork.wrap(model.network(), wrapping)) {
            return calibrate(whole, model.card(), WrappingRecord.of(wrapping), train, heldOut);
        }
    }

    /**
     * Returns what predicts sets of classes by interval networks drawn from a Bayesian model, which must stay open as long.
     * The draws follow from the seed of the model. Their radii are scaled by the factors that this configuration chooses
     * for the expected intervals.
     *
     * @param draws the number of networks that are drawn
     * @param train the examples the model was trained on
     * @param heldOut examples it was not trained on: radii are chosen on the first half
     */
    public RandomSetPredictor randomSets(BayesianModel model, int draws, Dataset train, CalibrationSet heldOut) {
        Input input = model.card().input();
        Wrapping wrapping = wrapping(train, input);
        try (IntervalNetwork whole = IntervalNetwork.wrap(model.network(), wrapping)) {
            double[] factors = factors(whole, input, heldOut);
            long drawSeed = model.network().seeds().own().get(0);
            return RandomSetPredictor.of(model.network(), wrapping, draws, drawSeed, factors);
        }
    }

    private Averaging averaging() {
        return averaging.orElseGet(preset::averaging);
    }

    private double[] factors(IntervalNetwork whole, Input input, CalibrationSet heldOut) {
        return radiusScale().factors(whole, heldOut.choices(), input, averaging());
    }

    /**
     * Chooses the radii of an interval network, calibrates its scores and gives promises. The network stays open
     * and as it is.
     *
     * @param record how its intervals were made
     */
    public EpistemicModel calibrate(
            IntervalNetwork whole, ModelCard card, WrappingRecord record, Dataset train, CalibrationSet heldOut) {
        Input input = card.input();
        Averaging by = averaging();
        stages.begins("choosing the radii");
        double[] factors = factors(whole, input, heldOut);
        IntervalNetwork network = factors.length > 0 ? whole.scaled(factors) : whole.run(0);
        try {
            EpistemicModel model =
                    EpistemicModel.of(network, card.with(Map.of()), by).with(record.scaledBy(factors));
            if (!scores) {
                return model.measured(heldOut.promises());
            }
            stages.begins("calibrating the scores");
            return model.calibrated(train, heldOut, promises);
        } catch (RuntimeException e) {
            network.close();
            throw e;
        }
    }
}
