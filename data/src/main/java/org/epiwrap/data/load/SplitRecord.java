package org.epiwrap.data.load;

import java.util.List;
import org.epiwrap.check.Check;

/**
 * How data was divided, for provenance and to divide it so again: {@link DataOptions#dividedAs} with the same data gives the
 * same parts, which {@link #check} confirms.
 *
 * @param data the name of the data
 * @param classNames those that are known, in the order of their labels
 * @param unknownClasses those that were left out
 * @param train the number of training examples
 * @param calibration the number of examples to calibrate on
 * @param test the number of examples to test on
 * @param trainHash the {@linkplain org.epiwrap.data.Dataset#contentHash() hash} of the training part
 */
public record SplitRecord(
        String data,
        long seed,
        Shares shares,
        List<String> classNames,
        List<String> unknownClasses,
        int train,
        int calibration,
        int test,
        String trainHash) {

    public SplitRecord {
        classNames = List.copyOf(classNames);
        unknownClasses = List.copyOf(unknownClasses);
        Check.atLeast("train", train, 1);
        Check.atLeast("calibration", calibration, 0);
        Check.atLeast("test", test, 0);
    }

    /**
     * Checks that data is divided in this way, so that no example to calibrate or test on was trained on.
     *
     * @throws IllegalArgumentException if its training part has other examples
     */
    public void check(Data other) {
        SplitRecord found = other.record();
        if (!found.trainHash().equals(trainHash)) {
            throw new IllegalArgumentException(
                    "the data must be divided into the " + train + " training examples with hash "
                            + trainHash + " and others, but gives " + found.train() + " with hash " + found.trainHash()
                            + ": the data or the options differ");
        }
    }
}
