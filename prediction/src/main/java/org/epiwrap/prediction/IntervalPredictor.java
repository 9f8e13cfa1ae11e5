package org.epiwrap.prediction;

import java.util.List;
import java.util.Optional;
import org.epiwrap.check.Check;
import org.epiwrap.data.input.Input;
import org.epiwrap.explanation.Explainer;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.pass.Averaging;
import org.epiwrap.intervalnet.pass.IntervalOverflowException;
import org.epiwrap.intervalnet.pass.Masks;
import org.epiwrap.intervalnet.pass.Passes;
import org.epiwrap.network.InputBatch;
import org.epiwrap.promise.ConformalSets;
import org.epiwrap.promise.SetScore;
import org.epiwrap.randomset.RandomSetPredictor;
import org.epiwrap.scoring.Assessment;
import org.epiwrap.scoring.EpistemicScorer;
import org.epiwrap.tensor.Scope;

/**
 * Predicts by an interval network: probabilities by an averaging, bounds that hold for any choice of weights from their
 * intervals, the classes that remain possible and, where scores are calibrated, epistemic and total uncertainty, by
 * which it may abstain. Predictions throw {@link IntervalOverflowException} if bounds leave the range of float.
 */
public final class IntervalPredictor extends NetworkPredictor {

    /** What is computed beside probabilities and scores. */
    public enum Detail {
        /** Nothing: all that a network whose bounds have crossed can give. */
        PROBABILITIES,
        /** Bounds of logits and probabilities. */
        INTERVALS,
        /** Bounds, and the classes that remain possible; for one run. */
        SETS
    }

    /** The choices that each {@code with} replaces one of. */
    private record Options(
            Averaging averaging,
            Detail detail,
            Optional<EpistemicScorer> scorer,
            Abstention abstention,
            Optional<ConformalSets> sets,
            Optional<RandomSetPredictor> draws) {}

    private final IntervalNetwork network;
    private final Options options;

    private IntervalPredictor(IntervalNetwork network, Input input, ClassNames names, Options options) {
        super(network.architecture(), input, names);
        this.network = network;
        this.options = options;
    }

    /**
     * Returns a predictor without scores, by the bounds' averaging that suits the network's depth: with sets for one run, with
     * intervals for several, and with probabilities alone if bounds have crossed.
     */
    public static IntervalPredictor of(IntervalNetwork network, Input input, ClassNames names) {
        Detail detail = network.crossed() > 0
                ? Detail.PROBABILITIES
                : network.seeds().runs() > 1 ? Detail.INTERVALS : Detail.SETS;
        return new IntervalPredictor(
                network,
                input,
                names,
                new Options(
                        network.usualAveraging(),
                        detail,
                        Optional.empty(),
                        Abstention.never(),
                        Optional.empty(),
                        Optional.empty()));
    }

    /** Returns a predictor with the scores of a scorer, by its network; it never abstains. */
    public static IntervalPredictor of(EpistemicScorer scorer, ClassNames names) {
        return of(scorer.network(), scorer.input(), names).with(scorer);
    }

    private IntervalPredictor with(
            Averaging averaging,
            Detail detail,
            Optional<EpistemicScorer> scorer,
            Abstention abstention,
            Optional<ConformalSets> sets,
            Optional<RandomSetPredictor> draws) {
        return new IntervalPredictor(
                network, input(), classNames(), new Options(averaging, detail, scorer, abstention, sets, draws));
    }

    /** Returns this predictor with the scores of a scorer of the same network. */
    public IntervalPredictor with(EpistemicScorer scorer) {
        if (scorer.network() != network) {
            throw new IllegalArgumentException("the scorer must be of the network that predicts, but is of another");
        }
        return with(
                options.averaging,
                options.detail,
                Optional.of(scorer),
                options.abstention,
                options.sets,
                options.draws);
    }

    public IntervalPredictor with(Averaging averaging) {
        return with(averaging, options.detail, options.scorer, options.abstention, options.sets, options.draws);
    }

    public IntervalPredictor with(Detail detail) {
        if (detail == Detail.SETS) {
            Check.between("the number of runs that have sets", runs(), 1, 1);
        }
        return with(options.averaging, detail, options.scorer, options.abstention, options.sets, options.draws);
    }

    /** Returns this predictor with another rule of abstention, whose score it must have. */
    public IntervalPredictor with(Abstention abstention) {
        return with(options.averaging, options.detail, options.scorer, abstention, options.sets, options.draws);
    }

