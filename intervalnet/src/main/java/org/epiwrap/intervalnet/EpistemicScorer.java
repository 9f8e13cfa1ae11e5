package org.epiwrap.intervalnet;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Layer;
import org.epiwrap.check.Check;
import org.epiwrap.credal.ClassContour;
import org.epiwrap.credal.DecisionRadii;
import org.epiwrap.credal.Entropy;
import org.epiwrap.credal.EpistemicCalibration;
import org.epiwrap.credal.EpistemicScore;
import org.epiwrap.credal.FeatureDistance;
import org.epiwrap.credal.LastLayer;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.tensor.Scope;

/**
 * How little an interval network knows of an image. From the decision radii comes a contour over the classes, whose
 * non-specificity says how many of them remain; from the distance of the last hidden layer's features to those of the
 * training images, a discount of all that is said.
 */
public final class EpistemicScorer {
    private final IntervalNetwork network;
    private final Normalisation normalisation;
    private final LastLayer last;
    private final EpistemicCalibration calibration;

    private EpistemicScorer(
            IntervalNetwork network, Normalisation normalisation, LastLayer last, EpistemicCalibration calibration) {
        this.network = network;
        this.normalisation = normalisation;
        this.last = last;
        this.calibration = calibration;
    }

    /**
     * Calibrates on images the network was trained on; a few thousand suffice, see {@link EpistemicCalibration#fit} for
     * the fewest. The network must have one run.
     *
     * @throws IntervalOverflowException if the radii leave the range of float
     */
    public static EpistemicScorer fit(IntervalNetwork network, Dataset train, Normalisation normalisation) {
        Check.between("the number of runs", network.seeds().runs(), 1, 1);
        LastLayer last = lastLayer(network, normalisation);
        double[][] features = new double[train.size()][];
        double[][] radii = new double[train.size()][];
        ImageBatch.forEach(train, normalisation, network.architecture(), batch -> {
            Hidden hidden = Hidden.of(network, batch);
            // Each image by itself: the same for any number of threads.
            IntStream.range(0, batch.count()).parallel().forEach(i -> {
                double[] centre = hidden.centres().of(i);
                double[] radius = hidden.radii().of(i);
                features[batch.first() + i] = FeatureDistance.features(centre, radius);
                radii[batch.first() + i] = DecisionRadii.of(last, centre, radius);
            });
        });
        int[] labels = IntStream.range(0, train.size()).map(train::label).toArray();
        return new EpistemicScorer(network, normalisation, last, EpistemicCalibration.fit(features, labels, radii));
    }

    /** A scorer of a network, of one run, that was calibrated before. */
    public static EpistemicScorer of(
            IntervalNetwork network, Normalisation normalisation, EpistemicCalibration calibration) {
        Check.between("the number of runs", network.seeds().runs(), 1, 1);
        LastLayer last = lastLayer(network, normalisation);
        Check.sameLength(
                "the calibration's features",
                calibration.distance().features(),
                "the network's",
                features(network.architecture()));
        return new EpistemicScorer(network, normalisation, last, calibration);
    }

    private static LastLayer lastLayer(IntervalNetwork network, Normalisation normalisation) {
        List<Layer> layers = network.architecture().layers();
        features(network.architecture());
        return network.passes()
                .lastLayer(FirstOrderPass.isNonNegative(
                        layers.subList(0, layers.size() - 1), normalisation.isNonNegative()));
    }

    /** How many features an image has for a network of this kind: two for each input of its last, dense layer. */
    public static int features(Architecture architecture) {
        List<Layer> layers = architecture.layers();
        int last = layers.size() - 1;
        if (last < 0 || !(layers.get(last) instanceof Layer.Dense)) {
            throw new IllegalArgumentException("a network must end in a dense layer to be scored, but does not");
        }
        int inputs =
                Layer.through(layers.subList(0, last), architecture.input()).size();
        return 2 * Check.between("the inputs of the last layer", inputs, 1, Integer.MAX_VALUE / 2);
    }

    /** What was found on the training images. */
    public EpistemicCalibration calibration() {
        return calibration;
    }

    /** The scores of all images of a dataset. */
    public Scores score(Dataset data) {
        Scores all = new Scores(data.size());
        score(data, all::put);
        return all;
    }

    /** What is told of some images. */
    @FunctionalInterface
    public interface PartVisitor {
        /** The scores of a part of the dataset, whose image 0 is the dataset's image {@code first}. */
        void visit(int first, Scores part);
    }

    /**
     * Tells the scores a batch of images at a time; no more than a batch is held at once.
     *
     * @throws IntervalOverflowException if the radii leave the range of float
     */
    public void score(Dataset data, PartVisitor visitor) {
        ImageBatch.forEach(
                data,
                normalisation,
                network.architecture(),
                batch -> visitor.visit(batch.first(), new Scores(assess(batch))));
    }

    /**
     * What is known of each image of a batch.
     *
     * @throws IntervalOverflowException if the radii leave the range of float
     */
    public List<Assessment> assess(ImageBatch batch) {
        Hidden hidden = Hidden.of(network, batch);
        return IntStream.range(0, batch.count())
                .parallel()
                .mapToObj(i -> assess(hidden.centres().of(i), hidden.radii().of(i)))
                .toList();
    }

