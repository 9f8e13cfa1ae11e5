package org.epiwrap.intervalnet;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Layout;
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
 *
 * <p>A draw takes up to {@value #BYTES_A_WEIGHT} bytes a weight. Where all draws together need no more than half a
 * gibibyte, as 20 of LeNet-5 or of 784-512-10 do, they are made at the beginning and kept. Else there is one at a time: a
 * dataset is gone through by {@value #IMAGES_A_ROUND} images, for each of which all draws are made anew, and for each
 * batch that is given by itself they are made anew, too. The sets are the same either way.
 */
public final class RandomSetPredictor implements AutoCloseable {
    private static final long MOST_KEPT = 1L << 29;
    /** Both ends of the weight, and the forms of them that predictions are computed from. */
    private static final int BYTES_A_WEIGHT = 24;
    /** So many that drawing is little beside predicting, and what is known of them little beside a draw. */
    private static final int IMAGES_A_ROUND = 2000;

    private final BayesianNetwork network;
    private final Wrapping wrapping;
    /** The weights of the budget, if it has not all: the same in every draw. */
    private final Optional<BitSet> selected;

    private final SetRule rule;
    private final int count;
    private final long seed;
    private final double[] scales;
    /** All draws, or none if they are made one at a time. */
    private final List<IntervalNetwork> kept = new ArrayList<>();

    private RandomSetPredictor(
            BayesianNetwork network, Wrapping wrapping, SetRule rule, int count, long seed, double[] scales) {
        this.network = network;
        this.wrapping = wrapping;
        this.selected = wrapping.selected(network, 0);
        this.rule = rule;
        this.count = count;
        this.seed = seed;
        this.scales = scales.clone();
    }

    /**
     * Draws that leave the maximal classes.
     *
     * @param network of one run; it must stay open, and as it is, for as long as the predictor is used
     * @param seed each draw has a stream of its own, which no other seed's draws share
     * @param scales of the radii, one a layer with weights, or none to leave them as they are drawn
     */
    public static RandomSetPredictor of(
            BayesianNetwork network, Wrapping wrapping, int count, long seed, double... scales) {
        return of(network, wrapping, SetRule.MAXIMALITY, count, seed, scales);
    }

    /** Draws that leave classes by a rule. */
    public static RandomSetPredictor of(
            BayesianNetwork network, Wrapping wrapping, SetRule rule, int count, long seed, double... scales) {
        return of(MOST_KEPT, network, wrapping, rule, count, seed, scales);
    }

    /** Draws that are kept if they need at most so many bytes. */
    static RandomSetPredictor of(
            long mostKept,
            BayesianNetwork network,
            Wrapping wrapping,
            SetRule rule,
            int count,
            long seed,
            double... scales) {
        Check.between("the number of runs", network.seeds().runs(), 1, 1);
        Check.atLeast("the number of draws", count, 1);
        Layout layout = new Layout(network.architecture(), network.bias());
        if (scales.length > 0) {
            Check.sameLength(
                    "scales",
                    scales.length,
                    "the layers with weights",
                    layout.weighted().size());
            Check.nonNegative("scales", scales);
        }
        RandomSetPredictor predictor = new RandomSetPredictor(network, wrapping, rule, count, seed, scales);
        if ((long) count * BYTES_A_WEIGHT * layout.randomSize() <= mostKept) {
            predictor.keepDraws();
        }
        return predictor;
    }

    private void keepDraws() {
        try {
            for (int i = 0; i < count; i++) {
                kept.add(draw(i));
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    IntervalNetwork draw(int number) {
        Draws draws = Draws.single(Purpose.RANDOM_SET.seed(seed, number));
        IntervalNetwork drawn = IntervalNetwork.wrap(network, wrapping.with(draws), run -> selected);
        if (scales.length == 0) {
            return drawn;
        }
        try (drawn) {
            return drawn.scaled(scales);
        }
    }

    private void forEachDraw(Consumer<IntervalNetwork> work) {
        kept.forEach(work);
        for (int i = kept.size(); i < count; i++) {
            try (IntervalNetwork drawn = draw(i)) {
                work.accept(drawn);
            }
        }
    }

    /** That of all draws. */
    public Architecture architecture() {
        return network.architecture();
    }

    /** What is told of each image. */
    @FunctionalInterface
    public interface Visitor {
        void visit(int image, PredictiveRandomSet set);
    }

    /**
     * Tells of each image of a dataset in turn; what is held does not grow with their number.
     *
     * @throws IntervalOverflowException if the bounds of a draw leave the range of float
     */
    public void predict(Dataset data, Normalisation normalisation, Visitor visitor) {
        if (kept.isEmpty()) {
            Check.atLeast("the number of images of " + data.name(), data.size(), 1);
            for (int from = 0; from < data.size(); from += IMAGES_A_ROUND) {
                Dataset some = data.subset(from, Math.min(data.size(), from + IMAGES_A_ROUND));
                tell(from, round(some, normalisation), visitor);
            }
        } else {
            ImageBatch.forEach(
                    data, normalisation, architecture(), batch -> tell(batch.first(), predict(batch), visitor));
        }
    }

    /** One draw after the other goes through all of the images. */
    private List<PredictiveRandomSet> round(Dataset images, Normalisation normalisation) {
        Found found = new Found(images.size());
        forEachDraw(draw -> {
            found.begin();
            ImageBatch.forEach(images, normalisation, architecture(), batch -> found.add(draw, batch, batch.first()));
        });
        return found.sets();
    }

    private static void tell(int first, List<PredictiveRandomSet> sets, Visitor visitor) {
        for (int i = 0; i < sets.size(); i++) {
            visitor.visit(first + i, sets.get(i));
        }
    }

    /**
     * The sets of the images of a batch.
     *
     * @throws IntervalOverflowException if the bounds of a draw leave the range of float
     */
    public List<PredictiveRandomSet> predict(ImageBatch batch) {
        Found found = new Found(batch.count());
        forEachDraw(draw -> {
            found.begin();
            found.add(draw, batch, 0);
        });
        return found.sets();
    }

    /** What the draws have said of some images so far. */
    private final class Found {
        private final int images;
        private final List<ClassSet[]> sets = new ArrayList<>();
        private final List<double[][]> midpoints = new ArrayList<>();

        Found(int images) {
            this.images = images;
        }

        /** The next draw begins. */
        void begin() {
            sets.add(new ClassSet[images]);
            midpoints.add(new double[images][]);
        }

        /** What a draw says of a batch, whose image 0 is this number among the images. */
        void add(IntervalNetwork draw, ImageBatch batch, int first) {
            ClassSet[] ofDraw = sets.get(sets.size() - 1);
            double[][] middles = midpoints.get(midpoints.size() - 1);
            // A scope a draw: the activations of all draws at once would be many times those of one.
            Scope.run(() -> {
                Activations hidden = draw.passes().hidden(batch);
                List<ClassSet> left = rule.sets(draw, hidden, batch);
                Rows rows = new Rows(draw.passes().finite(draw.passes().atMidpoints(hidden), batch), batch.count());
                for (int i = 0; i < batch.count(); i++) {
                    ofDraw[first + i] = left.get(i);
                    middles[first + i] = rows.of(i);
                }
            });
        }

        List<PredictiveRandomSet> sets() {
            return IntStream.range(0, images).mapToObj(this::set).toList();
        }

        private PredictiveRandomSet set(int image) {
            return PredictiveRandomSet.of(
                    sets.stream().map(ofDraw -> ofDraw[image]).toList(),
                    midpoints.stream().map(ofDraw -> ofDraw[image]).toArray(double[][]::new));
        }
    }

    @Override
    public void close() {
        kept.forEach(IntervalNetwork::close);
    }
}
