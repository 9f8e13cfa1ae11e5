package org.epiwrap.experiments;

import java.util.LinkedHashMap;
import java.util.Map;
import org.epiwrap.credal.ClassBelief;
import org.epiwrap.credal.ClassSet;
import org.epiwrap.credal.FocalSet;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.intervalnet.RandomSetPredictor;
import org.epiwrap.intervalnet.SetRule;
import org.epiwrap.intervalnet.Wrapping;
import org.epiwrap.network.BayesianNetwork;

/** How good the random sets of a network are on images of which the truth is known. */
public final class RandomSets {
    private final Dataset images;
    private int decided;
    private int pignistic;
    private double coverage;
    private double size;
    private double vacuous;

    /**
     * Means over images.
     *
     * @param decided how often the decision by the sets is right
     * @param pignistic how often that by the pignistic probabilities is
     * @param coverage the mass of the sets that hold the truth
     * @param size of the sets, by their masses
     * @param vacuous the mass of the set of all classes
     */
    public record Quality(double decided, double pignistic, double coverage, double size, double vacuous) {
        Map<String, Double> byName() {
            Map<String, Double> values = new LinkedHashMap<>();
            values.put("decided", decided);
            values.put("pignistic", pignistic);
            values.put("coverage", coverage);
            values.put("size", size);
            values.put("vacuous", vacuous);
            return values;
        }
    }

    private RandomSets(Dataset images) {
        this.images = images;
    }

    /** The mean over images of what the draws' sets cover, by their masses, and how often decisions by them are right. */
    public static Quality measured(
            BayesianNetwork network,
            double[] scales,
            SetRule rule,
            int draws,
            long seed,
            Dataset images,
            Normalisation normalisation) {
        RandomSets sets = new RandomSets(images);
        try (RandomSetPredictor predictor =
                RandomSetPredictor.of(network, Wrapping.withDefaults(), rule, draws, seed, scales)) {
            predictor.predict(images, normalisation, (image, set) -> sets.add(image, set.belief(), set.decided()));
        }
        return sets.means();
    }

    private void add(int image, ClassBelief belief, int decision) {
        int label = images.label(image);
        decided += decision == label ? 1 : 0;
        pignistic += largest(belief.pignistic()) == label ? 1 : 0;
        coverage += belief.plausibility(ClassSet.of(label));
        for (FocalSet focal : belief.focal()) {
            size += focal.mass() * focal.set().size();
            vacuous += focal.set().size() == belief.classes() ? focal.mass() : 0;
        }
    }

    private static int largest(double[] values) {
        int best = 0;
        for (int c = 1; c < values.length; c++) {
            best = values[c] > values[best] ? c : best;
        }
        return best;
    }

    private Quality means() {
        double count = images.size();
        return new Quality(decided / count, pignistic / count, coverage / count, size / count, vacuous / count);
    }
}
