package org.epiwrap.hybrid;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.epiwrap.check.Check;
import org.epiwrap.credal.ClassContour;
import org.epiwrap.credal.DecisionRadii;
import org.epiwrap.credal.Entropy;
import org.epiwrap.credal.FeatureDistance;
import org.epiwrap.credal.LastLayer;
import org.epiwrap.credal.ShaferDiscount;
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
    private final FeatureDistance distance;
    private final ShaferDiscount discount;
    private final double scale;
    private final double scaleInDistribution;

    private EpistemicScorer(
            IntervalNetwork network,
            Normalisation normalisation,
            LastLayer last,
            FeatureDistance distance,
            ShaferDiscount discount,
            double scale,
            double scaleInDistribution) {
        this.network = network;
        this.normalisation = normalisation;
        this.last = last;
        this.distance = distance;
        this.discount = discount;
        this.scale = scale;
        this.scaleInDistribution = scaleInDistribution;
    }

    /** Calibrates on images the network was trained on; a few thousand suffice. The network must have one run. */
    public static EpistemicScorer fit(IntervalNetwork network, Dataset train, Normalisation normalisation) {
        Check.between("the number of runs", network.seeds().runs(), 1, 1);
        LastLayer last = network.lastLayer();
        double[][] features = new double[train.size()][];
        double[][] radii = new double[train.size()][];
        forEach(network, train, normalisation, (image, centre, radius) -> {
            features[image] = FeatureDistance.features(centre, radius);
            radii[image] = DecisionRadii.of(last, centre, radius);
        });
        int[] labels = IntStream.range(0, train.size()).map(train::label).toArray();
        FeatureDistance distance = FeatureDistance.fit(features, labels, last.classes());
        double[] distances = Arrays.stream(features)
                .parallel()
                .mapToDouble(distance::logSquared)
                .toArray();
        return new EpistemicScorer(
                network,
                normalisation,
                last,
                distance,
                ShaferDiscount.fit(distances),
                ClassContour.scaleFor(radii, ClassContour.BITS),
                ClassContour.scaleFor(radii, ClassContour.BITS_IN_DISTRIBUTION));
    }

    /** The scores of all images of a dataset. */
    public Scores score(Dataset data) {
        double[] epistemic = new double[data.size()];
        double[] total = new double[data.size()];
        double[] totalInDistribution = new double[data.size()];
        forEach(network, data, normalisation, (image, centre, radius) -> {
            Assessment assessment = assess(centre, radius);
            epistemic[image] = assessment.epistemic();
            total[image] = assessment.total();
            totalInDistribution[image] = assessment.totalInDistribution();
        });
        return new Scores(epistemic, total, totalInDistribution);
    }

    /**
     * What is known of each image of a batch.
     *
     * @throws IntervalOverflowException if the radii leave the range of float
     */
    public List<Assessment> assess(ImageBatch batch) {
        return Scope.get(() -> {
            FirstOrderPass.Spread spread = network.lastHidden(batch.input());
            Rows centres = network.finite(spread.centre(), batch);
            Rows radii = network.finite(spread.radius(), batch);
            return IntStream.range(0, batch.count())
                    .parallel()
                    .mapToObj(i -> assess(centres.of(i), radii.of(i)))
                    .toList();
        });
    }

    private Assessment assess(double[] centre, double[] radius) {
        double[] radii = DecisionRadii.of(last, centre, radius);
        return new Assessment(
                ClassContour.of(radii, scale),
                ClassContour.of(radii, scaleInDistribution),
                Entropy.normalised(last.logits(rectified(centre))),
                discount.discount(distance.logSquared(FeatureDistance.features(centre, radius))));
    }

    public IntervalNetwork network() {
        return network;
    }

    public Normalisation normalisation() {
        return normalisation;
    }

    private static double[] rectified(double[] values) {
        return Arrays.stream(values).map(value -> Math.max(0, value)).toArray();
    }

    private interface Visitor {
        void visit(int image, double[] centre, double[] radius);
    }

    private static void forEach(IntervalNetwork network, Dataset data, Normalisation normalisation, Visitor visitor) {
        ImageBatches.forEach(data, normalisation, network.architecture().input(), (input, first, count) -> {
            FirstOrderPass.Spread spread = network.lastHidden(input);
            float[] centre = spread.centre().toArray();
            float[] radius = spread.radius().toArray();
            int hidden = centre.length / count;
            // Each image by itself: the same for any number of threads.
            IntStream.range(0, count)
                    .parallel()
                    .forEach(i -> visitor.visit(first + i, row(centre, i, hidden), row(radius, i, hidden)));
        });
    }

    private static double[] row(float[] values, int row, int length) {
        double[] result = new double[length];
        for (int i = 0; i < length; i++) {
            result[i] = values[row * length + i];
        }
        return result;
    }

    /** One score an image; larger means less is known. */
    public static final class Scores {
        private final double[] epistemic;
        private final double[] total;
        private final double[] totalInDistribution;

        private Scores(double[] epistemic, double[] total, double[] totalInDistribution) {
            this.epistemic = epistemic;
            this.total = total;
            this.totalInDistribution = totalInDistribution;
        }

        /** EU, for images from elsewhere. */
        public double[] epistemic() {
            return epistemic.clone();
        }

        /** TU, one score for all. */
        public double[] total() {
            return total.clone();
        }

        /** TU0, for errors among images like those of training. */
        public double[] totalInDistribution() {
            return totalInDistribution.clone();
        }
    }
}
