package org.epiwrap.familiarity;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.epiwrap.check.Check;
import org.epiwrap.credal.FeatureDistance;
import org.epiwrap.credal.FeatureDistance.Shrinkage;

/**
 * What the unfamiliarity UF of a network's examples needs to know: for every layer with weights, the logits included, the
 * {@linkplain FeatureDistance distance} of its features to those of the training examples, D² with covariances by {@link
 * Shrinkage#BY_CLASS_SIZE}; and the scores of held-out examples that make members comparable. The members are ln D² of
 * each layer, at least ln 10⁻¹², and the energy −ln Σ exp(z) of the logits z.
 *
 * @param distances of the layers in their order
 * @param combination of the layers' scores and, last, the energy
 */
public record UnfamiliarityCalibration(List<FeatureDistance> distances, HarmonicCombination combination) {
    /** The name of the last member. */
    public static final String ENERGY = "energy";

    /** ln D² of an example at the mean of its class, up to rounding. */
    private static final double NO_DISTANCE = Math.log(1e-12);

    public UnfamiliarityCalibration {
        distances = List.copyOf(distances);
        Check.atLeast("the number of layers", distances.size(), 1);
        Check.sameLength(
                "the members of the combination",
                combination.names().size(),
                "the layers and the energy",
                distances.size() + 1);
    }

    /** What the layers of a network made of some examples. */
    public static final class Features {
        private final List<double[][]> features;
        private final double[][] logits;

        /**
         * Takes features and logits, which are not copied.
         *
         * @param features [examples][features] of each layer in its order, see {@link FeatureDistance#features}
         * @param logits [examples][classes]
         */
        public Features(List<double[][]> features, double[][] logits) {
            for (double[][] layer : features) {
                Check.sameLength("the examples of a layer", layer.length, "those of the logits", logits.length);
            }
            this.features = List.copyOf(features);
            this.logits = logits;
        }
    }

    /**
     * Fits the distances to training examples, of which two of one class at least must differ in every layer, and the
     * combination to held-out ones.
     *
     * @param layers their names
     * @param labels of the training examples, from 0 to classes - 1
     * @param heldOut examples that the network was not trained on
     */
    public static UnfamiliarityCalibration fit(List<String> layers, Features train, int[] labels, Features heldOut) {
        Check.sameLength("the training layers", train.features.size(), "the names of the layers", layers.size());
        Check.sameLength("the held-out layers", heldOut.features.size(), "the training layers", train.features.size());
        Check.atLeast("the number of training examples", train.logits.length, 1);
        int classes = train.logits[0].length;
        // Each layer by itself: the same for any number of threads.
        List<FeatureDistance> distances = train.features.parallelStream()
                .map(layer -> FeatureDistance.fit(layer, labels, classes, Shrinkage.BY_CLASS_SIZE))
                .toList();
        double[][] scores = new double[distances.size() + 1][];
        Arrays.setAll(
                scores,
                m -> m == distances.size()
                        ? Arrays.stream(heldOut.logits)
                                .mapToDouble(UnfamiliarityCalibration::energy)
                                .toArray()
                        : Arrays.stream(heldOut.features.get(m))
                                .parallel()
                                .mapToDouble(features -> score(distances.get(m), features))
                                .toArray());
        return new UnfamiliarityCalibration(distances, HarmonicCombination.of(members(layers), scores));
    }

    /** Returns the names of the members of a network with these layers. */
    public static List<String> members(List<String> layers) {
        return Stream.concat(layers.stream(), Stream.of(ENERGY)).toList();
    }

    private static double score(FeatureDistance distance, double[] features) {
        return Math.max(NO_DISTANCE, distance.logSquared(features));
    }

    /** Returns how unfamiliar an example is, from the features of each layer and the logits. */
    public Unfamiliarity of(List<double[]> features, double[] logits) {
        Check.sameLength("features", features.size(), "the layers", distances.size());
        double[] scores = IntStream.rangeClosed(0, distances.size())
                .mapToDouble(m -> m == distances.size() ? energy(logits) : score(distances.get(m), features.get(m)))
                .toArray();
        return combination.of(scores);
    }

    /** Returns the energy of logits, −ln Σ exp(z): low where a class is likely, high where the network expects none. */
    public static double energy(double[] logits) {
        Check.atLeast("the number of logits", logits.length, 1);
        double largest = Arrays.stream(logits).max().orElseThrow();
        return -largest
                - Math.log(Arrays.stream(logits).map(z -> Math.exp(z - largest)).sum());
    }
}
