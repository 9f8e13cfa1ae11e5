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
import org.epiwrap.network.BayesianNetwork;
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

    /** What is told of each image. */
    @FunctionalInterface
    public interface Visitor {
        void visit(int image, PredictiveRandomSet set);
    }

    /** Tells of each image of a dataset in turn; no more than a batch is held at once. */
    public void predict(Dataset data, Normalisation normalisation, Visitor visitor) {
        boolean nonNegative = normalisation.isNonNegative();
        IntervalNetwork first = draws.get(0);
        ImageBatches.forEach(data, normalisation, first.architecture().input(), (input, from, count) -> {
            ClassSet[][] sets = new ClassSet[count][draws.size()];
            double[][][] midpoints = new double[count][draws.size()][];
            for (int d = 0; d < draws.size(); d++) {
                int draw = d;
                LastLayer last = lastLayers.get(d);
                Activations hidden = draws.get(d).hiddenBounds(input, nonNegative);
                float[] lower = hidden.lower().toArray();
                float[] upper = hidden.upper().toArray();
                int units = lower.length / count;
                IntStream.range(0, count).parallel().forEach(i -> {
                    double[] low = row(lower, i, units);
                    double[] high = row(upper, i, units);
                    sets[i][draw] = last.maximal(low, high);
                    midpoints[i][draw] = softmax(last.logits(middle(low, high)));
                });
            }
            for (int i = 0; i < count; i++) {
                visitor.visit(from + i, PredictiveRandomSet.of(List.of(sets[i]), midpoints[i]));
            }
        });
    }

    private static double[] row(float[] values, int row, int length) {
        double[] result = new double[length];
        for (int i = 0; i < length; i++) {
            result[i] = values[row * length + i];
        }
        return result;
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
