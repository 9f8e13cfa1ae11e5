package org.epiwrap.prediction.table;

import java.util.Locale;
import java.util.OptionalDouble;
import org.epiwrap.prediction.Prediction;

/** Counts how many examples were predicted and decided and, of those whose class is known, predicted correctly. */
public final class Tally {
    private long examples;
    private long decided;
    private long labelled;
    private long correct;
    private long labelledDecided;
    private long correctDecided;
    private long otherClasses;

    /** Adds an example whose class is not known. */
    public void add(Prediction prediction) {
        examples++;
        decided += prediction.abstains() ? 0 : 1;
    }

    /** Adds an example of a class, which may be none of the model's. */
    public void add(Prediction prediction, String className) {
        add(prediction);
        if (!prediction.classNames().all().contains(className)) {
            otherClasses++;
            return;
        }
        boolean right = prediction.labelName().equals(className);
        labelled++;
        correct += right ? 1 : 0;
        if (!prediction.abstains()) {
            labelledDecided++;
            correctDecided += right ? 1 : 0;
        }
    }

    /** Returns the number of examples. */
    public long examples() {
        return examples;
    }

    /** Returns how many of them were decided. */
    public long decided() {
        return decided;
    }

    /** Returns how many are known to be of one of the model's classes. */
    public long labelled() {
        return labelled;
    }

    /** Returns how many are known to be of none of the model's classes. */
    public long otherClasses() {
        return otherClasses;
    }

    /** Returns whether the class of any example is known. */
    public boolean hasClasses() {
        return labelled + otherClasses > 0;
    }

    /** Returns the share of the labelled examples whose class was predicted, if there are any. */
    public OptionalDouble accuracy() {
        return share(correct, labelled);
    }

    /** Returns the same share of those that were decided, if there are any. */
    public OptionalDouble accuracyOfDecided() {
        return share(correctDecided, labelledDecided);
    }

    private static OptionalDouble share(long part, long whole) {
        return whole > 0 ? OptionalDouble.of((double) part / whole) : OptionalDouble.empty();
    }

    /** Returns the share of the examples that were decided; 0 if there are none. */
    public double coverage() {
        return share(decided, examples).orElse(0);
    }

    /**
     * Returns the counts in one sentence without its full stop.
     *
     * @param plural the word for several examples
     */
    public String inWords(String plural) {
        StringBuilder text = new StringBuilder(String.format(Locale.ROOT, "%,d %s", examples, plural));
        if (decided < examples) {
            text.append(String.format(Locale.ROOT, ", %,d decided (coverage %.1f %%)", decided, 100 * coverage()));
        }
        if (labelled > 0) {
            text.append(String.format(
                    Locale.ROOT, ", accuracy %.1f %%", 100 * accuracy().orElseThrow()));
            if (labelled < examples) {
                text.append(String.format(Locale.ROOT, " of %,d whose class is known", labelled));
            }
            if (labelledDecided > 0 && labelledDecided < labelled) {
                text.append(String.format(
                        Locale.ROOT,
                        ", %.1f %% of the decided ones",
                        100 * accuracyOfDecided().orElseThrow()));
            }
        }
        if (otherClasses > 0) {
            text.append(String.format(Locale.ROOT, ", %,d of classes that the model does not have", otherClasses));
        }
        return text.toString();
    }
}
