package org.epiwrap.data.profile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Parts;
import org.epiwrap.data.Volume;
import org.epiwrap.data.profile.DataWarning.Kind;

/**
 * The pictures of data: how many of which class and which size.
 *
 * @param classes in their order
 * @param sizes the most frequent first
 */
public record PictureDescription(
        String name, List<ClassCount> classes, List<SizeCount> sizes, List<DataWarning> warnings)
        implements Description {
    /** Copies the lists. */
    public PictureDescription {
        classes = List.copyOf(classes);
        sizes = List.copyOf(sizes);
        warnings = List.copyOf(warnings);
    }

    /**
     * A class and the number of its pictures.
     *
     * @param test those of them that are to test on, if such a part was found
     */
    public record ClassCount(String name, long train, long test) {}

    /** A size of pictures and the number of those that have it. */
    public record SizeCount(int height, int width, long count) {}

    /** Describes pictures by their counts. */
    public static PictureDescription of(String name, List<ClassCount> classes, List<SizeCount> sizes) {
        List<SizeCount> sorted = sizes.stream()
                .sorted(Comparator.comparingLong(SizeCount::count)
                        .reversed()
                        .thenComparing(SizeCount::height)
                        .thenComparing(SizeCount::width))
                .toList();
        return new PictureDescription(name, classes, sorted, warnings(classes, sorted));
    }

    /** Describes pictures that were read. */
    public static PictureDescription of(String name, Parts parts) {
        Volume shape = parts.train().shape();
        long[] train = counts(parts.train());
        long[] test = parts.test().map(PictureDescription::counts).orElseGet(() -> new long[train.length]);
        List<ClassCount> classes = new ArrayList<>();
        for (int i = 0; i < train.length; i++) {
            classes.add(new ClassCount(parts.train().classNames().get(i), train[i], test[i]));
        }
        long all = (long) parts.train().size() + parts.test().map(Dataset::size).orElse(0);
        return of(name, classes, List.of(new SizeCount(shape.height(), shape.width(), all)));
    }

    private static long[] counts(Dataset data) {
        long[] counts = new long[data.classNames().size()];
        for (int label : data.labels()) {
            counts[label]++;
        }
        return counts;
    }

    /** Returns this description with one more warning. */
    public PictureDescription with(DataWarning warning) {
        List<DataWarning> more = new ArrayList<>(warnings);
        more.add(warning);
        return new PictureDescription(name, classes, sizes, more);
    }

    /** Returns the number of pictures to train on, or of all if they are not divided. */
    public long train() {
        return classes.stream().mapToLong(ClassCount::train).sum();
    }

    /** Returns the number of pictures to test on, if such a part was found. */
    public long test() {
        return classes.stream().mapToLong(ClassCount::test).sum();
    }

    private static List<DataWarning> warnings(List<ClassCount> classes, List<SizeCount> sizes) {
        List<DataWarning> warnings = new ArrayList<>();
        if (classes.size() < 2) {
            warnings.add(new DataWarning(
                    Kind.UNUSABLE,
                    "Nothing can be learnt from pictures of fewer than two classes, each a folder of its own."));
        }
        Map<String, Long> counts = new TreeMap<>();
        classes.forEach(each -> counts.put(each.name(), each.train()));
        List<DataWarning> ofClasses = ClassWarnings.of(counts, "pictures");
        warnings.addAll(ofClasses);
        String untrained = classes.stream()
                .filter(each -> each.train() == 0 && each.test() > 0)
                .map(each -> "'" + each.name() + "'")
                .collect(Collectors.joining(", "));
        if (!untrained.isEmpty()) {
            warnings.add(new DataWarning(
                    Kind.UNUSABLE, "There are pictures to test on, but none to train on, of " + untrained + "."));
        }
        if (sizes.size() > 1) {
            warnings.add(new DataWarning(
                    Kind.SIZES,
                    String.format(
                            Locale.ROOT,
                            "The pictures have %,d different sizes: they must be resized to one, as --size 32x32 does.",
                            sizes.size())));
        }
        return warnings;
    }
}
