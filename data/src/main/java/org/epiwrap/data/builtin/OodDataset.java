package org.epiwrap.data.builtin;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.epiwrap.data.Column;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Part;
import org.epiwrap.data.corruption.Combination;
import org.epiwrap.data.corruption.Corruption;
import org.epiwrap.data.shift.Shift;

/**
 * Out-of-distribution (OOD) examples for a network: another dataset, or the network's own test examples after a shift.
 *
 * @param name by which it is chosen and reported
 * @param ofTraining whether it is made from the training examples as well, which must then be known
 */
public record OodDataset(String name, Source source, boolean ofTraining) {
    /** Of the cells of a table, so many are moved out of range: some in a row, as a broken sensor or unit would. */
    private static final double CHANGED_SHARE = 0.1;

    private static final Pattern SEVERITY = Pattern.compile(":[1-" + Corruption.SEVERITIES + "]$");

    /** Creates a dataset that needs no training examples. */
    public OodDataset(String name, Source source) {
        this(name, source, false);
    }

    /** Creates the examples. */
    @FunctionalInterface
    public interface Source {
        /** Returns the examples; shifts change the test examples, and random ones use the seed. */
        Dataset of(Dataset test, long seed) throws IOException;
    }

    /**
     * Returns every dataset of images there is: the built-in ones, the shifts, grey CIFAR-10, combinations of two images, and
     * corruptions.
     */
    public static List<OodDataset> all() {
        Stream<OodDataset> builtIn = Arrays.stream(BuiltInData.values())
                .filter(data -> data != BuiltInData.LETTERS)
                .map(OodDataset::of);
        return Stream.of(
                        builtIn,
                        shifts().stream(),
                        Stream.of(greyCifar()),
                        combinations().stream(),
                        corruptions(IntStream.rangeClosed(1, Corruption.SEVERITIES)).stream())
                .flatMap(each -> each)
                .toList();
    }

    /** Returns the test examples of a built-in dataset. */
    public static OodDataset of(BuiltInData data) {
        return new OodDataset(data.toString(), (test, seed) -> data.load(Part.TEST));
    }

    /** Returns the network's own test examples rotated, inverted, with permuted pixels, and replaced by noise. */
    public static List<OodDataset> shifts() {
        return List.of(
                new OodDataset("rotated", (test, seed) -> Shift.rotated().apply(test)),
                new OodDataset("inverted", (test, seed) -> Shift.inverted().apply(test)),
                new OodDataset("permuted", (test, seed) -> Shift.permuted(seed).apply(test)),
                new OodDataset("noise", (test, seed) -> Shift.noise(seed).apply(test)));
    }

    /** Returns the network's own test images, each mixed with one of another class, and with its right half. */
    public static List<OodDataset> combinations() {
        return Arrays.stream(Combination.values())
                .map(each -> new OodDataset(
                        each.toString(),
                        (test, seed) -> Shift.combined(each, seed).apply(test)))
                .toList();
    }

    /** Returns the network's own test images after every corruption in these severities, by names such as {@code blur:3}. */
    private static List<OodDataset> corruptions(IntStream severities) {
        int[] each = severities.toArray();
        return Arrays.stream(Corruption.values())
                .flatMap(corruption -> IntStream.of(each).mapToObj(severity -> of(corruption, severity)))
                .toList();
    }

    /** Returns the network's own test images after a corruption, by a name such as {@code blur:3}. */
    public static OodDataset of(Corruption corruption, int severity) {
        return new OodDataset(
                corruption + ":" + severity,
                (test, seed) -> Shift.corrupted(corruption, severity, seed).apply(test));
    }

    /**
     * Returns the shifts that are hard to detect: every corruption in severities 1, 3 and 5, and the combinations of two
     * images.
     */
    public static List<OodDataset> hardSuite() {
        return Stream.concat(corruptions(IntStream.of(1, 3, 5)).stream(), combinations().stream())
                .toList();
    }

    /**
     * Returns the network's own test rows with permuted columns, with numbers beyond the range of the training rows, with
     * categories that these never had, and replaced by noise; those that the columns allow for.
     */
    public static List<OodDataset> tableShifts(Dataset train) {
        List<OodDataset> shifts = new ArrayList<>();
        shifts.add(new OodDataset(
                "permuted-columns", (test, seed) -> Shift.permutedColumns(seed).apply(test)));
        if (train.columns().stream().anyMatch(column -> column instanceof Column.Numeric)) {
            shifts.add(new OodDataset(
                    "out-of-range",
                    (test, seed) -> Shift.outOfRange(train, CHANGED_SHARE, seed).apply(test),
                    true));
        }
        if (train.columns().stream().anyMatch(column -> column instanceof Column.Category)) {
            shifts.add(new OodDataset(
                    "unseen-categories",
                    (test, seed) -> Shift.unseenCategories(CHANGED_SHARE, seed).apply(test)));
        }
        shifts.add(
                new OodDataset("noise", (test, seed) -> Shift.noise(train, seed).apply(test), true));
        return List.copyOf(shifts);
    }

    /** Returns the network's own test rows with noise of each severity, {@code noise:1} to {@code noise:5}. */
    public static List<OodDataset> noisyRows(Dataset train) {
        return IntStream.rangeClosed(1, Corruption.SEVERITIES)
                .mapToObj(severity -> new OodDataset(
                        "noise:" + severity,
                        (test, seed) -> Shift.noise(train, severity, seed).apply(test),
                        true))
                .toList();
    }

    /** Returns the test images of CIFAR-10 in grey, at the size of the network's own. */
    public static OodDataset greyCifar() {
        return new OodDataset(
                "grey-cifar-10",
                (test, seed) -> Shift.grey(test.shape().height(), test.shape().width())
                        .apply(limited(BuiltInData.CIFAR_10.load(Part.TEST), test)));
    }

    /** Returns whether it is one of several severities, such as {@code blur:3}. */
    public boolean hasSeverity() {
        return SEVERITY.matcher(name).find();
    }

    /** Returns the name without the severity. */
    public String family() {
        return SEVERITY.matcher(name).replaceFirst("");
    }

    /** Returns the names, with one for all severities of a family, such as {@code blur:1-5}. */
    public static List<String> summary(List<OodDataset> all) {
        return all.stream()
                .map(each -> each.hasSeverity() ? each.family() + ":1-" + Corruption.SEVERITIES : each.name)
                .distinct()
                .toList();
    }

    /** Returns the examples, at most as many as there are test examples. */
    public Dataset of(Dataset test, long seed) throws IOException {
        return limited(source.of(test, seed), test);
    }

    private static Dataset limited(Dataset data, Dataset test) {
        return data.subset(0, Math.min(data.size(), test.size()));
    }
}