    /**
     * For each image of a batch and each class, how much all radii of the network, of weights and biases, may be scaled
     * before that class can be the top one for some choice of weights; 8 where it cannot up to that scale, 0 for the top
     * class of the weights' midpoints itself. Unlike the radii that the scores use, these are guarantees, up to
     * rounding: {@link DecisionRadii#guaranteed}. Only for networks of one hidden layer or none, with no ReLU but one
     * directly before the last layer, since the radii of others are known to first order alone.
     *
     * @throws IntervalOverflowException if the radii leave the range of float
     */
    public List<double[]> guaranteedRadii(ImageBatch batch) {
        Check.between("the layers with weights of a network with guaranteed radii", network.byFanIn().length, 1, 2);
        checkRelus(network.architecture().layers());
        Hidden hidden = Hidden.of(network, batch);
        return IntStream.range(0, batch.count())
                .parallel()
                .mapToObj(i -> DecisionRadii.guaranteed(
                        last, hidden.centres().of(i), hidden.radii().of(i)))
                .toList();
    }

    /**
     * A unit that is off may be switched on by a larger radius, which only the last layer's own ReLU is asked for. Before
     * the first weights there are no radii.
     */
    private static void checkRelus(List<Layer> layers) {
        int last = layers.size() - 1;
        while (last > 0 && isTransparent(layers.get(last - 1))) {
            last--;
        }
        int first = 0;
        while (first < layers.size() && !has(layers.get(first), EpistemicScorer::hasWeights)) {
            first++;
        }
        if (last > 0 && layers.get(last - 1) instanceof Layer.Relu) {
            last--;
        }
        for (int i = first; i < last; i++) {
            if (has(layers.get(i), layer -> layer instanceof Layer.Relu)) {
                throw new IllegalArgumentException("radii are guaranteed only where a ReLU comes directly before the"
                        + " last layer, but there is one elsewhere");
            }
        }
    }

    private static boolean isTransparent(Layer layer) {
        return layer instanceof Layer.Dropout || layer instanceof Layer.Flatten;
    }

    private static boolean hasWeights(Layer layer) {
        return layer instanceof Layer.Dense || layer instanceof Layer.Convolution;
    }

    private static boolean has(Layer layer, Predicate<Layer> wanted) {
        return layer instanceof Layer.Residual residual
                ? Stream.concat(residual.body().stream(), residual.shortcut().stream())
                        .anyMatch(inner -> has(inner, wanted))
                : wanted.test(layer);
    }

    private Assessment assess(double[] centre, double[] radius) {
        double[] radii = DecisionRadii.of(last, centre, radius);
        return new Assessment(
                ClassContour.of(radii, calibration.scale()),
                Entropy.normalised(last.logitsOfHidden(centre)),
                calibration
                        .discount()
                        .discount(calibration.distance().logSquared(FeatureDistance.features(centre, radius))));
    }

    public IntervalNetwork network() {
        return network;
    }

    public Normalisation normalisation() {
        return normalisation;
    }

    /** What the last layer sees of each image of a batch, to first order. */
    private record Hidden(Rows centres, Rows radii) {
        static Hidden of(IntervalNetwork network, ImageBatch batch) {
            return Scope.get(() -> {
                FirstOrderPass.Spread spread = network.passes().lastHidden(batch);
                return new Hidden(
                        new Rows(spread.centre().toArray(), batch.count()),
                        new Rows(spread.radiusOrZeros().toArray(), batch.count()));
            });
        }
    }

    /** One score an image; larger means less is known. */
    public static final class Scores {
        /** U, H and δ of an image, of which all scores are made. */
        private final double[] nonSpecificity;

        private final double[] entropy;
        private final double[] discount;

        private Scores(int images) {
            this.nonSpecificity = new double[images];
            this.entropy = new double[images];
            this.discount = new double[images];
        }

        private Scores(List<Assessment> images) {
            this.nonSpecificity = images.stream()
                    .mapToDouble(image -> image.contour().nonSpecificity())
                    .toArray();
            this.entropy = images.stream().mapToDouble(Assessment::entropy).toArray();
            this.discount = images.stream().mapToDouble(Assessment::discount).toArray();
        }

        private void put(int first, Scores part) {
            System.arraycopy(part.nonSpecificity, 0, nonSpecificity, first, part.images());
            System.arraycopy(part.entropy, 0, entropy, first, part.images());
            System.arraycopy(part.discount, 0, discount, first, part.images());
        }

        public int images() {
            return discount.length;
        }

        /** U: how many classes the radii leave, 0 for one and 1 for all. */
        public double[] nonSpecificity() {
            return nonSpecificity.clone();
        }

        /** δ: how unlike the training images the features are. */
        public double[] discount() {
            return discount.clone();
        }

        /** The same where a network's averaging, in place of its weights' midpoints, decides: {@link Assessment#decidedBy}. */
        public Scores decidedBy(IntervalPredictive predictive) {
            Check.sameLength("predictive", predictive.images(), "the scores", images());
            Scores own = new Scores(images());
            own.put(0, this);
            Arrays.setAll(own.entropy, i -> Entropy.shareOfLargest(predictive.probabilities(0, i)));
            return own;
        }

        /** EU, for images from elsewhere. */
        public double[] epistemic() {
            return each(i -> EpistemicScore.epistemic(nonSpecificity[i], discount[i]));
        }

        /** TU, one score for all. */
        public double[] total() {
            return each(i -> EpistemicScore.total(nonSpecificity[i], entropy[i], discount[i]));
        }

        /** TU0, for errors among images like those of training. */
        public double[] totalInDistribution() {
            return each(i -> EpistemicScore.totalInDistribution(nonSpecificity[i], entropy[i]));
        }

        private double[] each(IntToDoubleFunction score) {
            return IntStream.range(0, images()).mapToDouble(score).toArray();
        }
    }
}
