package org.epiwrap.data.load;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.epiwrap.data.ColumnNames;
import org.epiwrap.data.DataException;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.ExampleType;
import org.epiwrap.data.Part;
import org.epiwrap.data.Parts;
import org.epiwrap.data.Split;
import org.epiwrap.data.array.ArrayData;
import org.epiwrap.data.array.ArrayOptions;
import org.epiwrap.data.builtin.BuiltInData;
import org.epiwrap.data.image.ImageFolder;
import org.epiwrap.data.image.PictureOptions;
import org.epiwrap.data.input.Input;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.data.input.Scale;
import org.epiwrap.data.input.TableInput;
import org.epiwrap.data.profile.DataDescription;
import org.epiwrap.data.profile.DataWarning;
import org.epiwrap.data.table.RowSource;
import org.epiwrap.data.table.TableFormats;
import org.epiwrap.data.table.TableReader;

/**
 * Labelled data, read and divided: examples to train, to calibrate and to test on, and those of classes that were left out.
 * The same data and {@linkplain DataOptions options} always give the same parts.
 *
 * <pre>{@code
 * Split letters = Data.table(Path.of("letters.csv"), "letter").split();
 * Data pets = Data.of("pets", DataOptions.withDefaults().withSize(new PictureSize(64, 64)));
 * }</pre>
 */
public final class Data {
    private static final int MIN_CLASSES = 2;
    private static final int MIN_EXAMPLES = 2;

    private final String name;
    private final DataOptions options;
    private final Split split;
    private final Optional<Dataset> unknown;
    private final List<String> notes;
    private final Optional<TableReader.Profiled> table;

    private Data(
            String name,
            DataOptions options,
            Split split,
            Optional<Dataset> unknown,
            List<String> notes,
            Optional<TableReader.Profiled> table) {
        this.name = name;
        this.options = options;
        this.split = split;
        this.unknown = unknown;
        this.notes = List.copyOf(notes);
        this.table = table;
    }

    /**
     * Reads data by what it is: the name of {@linkplain BuiltInData built-in data}, which takes precedence, or the path of a
     * table, of arrays, or of a folder of pictures.
     *
     * @throws DataException if it is none of them, or cannot be used; the message is one sentence
     * @throws IllegalArgumentException if the options do not fit the data
     */
    public static Data of(String nameOrPath, DataOptions options) throws IOException {
        Optional<BuiltInData> builtIn = BuiltInData.find(nameOrPath);
        if (builtIn.isPresent()) {
            return builtIn(builtIn.get(), options);
        }
        Path path = Path.of(nameOrPath);
        return switch (DataKind.of(path)) {
            case TABLE -> table(path, options);
            case IMAGES -> images(path, options);
            case ARRAYS -> arrays(path, options);
        };
    }

    /** Divides examples that were read before. */
    public static Data of(Dataset examples, DataOptions options) throws IOException {
        return divided(examples.name(), new Parts(examples, Optional.empty(), List.of()), options);
    }

    /** Reads built-in data by its name, such as {@code mnist}; its published test part is kept. */
    public static Data builtIn(String name) throws IOException {
        BuiltInData data = BuiltInData.find(name)
                .orElseThrow(() -> new IllegalArgumentException("the name of built-in data must be one of "
                        + Arrays.toString(BuiltInData.values()) + ", but is '" + name + "'"));
        return builtIn(data, DataOptions.withDefaults());
    }

    /** Reads built-in data; its published test part is kept. */
    public static Data builtIn(BuiltInData data, DataOptions options) throws IOException {
        Parts parts = new Parts(data.load(Part.TRAIN), Optional.of(data.load(Part.TEST)), List.of());
        return divided(data.toString(), parts, options);
    }

    /** Reads a table. */
    public static Data table(Path file, String label) throws IOException {
        return table(file, DataOptions.withDefaults().withLabel(label));
    }

    /** Reads a table, whose column of labels the options must name. */
    public static Data table(Path file, DataOptions options) throws IOException {
        if (options.table().label().isEmpty()) {
            try (RowSource rows = TableFormats.open(file, options.table().text())) {
                throw new IllegalArgumentException("the column with the labels of " + file
                        + " must be named (--label), one of " + ColumnNames.listed(rows.header()));
            }
        }
        TableReader.Profiled table = TableReader.of(file, options.table()).readProfiled();
        Data data = of(table.rows(), options);
        return new Data(data.name, data.options, data.split, data.unknown, data.notes, Optional.of(table));
    }

