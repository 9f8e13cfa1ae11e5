package org.epiwrap.hybrid;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.epiwrap.check.Check;
import org.epiwrap.credal.ClassSet;
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
        ImageBatch.forEach(data, normalisation, architecture(), batch -> {
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
        List<List<ClassSet>> sets = new ArrayList<>();
        List<Rows> midpoints = new ArrayList<>();
        for (IntervalNetwork draw : draws) {
            // A scope a draw: the activations of all draws at once would be many times those of one.
            Scope.run(() -> {
                Activations hidden = draw.hidden(batch);
                sets.add(draw.maximal(hidden));
                midpoints.add(new Rows(draw.finite(draw.atMidpoints(hidden), batch), batch.count()));
            });
        }
        return IntStream.range(0, batch.count())
                .mapToObj(i -> PredictiveRandomSet.of(
                        sets.stream().map(ofDraw -> ofDraw.get(i)).toList(),
                        midpoints.stream().map(ofDraw -> ofDraw.of(i)).toArray(double[][]::new)))
                .toList();
    }

    @Override
    public void close() {
        draws.forEach(IntervalNetwork::close);
    }
}
