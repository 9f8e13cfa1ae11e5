package org.epiwrap.prediction;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.check.Check;
import org.epiwrap.credal.ClassSet;
import org.epiwrap.credal.Disagreement;
import org.epiwrap.credal.PredictiveRandomSet;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.input.Input;
import org.epiwrap.intervalnet.pass.IntervalOverflowException;

/**
 * Predicts by several predictors: the mean of their probabilities, with what they disagree on as
 * {@link Score#MUTUAL_INFORMATION}, that of their draws included where they average draws. Each member also leaves a set of
 * classes, which together are the random set of a prediction: its most probable class or, where it is wrapped, the classes
 * that its interval network cannot rule out.
 */
public final class Ensemble implements Predictor {
    private final List<Predictor> members;
    /** One for each member, or none. */
    private final List<IntervalPredictor> wrapped;

    private Ensemble(List<? extends Predictor> members, List<IntervalPredictor> wrapped) {
        this.members = List.copyOf(members);
        this.wrapped = List.copyOf(wrapped);
    }

    /** Returns the ensemble of members with the same inputs and classes, which must stay open as long. */
    public static Ensemble of(List<? extends Predictor> members) {
        Check.atLeast("the number of members", members.size(), 1);
        members.forEach(member -> checkAlike(member, members.get(0)));
        return new Ensemble(members, List.of());
    }

    /** Returns this ensemble with the sets of classes that the wrapped networks of its members, in their order, leave. */
    public Ensemble with(List<IntervalPredictor> newWrapped) {
        Check.sameLength("the wrapped networks", newWrapped.size(), "the members", members.size());
        newWrapped.forEach(each -> checkAlike(each, members.get(0)));
        return new Ensemble(members, newWrapped);
    }

    private static void checkAlike(Predictor member, Predictor first) {
        if (!member.classNames().equals(first.classNames())
                || !member.architecture().input().equals(first.architecture().input())
                || !member.input().equals(first.input())) {
            throw new IllegalArgumentException(
                    "the members of an ensemble must have the same inputs and classes," + " but have not");
        }
    }

    /** Returns the ensemble of members whose predictions of the same examples are known. */
    public static Predictions of(ClassNames names, List<Predictions> members) {
        Check.atLeast("the number of members", members.size(), 1);
        return together(names, members, members.stream().map(Ensemble::sets).toList());
    }

    /** Returns the sets of classes of a member: its own, or the most probable class of each example. */
    private static List<ClassSet> sets(Predictions member) {
        return member.hasPossible()
                ? member.possible()
                : Arrays.stream(member.labels()).mapToObj(ClassSet::of).toList();
    }

    private static Predictions together(ClassNames names, List<Predictions> members, List<List<ClassSet>> sets) {
        int size = members.get(0).size();
        int classes = names.size();
        members.forEach(member -> Check.sameLength("a member's predictions", member.size(), "the first's", size));
        Columns columns = new Columns(1, size, classes);
        float[] mean = new float[size * classes];
        for (int i = 0; i < size; i++) {
            int example = i;
            double[][] probabilities = new double[members.size()][];
            double inside = 0;
            for (int m = 0; m < probabilities.length; m++) {
                probabilities[m] = members.get(m).probabilities(i);
                inside += members.get(m).has(Score.MUTUAL_INFORMATION)
                        ? members.get(m).score(Score.MUTUAL_INFORMATION, i) / probabilities.length
                        : 0;
            }
            for (int c = 0; c < classes; c++) {
                double sum = 0;
                for (double[] member : probabilities) {
                    sum += member[c];
                }
                mean[i * classes + c] = (float) (sum / probabilities.length);
            }
            Disagreement disagreement = Disagreement.of(probabilities);
            columns.scores(Score.MUTUAL_INFORMATION)[i] = disagreement.mutualInformation() + inside;
            columns.scores(Score.EXPECTED_ENTROPY)[i] = disagreement.expectedEntropy() - inside;
            columns.randomSets()
                    .add(PredictiveRandomSet.of(
                            sets.stream().map(own -> own.get(example)).toList(), probabilities));
        }
        columns.put(Columns.Part.PROBABILITIES, 0, size, mean);
        return columns.predictions(names, Abstention.never()).get(0);
    }

    private Predictions predict(Function<Predictor, Predictions> prediction) {
        List<Predictions> all = members.stream().map(prediction).toList();
        return wrapped.isEmpty()
                ? of(classNames(), all)
                : together(
                        classNames(),
                        all,
                        wrapped.stream()
                                .map(each -> possible(each, prediction, all.get(0)))
                                .toList());
    }

    /** Returns the classes that a wrapped network leaves; it rules out none where its bounds leave the range of float. */
    private static List<ClassSet> possible(
            IntervalPredictor wrapped, Function<Predictor, Predictions> prediction, Predictions like) {
        try {
            return prediction.apply(wrapped).possible();
        } catch (IntervalOverflowException e) {
            return Collections.nCopies(like.size(), ClassSet.where(like.classes(), each -> true));
        }
    }

    @Override
    public Architecture architecture() {
        return members.get(0).architecture();
    }

    @Override
    public Input input() {
        return members.get(0).input();
    }

    @Override
    public ClassNames classNames() {
        return members.get(0).classNames();
    }

    @Override
    public Predictions predict(Dataset data) {
        return predict(member -> member.predict(data));
    }

    /**
     * {@inheritDoc} Members that predict by random passes begin anew with each batch, which gives other numbers than a
     * prediction of the whole dataset.
     */
    @Override
    public void forEachBatch(Dataset data, BatchConsumer consumer) {
        for (int from = 0; from < data.size(); from += STREAM_BATCH) {
            consumer.accept(from, predict(data.subset(from, Math.min(data.size(), from + STREAM_BATCH))));
        }
    }

    @Override
    public Predictions predict(float[][] examples) {
        return predict(member -> member.predict(examples));
    }

    @Override
    public Prediction predict(byte[] pixels) {
        return predict(member -> member.predict(pixels).batch()).get(0);
    }
}