    /** Returns this predictor with prediction sets of a promised coverage, or without. */
    public IntervalPredictor with(Optional<ConformalSets> sets) {
        return with(options.averaging, options.detail, options.scorer, options.abstention, sets, options.draws);
    }

    /** Returns this predictor with predictive random sets, from draws of a network of the same architecture. */
    public IntervalPredictor with(RandomSetPredictor draws) {
        if (!draws.architecture().equals(architecture())) {
            throw new IllegalArgumentException(
                    "draws must be of the architecture " + architecture() + ", but are of " + draws.architecture());
        }
        return with(
                options.averaging,
                options.detail,
                options.scorer,
                options.abstention,
                options.sets,
                Optional.of(draws));
    }

    public IntervalNetwork network() {
        return network;
    }

    public Averaging averaging() {
        return options.averaging;
    }

    /** Returns the calibrated scores, if there are any. */
    public Optional<EpistemicScorer> scorer() {
        return options.scorer;
    }

    /** Returns what explains why examples are unfamiliar, if scores are calibrated. */
    @Override
    public Optional<Explainer> explainer() {
        return options.scorer.map(Explainer::of);
    }

    @Override
    public Abstention abstention() {
        return options.abstention;
    }

    @Override
    public Optional<ConformalSets> sets() {
        return options.sets;
    }

    @Override
    int runs() {
        return network.seeds().runs();
    }

    @Override
    Walk begin() {
        return (batch, columns, at) -> {
            Scope.run(() -> addOutputs(batch, columns, at));
            options.scorer.ifPresent(scores -> addScores(scores, batch, columns, at));
            options.sets.ifPresent(sets -> columns.addSetNumbers(at, SetNumbers.of(batch)));
            options.draws.ifPresent(some -> columns.randomSets().addAll(some.predict(batch)));
        };
    }

    private void addOutputs(InputBatch batch, Columns columns, int at) {
        Passes passes = network.passes();
        Averaging averaging = options.averaging;
        switch (options.detail) {
            case PROBABILITIES ->
                columns.put(
                        Columns.Part.PROBABILITIES,
                        at,
                        batch.count(),
                        passes.probabilities(batch, averaging, Masks.NONE));
            case INTERVALS -> addOutputs(passes.outputs(batch, averaging), batch, columns, at);
            case SETS -> {
                Passes.Bounded bounded = passes.bounded(batch, averaging);
                addOutputs(bounded.outputs(), batch, columns, at);
                columns.sets().addAll(bounded.possible());
            }
        }
    }

    private void addOutputs(Passes.Outputs outputs, InputBatch batch, Columns columns, int at) {
        Passes passes = network.passes();
        int count = batch.count();
        columns.put(
                Columns.Part.LOWER_LOGITS,
                at,
                count,
                passes.finite(outputs.bounds().lower(), batch));
        columns.put(
                Columns.Part.UPPER_LOGITS,
                at,
                count,
                passes.finite(outputs.bounds().upper(), batch));
        columns.put(Columns.Part.PROBABILITIES, at, count, passes.finite(outputs.probabilities(), batch));
    }

    private void addScores(EpistemicScorer scores, InputBatch batch, Columns columns, int at) {
        boolean ordered =
                options.sets.isPresent() && options.sets.get().promise().score() == SetScore.CONTOUR;
        List<Assessment> assessments = ordered ? scores.assessFar(batch) : scores.assess(batch);
        Predictions soFar =
                columns.predictions(classNames(), Abstention.never()).get(0);
        for (int i = 0; i < assessments.size(); i++) {
            Assessment assessment = assessments.get(i).decidedBy(soFar.probabilities(at + i));
            columns.assessments().add(assessment);
            columns.scores(Score.EU)[at + i] = assessment.epistemic();
            columns.scores(Score.TU)[at + i] = assessment.total();
            columns.scores(Score.TU0)[at + i] = assessment.totalInDistribution();
            columns.scores(Score.U)[at + i] = assessment.contour().nonSpecificity();
            columns.scores(Score.DELTA)[at + i] = assessment.discount();
            if (assessment.unfamiliarity().isPresent()) {
                columns.scores(Score.UNFAMILIARITY)[at + i] =
                        assessment.unfamiliarity().get().value();
            }
        }
    }
}
