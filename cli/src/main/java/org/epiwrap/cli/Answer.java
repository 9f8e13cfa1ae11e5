package org.epiwrap.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.epiwrap.credal.ClassSet;
import org.epiwrap.credal.ProbabilityIntervals;
import org.epiwrap.prediction.Prediction;

/** What a model says of one image. */
sealed interface Answer {

    List<String> classNames();

    double[] probabilities();

    /** Of a Bayesian network both ends of each are its probability. */
    ProbabilityIntervals intervals();

    /** The classes that are not ruled out. */
    ClassSet possible();

    /** Whether the label should not be relied on. */
    default boolean abstains() {
        return false;
    }

    /** All that is known, in several lines. */
    String describe();

    /** Adds what this kind of answer knows beyond labels and probabilities. */
    void addTo(ObjectNode json);

    /** The most probable class, of equals the first. */
    default int label() {
        double[] shares = probabilities();
        return IntStream.range(0, shares.length)
                .reduce((best, c) -> shares[c] > shares[best] ? c : best)
                .orElseThrow();
    }

    default String labelName() {
        return classNames().get(label());
    }

    /** In one line, such as {@code 7 (probability 0.993)}. */
    default String line() {
        return String.format(Locale.ROOT, "%s (probability %.3f)", labelName(), probabilities()[label()]);
    }

    default ObjectNode json(String image) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("image", image)
                .put("label", label())
                .put("class", labelName())
                .put("probability", probabilities()[label()]);
        Arrays.stream(probabilities()).forEach(node.putArray("probabilities")::add);
        addTo(node);
        return node;
    }

    private static void addIntervals(ObjectNode json, Answer answer) {
        ArrayNode lower = json.putArray("lower");
        ArrayNode upper = json.putArray("upper");
        for (int c = 0; c < answer.classNames().size(); c++) {
            lower.add(answer.intervals().lower(c));
            upper.add(answer.intervals().upper(c));
        }
        answer.possible().classes().forEach(json.putArray("possible")::add);
    }

    /**
     * Of an interval network with calibrated scores.
     *
     * @param among the classes that were asked for, if some were
     */
    record Scored(Prediction prediction, Optional<ClassSet> among) implements Answer {
        @Override
        public List<String> classNames() {
            return prediction.classNames().all();
        }

        @Override
        public double[] probabilities() {
            return prediction.probabilities();
        }

        @Override
        public ProbabilityIntervals intervals() {
            return prediction.intervals();
        }

        @Override
        public ClassSet possible() {
            return prediction.possible();
        }

        @Override
        public boolean abstains() {
            return prediction.abstains();
        }

        @Override
        public String line() {
            return prediction
                    + among.map(set -> String.format(
                                    Locale.ROOT,
                                    ", %s with belief %.3f and plausibility %.3f",
                                    prediction.classNames().describe(set),
                                    prediction.belief(set),
                                    prediction.plausibility(set)))
                            .orElse("");
        }

        @Override
        public String describe() {
            return prediction.describe()
                    + among.map(set -> lines(String.format(
                                    Locale.ROOT,
                                    "belief %.3f and plausibility %.3f that it is one of %s",
                                    prediction.belief(set),
                                    prediction.plausibility(set),
                                    prediction.classNames().describe(set))))
                            .orElse("");
        }

        @Override
        public void addTo(ObjectNode json) {
            addIntervals(json, this);
            ClassSet alone = ClassSet.of(label());
            json.put("belief", prediction.belief(alone))
                    .put("plausibility", prediction.plausibility(alone))
                    .put("eu", prediction.epistemic())
                    .put("tu", prediction.total())
                    .put("tu0", prediction.totalInDistribution())
                    .put("abstains", prediction.abstains());
            among.ifPresent(set -> {
                ObjectNode node = json.putObject("among");
                set.classes().forEach(node.putArray("classes")::add);
                node.put("belief", prediction.belief(set)).put("plausibility", prediction.plausibility(set));
            });
        }
    }

    /** Of an interval network without calibrated scores. */
    @SuppressWarnings("ArrayRecordComponent") // told and forgotten, never compared
    record Bounded(List<String> classNames, double[] probabilities, ProbabilityIntervals intervals, ClassSet possible)
            implements Answer {
        @Override
        public String describe() {
            int label = label();
            return lines(
                    line(),
                    String.format(
                            Locale.ROOT,
                            "probability %.3f, not below %.3f nor above %.3f for any weights inside their intervals",
                            probabilities[label],
                            intervals.lower(label),
                            intervals.upper(label)),
                    "classes not ruled out: "
                            + (possible.size() == classNames.size()
                                    ? "all " + possible.size()
                                    : possible.classes()
                                            .mapToObj(classNames::get)
                                            .collect(Collectors.joining(", ", "{", "}"))));
        }

        @Override
        public void addTo(ObjectNode json) {
            addIntervals(json, this);
        }
    }

    /** Of a Bayesian network: the average of its draws, and how far they disagree. Entropies are in nats. */
    @SuppressWarnings("ArrayRecordComponent") // told and forgotten, never compared
    record Averaged(List<String> classNames, double[] probabilities, double entropy, double mutualInformation)
            implements Answer {
        @Override
        public ProbabilityIntervals intervals() {
            // The probabilities are sums of floats; intervals are strict about the sum of theirs.
            double sum = Arrays.stream(probabilities).sum();
            double[] exact = Arrays.stream(probabilities).map(p -> p / sum).toArray();
            return ProbabilityIntervals.of(exact, exact);
        }

        @Override
        public ClassSet possible() {
            return ClassSet.of(label());
        }

        @Override
        public String describe() {
            return lines(
                    line(),
                    String.format(
                            Locale.ROOT,
                            "entropy %.3f nats, of which the draws disagree on %.3f (mutual information)",
                            entropy,
                            mutualInformation));
        }

        @Override
        public void addTo(ObjectNode json) {
            json.put("entropy", entropy).put("mutualInformation", mutualInformation);
        }
    }

    private static String lines(String... lines) {
        return Arrays.stream(lines).map(line -> line + System.lineSeparator()).collect(Collectors.joining());
    }
}