    /**
     * Reads data for a model that exists, by the model's own input and classes, whatever the options say of columns, shapes
     * and cells.
     *
     * @param classNames those of the model; classes that the options call unknown come on top
     * @throws DataException if it has not the columns, the shape or the classes of the model
     */
    public static Data like(String nameOrPath, DataOptions options, Input input, List<String> classNames)
            throws IOException {
        Optional<BuiltInData> builtIn = BuiltInData.find(nameOrPath);
        if (builtIn.isPresent()) {
            return builtIn(builtIn.get(), options);
        }
        Path path = Path.of(nameOrPath);
        List<String> all = new ArrayList<>(classNames);
        all.addAll(options.unknownClasses());
        if (input instanceof TableInput schema && DataKind.of(path) == DataKind.TABLE) {
            DataOptions written = options.withTable(options.table().like(schema.format()));
            return of(TableReader.read(path, schema, all, written.table()), written);
        }
        DataOptions shaped = input instanceof PictureInput pictures
                ? options.withPictures(PictureOptions.of(pictures.shape())
                        .withSkipOthers(options.pictures().skipOthers()))
                : options;
        return of(nameOrPath, shaped);
    }

    /**
     * Reads examples that a model was not trained on, by its own input and classes: the test part if there is one, else all
     * of them. The parts to train and to calibrate on are empty.
     *
     * @param classNames those of the model; classes that the options call unknown come on top
     * @throws DataException if they have not the columns, the shape or the classes of the model
     */
    public static Data unseen(Path path, DataOptions options, Input input, List<String> classNames) throws IOException {
        List<String> all = new ArrayList<>(classNames);
        all.addAll(options.unknownClasses());
        DataKind kind = DataKind.of(path);
        Dataset found;
        if (kind == DataKind.TABLE && input instanceof TableInput schema) {
            found = TableReader.read(path, schema, all, options.table());
        } else {
            PictureOptions pictures = input instanceof PictureInput own
                    ? PictureOptions.of(own.shape())
                            .withSkipOthers(options.pictures().skipOthers())
                    : options.pictures();
            Parts parts = labelled(path, kind, pictures, options);
            found = withClasses(path, parts.test().orElseGet(parts::train), all);
        }
        UnknownClasses unknown = UnknownClasses.of(all, options.unknownClasses());
        Dataset tested = unknown.known(found);
        Dataset none = tested.subset(0, 0);
        return new Data(
                fileName(path),
                options,
                new Split(none, none, tested),
                unknown.unknown(found, Optional.empty()),
                List.of(),
                Optional.empty());
    }

    /** Reads a folder of pictures by class, all of one size. */
    public static Data images(Path folder) throws IOException {
        return images(folder, DataOptions.withDefaults());
    }

    /** Reads a folder of pictures by class. */
    public static Data images(Path folder, DataOptions options) throws IOException {
        return divided(fileName(folder), ImageFolder.read(folder, options.pictures()), options);
    }

    /** Reads arrays. */
    public static Data arrays(Path path) throws IOException {
        return arrays(path, DataOptions.withDefaults());
    }

    /** Reads arrays. */
    public static Data arrays(Path path, DataOptions options) throws IOException {
        return divided(fileName(path), ArrayData.read(path, arrayOptions(options)), options);
    }

    private static ArrayOptions arrayOptions(DataOptions options) {
        return new ArrayOptions(options.pictures(), options.channels());
    }

    private static String fileName(Path path) {
        return String.valueOf(path.toAbsolutePath().normalize().getFileName());
    }

    private static Data divided(String name, Parts parts, DataOptions options) throws IOException {
        List<String> notes = new ArrayList<>(parts.notes());
        Dataset all = parts.train();
        Optional<Dataset> test = parts.test();
        if (options.test().isPresent()) {
            if (test.isPresent()) {
                notes.add("The test part of " + name + " is not used, since another is given.");
            }
            test = Optional.of(readLike(options.test().get(), all, options));
        }
        Optional<Dataset> calibration = options.calibration().isPresent()
                ? Optional.of(readLike(options.calibration().get(), all, options))
                : Optional.empty();
        UnknownClasses unknown = UnknownClasses.of(all.classNames(), options.unknownClasses());
        Dataset known = unknown.known(all);
        checkClasses(name, known);
        Shares shares = options.again()
                ? options.shares()
                : options.shares().without(calibration.isPresent(), test.isPresent());
        Split split = shares.split(known, options.seed());
        checkTrained(name, split.train());
        Dataset tested = test.isPresent() ? unknown.known(test.get()) : split.test();
        Dataset calibrated = calibration.isPresent() ? unknown.known(calibration.get()) : split.calibration();
        return new Data(
                name,
                options.withShares(shares),
                new Split(split.train(), calibrated, tested),
                unknown.unknown(all, test),
                notes,
                Optional.empty());
    }

