package org.epiwrap.prediction;

import java.util.List;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.check.Check;
import org.epiwrap.credal.Disagreement;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.input.Input;

/**
 * Predicts by several predictors: the mean of their probabilities, with what they disagree on as
 * {@link Score#MUTUAL_INFORMATION}.
 */
public final class Ensemble implements Predictor {
    private final List<Predictor> members;

    private Ensemble(List<? extends Predictor> members) {
        this.members = List.copyOf(members);
    }

    /** Returns the ensemble of members with the same inputs and classes, which must stay open as long. */
    public static Ensemble of(List<? extends Predictor> members) {
        Check.atLeast("the number of members", members.size(), 1);
        Predictor first = members.get(0);
        for (Predictor member : members) {
            if (!member.classNames().equals(first.classNames())
                    || !member.architecture()
                            .input()
                            .equals(first.architecture().input())
                    || !member.input().equals(first.input())) {
                throw new IllegalArgumentException(
                        "the members of an ensemble must have the same inputs and classes," + " but have not");
            }
        }
        return new Ensemble(members);
    }

    /** Returns the ensemble of members whose predictions of the same examples are known. */
    public static Predictions of(ClassNames names, List<Predictions> members) {
        Check.atLeast("the number of members", members.size(), 1);
        int size = members.get(0).size();
        int classes = names.size();
        members.forEach(member -> Check.sameLength("a member's predictions", member.size(), "the first's", size));
        Columns columns = new Columns(1, size, classes);
        float[] mean = new float[size * classes];
        for (int i = 0; i < size; i++) {
            double[][] probabilities = new double[members.size()][];
            for (int m = 0; m < probabilities.length; m++) {
                probabilities[m] = members.get(m).probabilities(i);
            }
            for (int c = 0; c < classes; c++) {
                double sum = 0;
                for (double[] member : probabilities) {
                    sum += member[c];
                }
                mean[i * classes + c] = (float) (sum / probabilities.length);
            }
            Disagreement disagreement = Disagreement.of(probabilities);
            columns.scores(Score.MUTUAL_INFORMATION)[i] = disagreement.mutualInformation();
            columns.scores(Score.EXPECTED_ENTROPY)[i] = disagreement.expectedEntropy();
        }
        columns.put(Columns.Part.PROBABILITIES, 0, size, mean);
        return columns.predictions(names, Abstention.never()).get(0);
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
        return of(
                classNames(),
                members.stream().map(member -> member.predict(data)).toList());
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
        return of(
                classNames(),
                members.stream().map(member -> member.predict(examples)).toList());
    }

    @Override
    public Prediction predict(byte[] pixels) {
        return of(
                        classNames(),
                        members.stream()
                                .map(member -> member.predict(pixels).batch())
                                .toList())
                .get(0);
    }
}
