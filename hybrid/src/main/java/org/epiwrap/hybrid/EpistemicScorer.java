package org.epiwrap.hybrid;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.epiwrap.check.Check;
import org.epiwrap.credal.ClassContour;
import org.epiwrap.credal.DecisionRadii;
import org.epiwrap.credal.Entropy;
import org.epiwrap.credal.EpistemicScore;
import org.epiwrap.credal.FeatureDistance;
import org.epiwrap.credal.LastLayer;
import org.epiwrap.credal.ShaferDiscount;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.tensor.Tensor;

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
        ImageBatches.forEach(
                train,
                normalisation,
                network.architecture(),
                (input, first, count) -> forEach(network, input, normalisation, (image, centre, radius) -> {
                    features[first + image] = FeatureDistance.features(centre, radius);
                    radii[first + image] = DecisionRadii.of(last, centre, radius);
                }));
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

    /** Tells the scores a batch of images at a time; no more than a batch is held at once. */
    public void score(Dataset data, PartVisitor visitor) {
        ImageBatches.forEach(data, normalisation, network.architecture(), (input, first, count) -> {
            Scores part = new Scores(count);
            forEach(network, input, normalisation, (image, centre, radius) -> {
                double[] radii = DecisionRadii.of(last, centre, radius);
                double u = ClassContour.of(radii, scale).nonSpecificity();
                double u0 = ClassContour.of(radii, scaleInDistribution).nonSpecificity();
                double h = Entropy.normalised(last.logits(rectified(centre)));
                double d = discount.discount(distance.logSquared(FeatureDistance.features(centre, radius)));
                part.epistemic[image] = EpistemicScore.epistemic(u, d);
                part.total[image] = EpistemicScore.total(u, h, d);
                part.totalInDistribution[image] = EpistemicScore.totalInDistribution(u0, h);
            });
            visitor.visit(first, part);
        });
    }

    private static double[] rectified(double[] values) {
        return Arrays.stream(values).map(value -> Math.max(0, value)).toArray();
    }

    private interface Visitor {
        void visit(int image, double[] centre, double[] radius);
    }

    /** Visits the images of a batch, the first as image 0. */
    private static void forEach(IntervalNetwork network, Tensor input, Normalisation normalisation, Visitor visitor) {
        FirstOrderPass.Spread spread = network.lastHidden(input, normalisation.isNonNegative());
        float[] centre = spread.centre().toArray();
        float[] radius = spread.radiusOrZeros().toArray();
        int count = (int) input.shape()[0];
        int hidden = centre.length / count;
        // Each image by itself: the same for any number of threads.
        IntStream.range(0, count)
                .parallel()
                .forEach(i -> visitor.visit(i, row(centre, i, hidden), row(radius, i, hidden)));
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

        private Scores(int images) {
            this.epistemic = new double[images];
            this.total = new double[images];
            this.totalInDistribution = new double[images];
        }

        private void put(int first, Scores part) {
            System.arraycopy(part.epistemic, 0, epistemic, first, part.epistemic.length);
            System.arraycopy(part.total, 0, total, first, part.total.length);
            System.arraycopy(part.totalInDistribution, 0, totalInDistribution, first, part.total.length);
        }

        public int images() {
            return epistemic.length;
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