    /** Reads examples of the same type and the same classes. */
    private static Dataset readLike(Path path, Dataset train, DataOptions options) throws IOException {
        DataKind kind = DataKind.of(path);
        if (kind == DataKind.TABLE && train.type() instanceof ExampleType.Rows) {
            TableInput schema = TableInput.fit(train).with(options.table().cells());
            return TableReader.read(path, schema, train.classNames(), options.table());
        }
        PictureOptions pictures = train.type() instanceof ExampleType.Images images
                ? PictureOptions.of(images.shape())
                        .withSkipOthers(options.pictures().skipOthers())
                : options.pictures();
        Dataset found = labelled(path, kind, pictures, options).train();
        if (!found.type().equals(train.type())) {
            throw new DataException(path + " must have examples like those of the training data (" + train
                    + "), but has others (" + found + ")");
        }
        return withClasses(path, found, train.classNames());
    }

    private static Parts labelled(Path path, DataKind kind, PictureOptions pictures, DataOptions options)
            throws IOException {
        return switch (kind) {
            case TABLE -> new Parts(TableReader.read(path, options.table()), Optional.empty(), List.of());
            case IMAGES -> new Parts(ImageFolder.readPart(path, pictures), Optional.empty(), List.of());
            case ARRAYS -> ArrayData.read(path, new ArrayOptions(pictures, options.channels()));
        };
    }

    private static Dataset withClasses(Path path, Dataset data, List<String> classNames) throws DataException {
        try {
            return data.withClasses(classNames);
        } catch (IllegalArgumentException e) {
            throw new DataException(path + ": " + e.getMessage(), e);
        }
    }

    private static void checkClasses(String name, Dataset data) throws DataException {
        int[] counts = counts(data);
        long present = Arrays.stream(counts).filter(count -> count > 0).count();
        if (present < MIN_CLASSES) {
            throw new DataException(
                    name + " must have examples of at least " + MIN_CLASSES + " classes, but has those of " + present);
        }
        for (int label = 0; label < counts.length; label++) {
            if (counts[label] < MIN_EXAMPLES) {
                throw new DataException(name + " must have at least " + MIN_EXAMPLES
                        + " examples of every class, to train and to test on, but has " + counts[label] + " of '"
                        + data.classNames().get(label) + "': leave the class out or declare it unknown");
            }
        }
    }

    private static void checkTrained(String name, Dataset train) throws DataException {
        int[] counts = counts(train);
        for (int label = 0; label < counts.length; label++) {
            if (counts[label] == 0) {
                throw new DataException(name + " must have more examples of '"
                        + train.classNames().get(label) + "', since none is left to train on after the division");
            }
        }
    }

    private static int[] counts(Dataset data) {
        int[] counts = new int[data.classNames().size()];
        for (int label : data.labels()) {
            counts[label]++;
        }
        return counts;
    }

    /** Returns the name of the data. */
    public String name() {
        return name;
    }

    /** Returns the examples to train, to calibrate and to test on. */
    public Split split() {
        return split;
    }

    /**
     * Returns the examples of the classes that were left out, if there are any: those of the test part, if it was given apart
     * and has some. They are named after the classes, such as {@code unknown classes (Q, Z)}.
     */
    public Optional<Dataset> unknown() {
        return unknown;
    }

    /** Returns what a user should know of the reading, a sentence each. */
    public List<String> notes() {
        return notes;
    }

    /** Returns what to beware of in the data, if it is a table that was read as it is; see {@link DataDescriber}. */
    public List<DataWarning> warnings() {
        return table.map(TableReader.Profiled::description)
                .map(found -> options.test().isPresent() ? found.withTest(split.train(), split.test()) : found)
                .map(DataDescription::warnings)
                .orElse(List.of());
    }

    /** Returns the options by which it was read. */
    public DataOptions options() {
        return options;
    }

    /** Returns how the data was divided. */
    public Division division() {
        return new Division(options.table().label(), options.seed(), options.shares(), options.unknownClasses());
    }

    /** Returns the input to use for the training examples, with cells written as in this data. */
    public Input input() {
        return input(split.train(), Scale.Kind.STANDARD);
    }

    /**
     * Returns the input to use for those of the training examples that a model is trained on, with cells written as in this
     * data.
     *
     * @param train all training examples or a sample of them
     * @param scale of the numbers in tables; images have a scale of their own
     */
    public Input input(Dataset train, Scale.Kind scale) {
        return train.type() instanceof ExampleType.Rows
                ? TableInput.fit(train, scale).with(options.table().cells())
                : Input.defaultFor(train);
    }
}
