package org.epiwrap.prediction;

import java.nio.DoubleBuffer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.epiwrap.credal.ClassSet;
import org.epiwrap.credal.PredictiveRandomSet;
import org.epiwrap.promise.ConformalSets;
import org.epiwrap.scoring.Assessment;

/**
 * The numbers of predictions, filled a batch at a time.
 *
 * @param parts [runs][examples][classes]
 * @param scores [runs][examples]
 * @param sets of classes that are not ruled out, of the examples so far
 * @param assessments of the examples so far
 * @param randomSets of the examples so far
 * @param setNumbers [examples], from 0 to 1: what is random in prediction sets; see {@link SetNumbers}
 */
record Columns(
        int runs,
        int size,
        int classes,
        Map<Part, float[]> parts,
        Map<Score, double[]> scores,
        List<ClassSet> sets,
        List<Assessment> assessments,
        List<PredictiveRandomSet> randomSets,
        DoubleBuffer setNumbers) {

    /** What has a number for each class. */
    enum Part {
        PROBABILITIES,
        LOGITS,
        LOWER_LOGITS,
        UPPER_LOGITS
    }

    Columns(int runs, int size, int classes) {
        this(
                runs,
                size,
                classes,
                new EnumMap<>(Part.class),
                new EnumMap<>(Score.class),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                DoubleBuffer.allocate(size));
    }

    float[] probabilities() {
        return values(Part.PROBABILITIES);
    }

    boolean has(Part part) {
        return parts.containsKey(part);
    }

    float[] values(Part part) {
        float[] values = parts.get(part);
        if (values == null) {
            throw new IllegalStateException("these predictions have no "
                    + part.name().toLowerCase(Locale.ROOT).replace('_', ' '));
        }
        return values;
    }

    private float[] room(Part part) {
        return parts.computeIfAbsent(
                part, unused -> new float[Math.multiplyExact(Math.multiplyExact(runs, size), classes)]);
    }

    /** Puts the numbers of a batch, [runs][count][classes], from an example on. */
    void put(Part part, int first, int count, float[] batch) {
        float[] target = room(part);
        for (int run = 0; run < runs; run++) {
            System.arraycopy(batch, run * count * classes, target, (run * size + first) * classes, count * classes);
        }
    }

    /** Takes away from the probabilities of some examples what sums of rounded numbers exceed 1 by. */
    void limitProbabilities(int first, int count) {
        float[] all = probabilities();
        for (int run = 0; run < runs; run++) {
            int from = (run * size + first) * classes;
            for (int i = from; i < from + count * classes; i++) {
                all[i] = Math.min(1, all[i]);
            }
        }
    }

    /** Adds the numbers of a batch times a weight to what is there. */
    void add(Part part, int first, int count, float weight, float[] batch) {
        float[] target = room(part);
        for (int run = 0; run < runs; run++) {
            int to = (run * size + first) * classes;
            int from = run * count * classes;
            for (int i = 0; i < count * classes; i++) {
                target[to + i] += weight * batch[from + i];
            }
        }
    }

    /** Puts what is random in the prediction sets of a batch, from an example on. */
    void addSetNumbers(int first, double[] batch) {
        setNumbers.put(first, batch);
    }

    boolean has(Score score) {
        return scores.containsKey(score);
    }

    /** Returns room for a score of all runs and examples; the same each time. */
    double[] scores(Score score) {
        return scores.computeIfAbsent(score, unused -> new double[runs * size]);
    }

    List<Predictions> predictions(ClassNames names, Abstention abstention) {
        return predictions(names, abstention, Optional.empty());
    }

    List<Predictions> predictions(ClassNames names, Abstention abstention, Optional<ConformalSets> promised) {
        return IntStream.range(0, runs)
                .mapToObj(run -> new Predictions(names, Abstention.never(), promised, this, run).with(abstention))
                .toList();
    }
}
