package org.epiwrap.evaluation;

import java.util.EnumMap;
import java.util.Map;
import org.epiwrap.credal.ClassBelief;
import org.epiwrap.credal.ClassSet;
import org.epiwrap.credal.FocalSet;
import org.epiwrap.credal.PredictiveRandomSet;
import org.epiwrap.credal.TopClass;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.input.Input;
import org.epiwrap.randomset.RandomSetPredictor;
import org.epiwrap.randomset.SetRule;

/**
 * How good predictive random sets are on labelled examples; means over the examples.
 *
 * @param decided the accuracy of decisions by the sets
 * @param pignistic the accuracy of decisions by the pignistic probabilities
 * @param setCoverage the mass of the sets that hold the true class
 * @param size the number of classes in a set, weighted by mass
 * @param vacuous the mass of the set of all classes
 */
public record RandomSetQuality(double decided, double pignistic, double setCoverage, double size, double vacuous) {

    /** Returns the quality of the sets a predictor gives; no more than some of them are held at once. */
    public static RandomSetQuality of(RandomSetPredictor predictor, Dataset data, Input input) {
        Sums sums = new Sums();
        predictor.predict(data, input, (example, set) -> sums.add(set, data.label(example)));
        return sums.over(data.size());
    }

    /** Returns the quality of the sets a predictor gives by each rule, whose passes are computed once for all. */
    public static Map<SetRule, RandomSetQuality> byRule(RandomSetPredictor predictor, Dataset data, Input input) {
        Map<SetRule, Sums> sums = new EnumMap<>(SetRule.class);
        predictor.predictByEachRule(
                data,
                input,
                (rule, example, set) ->
                        sums.computeIfAbsent(rule, unused -> new Sums()).add(set, data.label(example)));
        Map<SetRule, RandomSetQuality> qualities = new EnumMap<>(SetRule.class);
        sums.forEach((rule, own) -> qualities.put(rule, own.over(data.size())));
        return qualities;
    }

    private static final class Sums {
        private double decided;
        private double pignistic;
        private double covered;
        private double size;
        private double vacuous;

        void add(PredictiveRandomSet set, int label) {
            ClassBelief belief = set.belief();
            decided += set.decided() == label ? 1 : 0;
            pignistic += TopClass.of(belief.pignistic()) == label ? 1 : 0;
            covered += belief.plausibility(ClassSet.of(label));
            for (FocalSet focal : belief.focal()) {
                size += focal.mass() * focal.set().size();
                vacuous += focal.set().size() == belief.classes() ? focal.mass() : 0;
            }
        }

        RandomSetQuality over(double count) {
            return new RandomSetQuality(
                    decided / count, pignistic / count, covered / count, size / count, vacuous / count);
        }
    }
}
