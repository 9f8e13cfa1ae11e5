package org.epiwrap.prediction;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.epiwrap.check.Check;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.input.Input;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.InputBatch;
import org.epiwrap.tensor.Scope;
import org.epiwrap.tensor.Tensor;

/**
 * Predicts by the Bayesian model average: the mean of the probabilities of several draws of the whole network, the same
 * draws for every example. The scores separate the uncertainty of each draw ({@link Score#EXPECTED_ENTROPY}) from what the
 * draws disagree on ({@link Score#MUTUAL_INFORMATION}).
 *
 * <p>Draws are made when they are first needed and kept until this is closed, unless all of them together have more than
 * {@value #MAX_KEPT} numbers: then a few at a time are drawn anew for each dataset that is
 * predicted as a whole, and for each batch or single example otherwise.
 */
public final class BayesianAverage extends BayesianPredictor implements AutoCloseable {
    /** Draws that a prediction averages unless another number is asked for. */
    public static final int USUAL_DRAWS = 50;

    /** Numbers of draws that are held at once. */
    private static final int MAX_KEPT = 1 << 26;

    private final int draws;
    /** All draws once they were needed, if they are kept. */
    private List<Tensor> kept = List.of();

    private BayesianAverage(BayesianNetwork network, Input input, ClassNames names, int draws) {
        super(network, input, names);
        this.draws = draws;
    }

    /** Returns the average of a number of draws of a network, which must stay open as long. */
    public static BayesianAverage of(BayesianNetwork network, Input input, ClassNames names, int draws) {
        return new BayesianAverage(network, input, names, Check.atLeast("draws", draws, 1));
    }

    public int draws() {
        return draws;
    }

    private int drawnTogether() {
        return Math.max(1, MAX_KEPT / network().drawSize());
    }

    @Override
    Walk begin() {
        return (batch, columns, at) -> {
            forEachGroup(group -> add(group, batch, columns, at));
            finish(columns, at, batch.count());
        };
    }

    /** Each group of draws goes over the whole dataset, so that none is drawn twice. */
    @Override
    void fill(Columns columns, Dataset data) {
        forEachGroup(group -> InputBatch.forEach(
                data, input(), architecture(), batchSize(), batch -> add(group, batch, columns, batch.first())));
        finish(columns, 0, data.size());
    }

    private void forEachGroup(Consumer<List<Tensor>> consumer) {
        int together = drawnTogether();
        if (draws <= together) {
            consumer.accept(kept());
            return;
        }
        for (int first = 0; first < draws; first += together) {
            List<Tensor> group = drawn(first, Math.min(draws, first + together));
            try {
                consumer.accept(group);
            } finally {
                group.forEach(Tensor::close);
            }
        }
    }

    private synchronized List<Tensor> kept() {
        if (kept.isEmpty()) {
            kept = drawn(0, draws);
        }
        return kept;
    }

    private List<Tensor> drawn(int from, int to) {
        List<Tensor> drawn = new ArrayList<>();
        try {
            for (int draw = from; draw < to; draw++) {
                long step = AFTER_TRAINING + draw;
                drawn.add(Scope.get(() -> Scope.keep(network().draw(step))));
            }
        } catch (RuntimeException e) {
            drawn.forEach(Tensor::close);
            throw e;
        }
        return drawn;
    }

    private void add(List<Tensor> group, InputBatch batch, Columns columns, int at) {
        float weight = 1f / draws;
        for (Tensor kernels : group) {
            Scope.run(() -> {
                Tensor logs = network().logitsWith(kernels, batch.input()).logSoftmax(-1);
                Tensor shares = logs.exp();
                columns.add(Columns.Part.PROBABILITIES, at, batch.count(), weight, shares.toArray());
                subtract(
                        columns,
                        at,
                        batch.count(),
                        weight,
                        shares.times(logs).sum(logs.rank() - 1).toArray());
            });
        }
    }

    private static void subtract(Columns columns, int at, int count, float weight, float[] negativeEntropy) {
        double[] expected = columns.scores(Score.EXPECTED_ENTROPY);
        for (int run = 0; run < columns.runs(); run++) {
            for (int i = 0; i < count; i++) {
                int example = run * columns.size() + at + i;
                // In float, as the entropies are.
                expected[example] = (float) expected[example] - weight * negativeEntropy[run * count + i];
            }
        }
    }

    private void finish(Columns columns, int at, int count) {
        columns.limitProbabilities(at, count);
        double[] expected = columns.scores(Score.EXPECTED_ENTROPY);
        double[] information = columns.scores(Score.MUTUAL_INFORMATION);
        List<Predictions> runs = columns.predictions(classNames(), Abstention.never());
        for (int run = 0; run < runs.size(); run++) {
            for (int i = at; i < at + count; i++) {
                int example = run * columns.size() + i;
                information[example] = Math.max(0, runs.get(run).entropy(i) - expected[example]);
            }
        }
    }

    @Override
    public synchronized void close() {
        kept.forEach(Tensor::close);
        kept = List.of();
    }
}
