package org.epiwrap.data.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.epiwrap.data.DataException;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.ExampleType;
import org.epiwrap.data.Parts;
import org.epiwrap.data.Records;
import org.epiwrap.data.array.ArrayData;
import org.epiwrap.data.array.ArrayOptions;
import org.epiwrap.data.builtin.OodDataset;
import org.epiwrap.data.image.ImageFiles;
import org.epiwrap.data.image.PictureOptions;
import org.epiwrap.data.input.Input;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.data.input.TableInput;
import org.epiwrap.data.table.TableReader;

/**
 * Loads out-of-distribution examples for a model by a name of {@link OodDataset}, which takes precedence, or by the path of
 * examples, which are read by the model's own input and without labels. A name without its severity, such as {@code blur} for
 * {@code blur:3}, stands for all five.
 *
 * <pre>{@code
 * OodLoader loader = OodLoader.of(model.input(), split.train(), split.test());
 * Evaluator.of(model).against(loader.load(List.of("out-of-range", "other-country.csv")));
 * }</pre>
 *
 * @param input of the model
 * @param train the model's training examples; numbers beyond their range are out of range
 * @param test the model's test examples, which shifts change
 * @param options how files are read where the input does not say
 * @param seed of the shifts that are random
 */
public record OodLoader(Input input, Dataset train, Dataset test, DataOptions options, long seed) {
    private static final int BATCH = 500;
    private static final Pattern NUMPY = Pattern.compile("(?i)\\.np[yz]$");

    /** Returns a loader with the usual options and seed 1. */
    public static OodLoader of(Input input, Dataset train, Dataset test) {
        return new OodLoader(input, train, test, DataOptions.withDefaults(), 1);
    }

    /** Returns the same with other options. */
    public OodLoader with(DataOptions other) {
        return new OodLoader(input, train, test, other, seed);
    }

    /** Returns the same with another seed. */
    public OodLoader withSeed(long other) {
        return new OodLoader(input, train, test, options, other);
    }

    /** Returns the datasets that have names: for images other datasets and shifts, for rows shifts. */
    public List<OodDataset> named() {
        return train.type() instanceof ExampleType.Rows
                ? Stream.concat(OodDataset.tableShifts(train).stream(), OodDataset.noisyRows(train).stream())
                        .toList()
                : OodDataset.all();
    }

    /**
     * Loads several datasets, by the names to report them under: a path by its last part, or the whole path if another has
     * the same last part.
     */
    public Map<String, Dataset> load(Collection<String> namesOrPaths) throws IOException {
        Map<String, Dataset> all = new LinkedHashMap<>();
        for (String each : namesOrPaths) {
            List<OodDataset> found = find(each);
            for (OodDataset named : found) {
                all.put(named.name(), load(named));
            }
            if (found.isEmpty()) {
                Dataset data = load(each);
                all.put(all.containsKey(fileName(each)) ? each : fileName(each), data);
            }
        }
        return all;
    }

    /**
     * Loads one dataset.
     *
     * @throws DataException if there is no such name or path, if it stands for several severities, or the examples cannot be
     *     used
     * @throws IllegalArgumentException if they are no examples for the model
     */
    public Dataset load(String nameOrPath) throws IOException {
        List<OodDataset> named = find(nameOrPath);
        if (named.size() > 1) {
            throw new DataException("'" + nameOrPath + "' must have a severity to be one dataset, such as "
                    + named.get(0).name());
        }
        return named.isEmpty() ? checked(read(nameOrPath)) : load(named.get(0));
    }

    /** Returns whether a name stands for examples that are made from the training examples, which must then be known. */
    public boolean needsTraining(String nameOrPath) {
        return find(nameOrPath).stream().anyMatch(OodDataset::ofTraining);
    }

    private Dataset load(OodDataset named) throws IOException {
        if (named.ofTraining() && train.size() == 0) {
            throw new DataException("'" + named.name() + "' is made from training rows, but none are given");
        }
        return checked(named.of(test, seed));
    }

    private Dataset checked(Dataset found) {
        input.check(found);
        return found;
    }

    /** Returns what has this name or, if nothing has, every severity of it. */
    private List<OodDataset> find(String name) {
        List<OodDataset> same =
                named().stream().filter(each -> each.name().equals(name)).toList();
        return same.isEmpty()
                ? named().stream()
                        .filter(each -> each.hasSeverity() && each.family().equals(name))
                        .toList()
                : same;
    }

    private static String fileName(String path) {
        return String.valueOf(Path.of(path).toAbsolutePath().normalize().getFileName());
    }

    private Dataset read(String text) throws IOException {
        Path path = Path.of(text);
        if (!Files.exists(path)) {
            throw new DataException("out-of-distribution data for a model of " + input.plural() + " must be "
                    + String.join(", ", OodDataset.summary(named())) + " or the path of "
                    + (input instanceof TableInput
                            ? "a table or arrays"
                            : "a folder of pictures, a file of images or arrays")
                    + ", but there is no '" + text + "'");
        }
        // An IDX file may have no labels beside it: it is read as images.
        if ((Files.isDirectory(path) || NUMPY.matcher(text).find()) && ArrayData.matches(path)) {
            return arrays(path);
        }
        return input instanceof TableInput schema ? TableReader.read(path, schema, options.table()) : images(path);
    }

    private Dataset arrays(Path path) throws IOException {
        PictureOptions pictures =
                input instanceof PictureInput own ? PictureOptions.of(own.shape()) : options.pictures();
        ArrayOptions shape = new ArrayOptions(pictures, options.channels());
        if (!Files.isDirectory(path)) {
            return ArrayData.readUnlabelled(path, shape);
        }
        Parts parts = ArrayData.read(path, shape);
        return parts.test().orElseGet(parts::train);
    }

    private Dataset images(Path path) throws IOException {
        ExampleType type = new ExampleType.Images(input.shape());
        byte[] image = new byte[input.shape().size()];
        try (ImageFiles files = ImageFiles.of(List.of(path), input.shape(), true, OptionalInt.empty());
                Records.Builder records = Records.builder(image.length)) {
            for (Dataset batch = files.next(BATCH).images();
                    batch.size() > 0;
                    batch = files.next(BATCH).images()) {
                for (int i = 0; i < batch.size(); i++) {
                    batch.pixels(i, i + 1, image);
                    records.add(image);
                }
            }
            return Dataset.unlabelled(fileName(path.toString()), type, records.build());
        }
    }
}
