package org.epiwrap.experiments.workspace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.epiwrap.baseline.InputBaseline;
import org.epiwrap.baseline.InputMahalanobis;
import org.epiwrap.baseline.NonZeroPixels;
import org.epiwrap.data.CalibrationSet;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.HoldOut;
import org.epiwrap.data.Part;
import org.epiwrap.data.builtin.BuiltInData;
import org.epiwrap.data.builtin.Letters;
import org.epiwrap.data.builtin.OodDataset;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.experiments.measurement.MeasuredScore;

/** The datasets of experiments of one size, each read once. */
public final class ExperimentData {
    /** So that every experiment sees the same permutation and the same noise. */
    private static final long OOD_SEED = 1;

    private static final int SCORE_EXAMPLES = 10_000;

    private static final long SAMPLE_SEED = 1;

    private final ExperimentSize size;
    private final List<TableFile> files;
    private final Map<String, Dataset> datasets = new LinkedHashMap<>();
    /** By the training examples they know. */
    private final Map<String, Map<MeasuredScore, InputBaseline>> pixelBaselines = new LinkedHashMap<>();

    ExperimentData(ExperimentSize size) {
        this(size, List.of());
    }

    private ExperimentData(ExperimentSize size, List<TableFile> files) {
        this.size = size;
        this.files = files;
    }

    /** Returns the data of experiments on these tables, too. */
    ExperimentData with(List<TableFile> tables) {
        return new ExperimentData(size, List.copyOf(tables));
    }

    /** Returns the names of all tables, the built-in one first. */
    public List<String> tables() {
        return Stream.concat(Stream.of(TableFile.LETTERS), files.stream().map(TableFile::name))
                .toList();
    }

    /** Returns the rows of a table by its name. */
    public Dataset table(String name) throws IOException {
        Dataset known = datasets.get(name);
        if (known == null) {
            Dataset all = name.equals(TableFile.LETTERS)
                    ? Letters.all()
                    : files.stream()
                            .filter(file -> file.name().equals(name))
                            .findFirst()
                            .orElseThrow()
                            .read();
            // In a file, rows may be sorted.
            known = all.size() > size.images() ? first(all.shuffled(SAMPLE_SEED), size.images()) : all;
            datasets.put(name, known);
        }
        return known;
    }

    /** Returns a whole part of a dataset. */
    public Dataset load(BuiltInData data, Part part) {
        return datasets.computeIfAbsent(data + "/" + part, name -> {
            try {
                return data.load(part);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /** Returns all examples to train on, as in the paper. */
    public Dataset train(BuiltInData data) {
        return first(load(data, Part.TRAIN), size.images());
    }

    /** Returns all but the held-out examples, for networks that are calibrated. */
    public Dataset trainButHeldOut(BuiltInData data) {
        return first(split(data).train(), size.images());
    }

    /** Returns the held-out examples, the last of the training set, on which radii are chosen. */
    public CalibrationSet heldOut(BuiltInData data) {
        return forChoices(limited(split(data).heldOut()));
    }

    /** Returns the held-out examples in halves: one for choices, such as of radii, and one for promises. */
    public CalibrationSet halves(BuiltInData data) {
        return CalibrationSet.of(limited(split(data).heldOut()));
    }

    /** Returns examples for choices alone; there are no promises. */
    public static CalibrationSet forChoices(Dataset heldOut) {
        return new CalibrationSet(heldOut, heldOut.subset(0, 0));
    }

    /** Returns the training examples that the scale of scores is fitted to. */
    public static Dataset forScores(Dataset train) {
        return first(train, SCORE_EXAMPLES);
    }

    private HoldOut split(BuiltInData data) {
        Dataset all = load(data, Part.TRAIN);
        return HoldOut.first(all, all.size() - CalibrationSet.DEFAULT_HELD_OUT);
    }

    /** Returns the test examples. */
    public Dataset test(BuiltInData data) {
        return limited(load(data, Part.TEST));
    }

    private Dataset limited(Dataset data) {
        return first(data, size.testImages());
    }

    private static Dataset first(Dataset data, int maximum) {
        return data.subset(0, Math.min(data.size(), maximum));
    }

    /**
     * Returns the places of so many examples, or of all if there are fewer, spread over all: the first half of MNIST's test
     * images is harder than the second.
     */
    public static int[] spread(Dataset data, int maximum) {
        int count = Math.min(maximum, data.size());
        return IntStream.range(0, count)
                .map(i -> (int) ((long) i * data.size() / count))
                .toArray();
    }

    /** Returns the other of MNIST and Fashion-MNIST, which networks of the one do not know. */
    public static BuiltInData other(BuiltInData data) {
        return data == BuiltInData.MNIST ? BuiltInData.FASHION_MNIST : BuiltInData.MNIST;
    }

    /**
     * Returns out-of-distribution examples for networks of MNIST or Fashion-MNIST, by the names of measurements. CIFAR-10
     * is left out if it is not on this machine.
     */
    public Map<String, Dataset> outOfDistribution(BuiltInData data) {
        Dataset test = test(data);
        Map<String, Dataset> sets = new LinkedHashMap<>();
        sets.put(other(data).toString(), test(other(data)));
        for (OodDataset ood : OodDataset.shifts()) {
            sets.put(ood.name(), create(ood, test));
        }
        if (BuiltInData.CIFAR_10.isAvailable()) {
            sets.put(GREY_CIFAR, limited(create(OodDataset.greyCifar(), test)));
        }
        return sets;
    }

    /** The name of grey CIFAR-10 in measurements. */
    public static final String GREY_CIFAR = "grey-cifar";

    /** Returns test examples after a shift that draws the same for every experiment. */
    public static Dataset create(OodDataset ood, Dataset test) {
        try {
            return ood.of(test, OOD_SEED);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the scores that look at pixels alone, to compare with every score of a network. */
    public Map<MeasuredScore, InputBaseline> pixelBaselines(Dataset train) {
        return pixelBaselines.computeIfAbsent(train.name() + "/" + train.size(), unused -> {
            Map<MeasuredScore, InputBaseline> both = new EnumMap<>(MeasuredScore.class);
            both.put(MeasuredScore.NON_ZERO_PIXELS, new NonZeroPixels());
            both.put(MeasuredScore.PIXEL_DISTANCE, InputMahalanobis.fit(train, PictureInput.unit(train.shape())));
            return both;
        });
    }
}
