package org.epiwrap.prediction;

import java.util.Locale;
import java.util.Optional;
import org.epiwrap.check.Check;
import org.epiwrap.credal.ClassBelief;
import org.epiwrap.credal.ClassSet;
import org.epiwrap.credal.LowerEntropy;
import org.epiwrap.credal.PredictiveRandomSet;
import org.epiwrap.credal.ProbabilityIntervals;
import org.epiwrap.intervalnet.Assessment;

/**
 * All that an interval network says of one image. Scores are from 0 to 1, and larger means less is known; entropies are in
 * nats.
 */
public final class Prediction {
    private final ClassNames names;
    private final double[] probabilities;
    private final ProbabilityIntervals intervals;
    private final ClassSet possible;
    private final Assessment assessment;
    private final Optional<PredictiveRandomSet> randomSet;
    private final Abstention abstention;

    Prediction(
            ClassNames names,
            double[] probabilities,
            ProbabilityIntervals intervals,
            ClassSet possible,
            Assessment assessment,
            Optional<PredictiveRandomSet> randomSet,
            Abstention abstention) {
        this.names = names;
        this.probabilities = probabilities;
        this.intervals = intervals;
        this.possible = possible;
        this.assessment = assessment;
        this.randomSet = randomSet;
        this.abstention = abstention;
    }

    public ClassNames classNames() {
        return names;
    }

    /** The most probable class, of equals the first; there is one even where the network {@linkplain #abstains abstains}. */
    public int label() {
        int best = 0;
        for (int c = 1; c < probabilities.length; c++) {
            best = probabilities[c] > probabilities[best] ? c : best;
        }
        return best;
    }

    /** The name of the most probable class. */
    public String labelName() {
        return names.of(label());
    }

    /** Whether so little is known that the label should not be relied on. */
    public boolean abstains() {
        return abstention.appliesTo(this);
    }

    /** One probability per class. */
    public double[] probabilities() {
        return probabilities.clone();
    }

    public double probability(int category) {
        return probabilities[checked(category)];
    }

    public double probability(String className) {
        return probabilities[names.number(className)];
    }

    /** Bounds of the probability of each class that hold for any choice of weights from their intervals. */
    public ProbabilityIntervals intervals() {
        return intervals;
    }

    /** The classes that not every choice of weights from their intervals rules out; the label is among them. */
    public ClassSet possible() {
        return possible;
    }

    /**
     * Belief over sets of classes, from the decision radii, discounted by how unlike the training images this one is. Its
     * most plausible class is that of the midpoints of the weights, which may differ from the label where another
     * averaging decides.
     */
    public ClassBelief belief() {
        return assessment.belief();
    }

    /** How far it is certain that the class is one of these. */
    public double belief(ClassSet set) {
        return belief().belief(checked(set));
    }

    public double belief(String... classNames) {
        return belief().belief(names.set(classNames));
    }

    /** How far it is possible that the class is one of these; at least the belief. */
    public double plausibility(ClassSet set) {
        return belief().plausibility(checked(set));
    }

    public double plausibility(String... classNames) {
        return belief().plausibility(names.set(classNames));
    }

    /** EU: whether the image is from elsewhere. */
    public double epistemic() {
        return assessment.epistemic();
    }

    /** TU: whether the image is from elsewhere, or the label in error. */
    public double total() {
        return assessment.total();
    }

    /** TU0: whether the label is in error, for an image like those of training. */
    public double totalInDistribution() {
        return assessment.totalInDistribution();
    }

    /** The share of all that is said which the image's distance from the training images takes away. */
    public double discount() {
        return assessment.discount();
    }

    /** The largest entropy within the probability intervals. */
    public double upperEntropy() {
        return intervals.upperEntropy();
    }

    /** The least entropy within the probability intervals. */
    public LowerEntropy lowerEntropy() {
        return intervals.lowerEntropy();
    }

    /** What several drawn networks say, if the predictor has some. */
    public Optional<PredictiveRandomSet> randomSet() {
        return randomSet;
    }

    private int checked(int category) {
        return Check.between("class", category, 0, names.size() - 1);
    }

    private ClassSet checked(ClassSet set) {
        set.classes().forEach(this::checked);
        return set;
    }

    /** Several lines of plain text. */
    public String describe() {
        int label = label();
        ClassSet alone = ClassSet.of(label);
        StringBuilder text = new StringBuilder();
        line(text, "%s", this);
        line(
                text,
                "probability %.3f, between %.3f and %.3f for any weights inside their intervals",
                probabilities[label],
                intervals.lower(label),
                intervals.upper(label));
        line(text, "classes not ruled out: %s", described(possible));
        line(
                text,
                "belief %.3f and plausibility %.3f that it is %s",
                belief(alone),
                plausibility(alone),
                names.of(label));
        line(
                text,
                "epistemic uncertainty (EU) %.3f; discount for being unlike training images %.3f",
                epistemic(),
                discount());
        line(
                text,
                "total uncertainty (TU) %.3f; for an image like those of training (TU0) %.3f",
                total(),
                totalInDistribution());
        line(
                text,
                "entropy of the class between %.3f and %.3f nats",
                lowerEntropy().proven(),
                upperEntropy());
        randomSet.ifPresent(set -> line(
                text,
                "drawn networks: %s, belief %.3f and plausibility %.3f",
                names.of(set.decided()),
                set.belief().belief(ClassSet.of(set.decided())),
                set.belief().plausibility(ClassSet.of(set.decided()))));
        return text.toString();
    }

    /** Such as {@code 7 (probability 0.993)}, or {@code unknown, perhaps 7 (probability 0.412, TU 0.871 > 0.500)}. */
    @Override
    public String toString() {
        int label = label();
        return abstains()
                ? String.format(
                        Locale.ROOT,
                        "unknown, perhaps %s (probability %.3f, %s %.3f > %.3f)",
                        names.of(label),
                        probabilities[label],
                        abstention.score().name(),
                        abstention.score().of(this),
                        abstention.threshold())
                : String.format(Locale.ROOT, "%s (probability %.3f)", names.of(label), probabilities[label]);
    }

    private static void line(StringBuilder text, String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append(System.lineSeparator());
    }

    private String described(ClassSet set) {
        return set.size() == names.size() ? "all " + set.size() : names.describe(set);
    }
}
