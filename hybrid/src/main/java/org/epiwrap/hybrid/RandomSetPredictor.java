package org.epiwrap.hybrid;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.epiwrap.check.Check;
import org.epiwrap.credal.ClassSet;
import org.epiwrap.credal.LastLayer;
import org.epiwrap.credal.PredictiveRandomSet;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.network.Architecture;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.tensor.Scope;
import org.epiwrap.wrap.Draws;

/**
 * Predicts by several interval networks drawn from the laws of the weights: of each image every draw leaves the set of
 * classes that it cannot rule out, and the sets are a belief function over the classes.
 */
public final class RandomSetPredictor implements AutoCloseable {
    private final List<IntervalNetwork> draws = new ArrayList<>();
    private final List<LastLayer> lastLayers = new ArrayList<>();

    private RandomSetPredictor() {}

    /**
     * Draws the networks.
     *
     * @param network of one run
     * @param scales of the radii, one a layer with weights, or none to leave them as they are drawn
     */
    public static RandomSetPredictor of(
            BayesianNetwork network, Wrapping wrapping, int count, long seed, double... scales) {
        Check.between("the number of runs", network.seeds().runs(), 1, 1);
        Check.atLeast("the number of draws", count, 1);
        RandomSetPredictor predictor = new RandomSetPredictor();
        for (int i = 0; i < count; i++) {
            IntervalNetwork drawn = IntervalNetwork.wrap(network, wrapping.with(Draws.single(seed + i)));
            if (scales.length > 0) {
                try (IntervalNetwork unscaled = drawn) {
                    drawn = unscaled.scaled(scales);
                }
            }
            predictor.draws.add(drawn);
            predictor.lastLayers.add(drawn.lastLayer());
        }
        return predictor;
    }

    /** That of all draws. */
    public Architecture architecture() {
        return draws.get(0).architecture();
    }

    /** What is told of each image. */
    @FunctionalInterface
    public interface Visitor {
        void visit(int image, PredictiveRandomSet set);
    }

    /** Tells of each image of a dataset in turn; no more than a batch is held at once. */
    public void predict(Dataset data, Normalisation normalisation, Visitor visitor) {
        ImageBatch.forEach(data, normalisation, architecture().input(), batch -> {
            List<PredictiveRandomSet> sets = predict(batch);
            for (int i = 0; i < sets.size(); i++) {
                visitor.visit(batch.first() + i, sets.get(i));
            }
        });
    }

    /**
     * The sets of the images of a batch.
     *
     * @throws IntervalOverflowException if the bounds of a draw leave the range of float
     */
    public List<PredictiveRandomSet> predict(ImageBatch batch) {
        ClassSet[][] sets = new ClassSet[batch.count()][draws.size()];
        double[][][] midpoints = new double[batch.count()][draws.size()][];
        for (int d = 0; d < draws.size(); d++) {
            int draw = d;
            LastLayer last = lastLayers.get(d);
            IntervalNetwork.HiddenBounds hidden =
                    Scope.get(() -> draws.get(draw).hidden(batch));
            IntStream.range(0, batch.count()).parallel().forEach(i -> {
                double[] low = hidden.lower().of(i);
                double[] high = hidden.upper().of(i);
                sets[i][draw] = last.maximal(low, high);
                midpoints[i][draw] = softmax(last.logits(middle(low, high)));
            });
        }
        return IntStream.range(0, batch.count())
                .mapToObj(i -> PredictiveRandomSet.of(List.of(sets[i]), midpoints[i]))
                .toList();
    }

    private static double[] middle(double[] low, double[] high) {
        return IntStream.range(0, low.length)
                .mapToDouble(i -> 0.5 * (low[i] + high[i]))
                .toArray();
    }

    private static double[] softmax(double[] logits) {
        double largest = IntStream.range(0, logits.length)
                .mapToDouble(c -> logits[c])
                .max()
                .orElseThrow();
        double sum = 0;
        double[] shares = new double[logits.length];
        for (int c = 0; c < logits.length; c++) {
            shares[c] = Math.exp(logits[c] - largest);
            sum += shares[c];
        }
        for (int c = 0; c < shares.length; c++) {
            shares[c] /= sum;
        }
        return shares;
    }

    @Override
    public void close() {
        draws.forEach(IntervalNetwork::close);
    }
}
