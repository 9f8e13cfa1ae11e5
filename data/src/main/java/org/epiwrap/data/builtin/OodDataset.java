package org.epiwrap.data.builtin;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.epiwrap.data.Column;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Part;
import org.epiwrap.data.shift.Shift;

/**
 * Out-of-distribution (OOD) examples for a network: another dataset, or the network's own test examples after a shift.
 *
 * @param name by which it is chosen and reported
 */
public record OodDataset(String name, Source source) {
    /** Of the cells of a table, so many are moved out of range: some in a row, as a broken sensor or unit would. */
    private static final double CHANGED_SHARE = 0.1;

    /** Creates the examples. */
    @FunctionalInterface
    public interface Source {
        /** Returns the examples; shifts change the test examples, and random ones use the seed. */
        Dataset of(Dataset test, long seed) throws IOException;
    }

    /** Returns every dataset of images there is: the built-in ones, the shifts, and grey CIFAR-10. */
    public static List<OodDataset> all() {
        Stream<OodDataset> builtIn = Arrays.stream(BuiltInData.values())
                .filter(data -> data != BuiltInData.LETTERS)
                .map(OodDataset::of);
        return Stream.concat(builtIn, Stream.concat(shifts().stream(), Stream.of(greyCifar())))
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
                    (test, seed) -> Shift.outOfRange(train, CHANGED_SHARE, seed).apply(test)));
        }
        if (train.columns().stream().anyMatch(column -> column instanceof Column.Category)) {
            shifts.add(new OodDataset(
                    "unseen-categories",
                    (test, seed) -> Shift.unseenCategories(CHANGED_SHARE, seed).apply(test)));
        }
        shifts.add(
                new OodDataset("noise", (test, seed) -> Shift.noise(train, seed).apply(test)));
        return List.copyOf(shifts);
    }

    /** Returns the test images of CIFAR-10 in grey, at the size of the network's own. */
    public static OodDataset greyCifar() {
        return new OodDataset(
                "grey-cifar-10",
                (test, seed) -> Shift.grey(test.shape().height(), test.shape().width())
                        .apply(limited(BuiltInData.CIFAR_10.load(Part.TEST), test)));
    }

    /** Returns the examples, at most as many as there are test examples. */
    public Dataset of(Dataset test, long seed) throws IOException {
        return limited(source.of(test, seed), test);
    }

    private static Dataset limited(Dataset data, Dataset test) {
        return data.subset(0, Math.min(data.size(), test.size()));
    }
}
