package org.epiwrap.hybrid;

import java.util.ArrayList;
import java.util.List;
import org.epiwrap.check.Check;
import org.epiwrap.credal.ClassSet;
import org.epiwrap.credal.PredictiveRandomSet;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.tensor.Scope;
import org.epiwrap.wrap.Draws;

/**
 * Predicts by several interval networks drawn from the laws of the weights: of each image every draw leaves the set of
 * classes that it cannot rule out, and the sets are a belief function over the classes.
 */
public final class RandomSetPredictor implements AutoCloseable {
    private final List<IntervalNetwork> draws = new ArrayList<>();
    private final List<ClassDifferences> differences = new ArrayList<>();

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
            predictor.differences.add(drawn.classDifferences());
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
        ImageBatches.forEach(data, normalisation, first.architecture(), (input, from, count) -> {
            ClassSet[][] sets = new ClassSet[draws.size()][];
            float[][] midpoints = new float[draws.size()][];
            for (int d = 0; d < draws.size(); d++) {
                int draw = d;
                // A scope a draw: the activations of all draws at once would be many times those of one.
                Scope.run(() -> {
                    Activations hidden = draws.get(draw).hiddenBounds(input, nonNegative);
                    sets[draw] = differences.get(draw).maximal(hidden);
                    midpoints[draw] = draws.get(draw).atMidpoints(hidden).toArray();
                });
            }
            for (int i = 0; i < count; i++) {
                visitor.visit(from + i, randomSet(sets, midpoints, i));
            }
        });
    }

    private static PredictiveRandomSet randomSet(ClassSet[][] sets, float[][] midpoints, int image) {
        List<ClassSet> own = new ArrayList<>();
        double[][] shares = new double[sets.length][];
        for (int d = 0; d < sets.length; d++) {
            own.add(sets[d][image]);
            int classes = midpoints[d].length / sets[d].length;
            shares[d] = new double[classes];
            for (int c = 0; c < classes; c++) {
                shares[d][c] = midpoints[d][image * classes + c];
            }
        }
        return PredictiveRandomSet.of(own, shares);
    }

    @Override
    public void close() {
        draws.forEach(IntervalNetwork::close);
        differences.forEach(ClassDifferences::close);
    }
}
