package org.epiwrap.cli.option;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.epiwrap.check.Check;
import org.epiwrap.data.CalibrationSet;
import org.epiwrap.data.DataException;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.HoldOut;
import org.epiwrap.data.builtin.BuiltInData;
import org.epiwrap.data.image.PictureOptions;
import org.epiwrap.data.image.PictureSize;
import org.epiwrap.data.load.DataOptions;
import org.epiwrap.model.ModelData;
import org.epiwrap.model.StoredModel;
import org.epiwrap.model.manifest.DataRecord;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that name data, and say how it is read. */
public final class DataArguments {
    private static final String TRAIN = "-train";
    /** The share of other data that a calibration is tested on. */
    private static final double TEST_SHARE = 0.15;

    @Option(names = "--data", paramLabel = "DATA")
    private @Nullable String data;

    @Mixin
    private final TableArguments table = new TableArguments();

    @Option(names = "--size", paramLabel = "HEIGHTxWIDTH")
    private @Nullable String size;

    @Option(names = "--colour", paramLabel = "COLOURING")
    private PictureOptions.@Nullable Colouring colour;

    @Option(names = "--test", paramLabel = "PATH")
    private @Nullable Path test;

    @Option(names = "--calibration", paramLabel = "PATH")
    private @Nullable Path calibration;

    @Option(names = "--test-images", paramLabel = "N")
    private @Nullable Integer testImages;

    /** Returns the name or path of the data, if it is given. */
    public @Nullable String data() {
        return data;
    }

    /** Returns how data is read. */
    public DataOptions options() {
        DataOptions options = DataOptions.withDefaults().withTable(table.options());
        options = Given.with(options, size, (given, text) -> given.withSize(PictureSize.parse(text)));
        options = Given.with(options, colour, DataOptions::withColouring);
        options = Given.with(options, test, DataOptions::withTest);
        return Given.with(options, calibration, DataOptions::withCalibration);
    }

    /**
     * The data of a model.
     *
     * @param name of the data, as it was given
     * @param training the examples it was trained on, and others
     * @param test the examples it is tested on
     * @param err where to print warnings
     */
    public record Data(String name, ModelData training, Dataset test, PrintWriter err) {

        /** Returns the data of a model, with a warning if the model was trained on other data. */
        public static Data of(StoredModel model, String name, DataOptions options, PrintWriter err) throws IOException {
            ModelData training = ModelData.read(model, name, options);
            Data data = new Data(name, training, training.test(), err);
            training.unidentified()
                    .ifPresent(record -> data.warn(
                            "the %,d %s of %s that the model was trained on could not be identified among those of %s;"
                                    + " guarantees do not hold if it was trained on those treated as held out",
                            record.images(), data.plural(), record.name(), name));
            return data;
        }

        /** Returns the word for the examples. */
        public String plural() {
            return test.type().plural();
        }

        /** Returns held-out examples to calibrate on, with a warning if they may not be held out. */
        public CalibrationSet calibration(int maximum) {
            int heldOut = training.split().heldOut().size();
            switch (training.evidence()) {
                case NO_RECORD ->
                    warn(
                            "the model does not record which %s of %s it was trained on; %,d of them are treated as"
                                    + " held out, and guarantees do not hold if it was trained on them",
                            plural(), name, heldOut);
                case NONE_HELD_OUT ->
                    warn(
                            "the model was trained on all %s of %s, so that the %,d it is calibrated on are not truly"
                                    + " held out; 'epiwrap train --images %d' holds them out",
                            plural(), name, heldOut, training.train().size() - heldOut);
                case RECORDED -> {
                    if (heldOut < 2) {
                        throw new IllegalArgumentException("at least 2 " + plural() + " of " + name
                                + " must be held out to calibrate on, but the model was trained on all but " + heldOut
                                + (BuiltInData.find(name).isPresent()
                                        ? "; 'epiwrap train --images' holds out more"
                                        : "; --calibration takes others"));
                    }
                }
                case OTHER_DATA -> {
                    // The warning was printed when the data was read.
                }
            }
            return training.calibration(maximum);
        }

        /**
         * Returns held-out examples to give promises on, with a warning if they may not be held out.
         *
         * @throws IllegalArgumentException if the model was trained on all examples
         */
        public CalibrationSet promises(int maximum) {
            if (training.evidence() == ModelData.Evidence.NONE_HELD_OUT) {
                throw new IllegalArgumentException("promises must rest on examples that the model was not trained on,"
                        + " but it was trained on all " + plural() + " of " + name + "; 'epiwrap train --images "
                        + (training.train().size() - training.split().heldOut().size())
                        + "' holds others out, and 'epiwrap calibrate --data' takes new ones");
            }
            return calibration(maximum);
        }

        /** Returns no examples, where nothing is calibrated on held-out ones. */
        public CalibrationSet noCalibration() {
            Dataset none = training.train().subset(0, 0);
            return new CalibrationSet(none, none);
        }

        private void warn(String format, Object... arguments) {
            err.println("epiwrap: warning: " + String.format(Locale.ROOT, format, arguments));
            err.flush();
        }
    }

    /**
     * Returns the data that a model is evaluated on: that of {@code --test}, or the part of the given data that was held
     * out for it, or all of the given data if the model was trained on other data.
     */
    public Data forEvaluation(StoredModel model, PrintWriter err) throws IOException {
        if (data == null && test != null && builtIn(ModelData.records(model)).isEmpty()) {
            return unseen(model, test, err);
        }
        if (data == null || test != null || BuiltInData.find(data).isPresent()) {
            Data all = of(model, err);
            return test == null ? all : new Data(test.toString(), all.training(), all.test(), err);
        }
        ModelData found;
        try {
            found = ModelData.read(model, data, options());
        } catch (DataException e) {
            // There may be too few examples to divide, but enough to test on; whatever else is wrong is found again.
            return warned(unseen(model, Path.of(data), err));
        }
        return found.evidence() == ModelData.Evidence.OTHER_DATA
                ? warned(unseen(model, Path.of(data), err))
                : tested(new Data(data, found, found.test(), err));
    }

    /**
     * Returns the data that promises are given on: the held-out part of the data that the model was trained on, or other
     * data, of which a share is kept to test on unless {@code --test} has that.
     *
     * @throws IllegalArgumentException if all of the data is what the model was trained on
     */
    public Data forCalibration(StoredModel model, PrintWriter err) throws IOException {
        if (data == null || BuiltInData.find(data).isPresent()) {
            return of(model, err);
        }
        Optional<ModelData> own = divided(model, data);
        if (own.isPresent() && own.get().evidence() != ModelData.Evidence.OTHER_DATA) {
            return tested(new Data(data, own.get(), own.get().test(), err));
        }
        ModelData all = ModelData.unseen(model, Path.of(data), options());
        ModelData.checkNotTrainedOn(model, all.test());
        HoldOut parts = test == null
                ? all.test()
                        .sample((int) Math.round((1 - TEST_SHARE) * all.test().size()))
                : new HoldOut(
                        all.test(), ModelData.unseen(model, test, options()).test());
        Dataset none = all.test().subset(0, 0);
        ModelData fresh =
                new ModelData(new HoldOut(none, parts.train()), parts.heldOut(), all.evidence(), all.unidentified());
        Data found = new Data(data, fresh, parts.heldOut(), err);
        found.warn(
                "the model was not trained on %s as it is; if it was trained on some of its %s, promises do not hold",
                data, found.plural());
        return tested(found);
    }

    /** Returns data as it was divided for a model; empty if there are too few examples to divide. */
    private Optional<ModelData> divided(StoredModel model, String name) throws IOException {
        try {
            return Optional.of(ModelData.read(model, name, options()));
        } catch (DataException e) {
            // Whatever else is wrong is found again when all of it is read.
            return Optional.empty();
        }
    }

    private Data unseen(StoredModel model, Path path, PrintWriter err) throws IOException {
        ModelData all = ModelData.unseen(model, path, options());
        return tested(new Data(path.toString(), all, all.test(), err));
    }

    private static Data warned(Data data) {
        data.warn(
                "the model was not trained on %s as it is, so that all of its %,d %s are test data; if it was trained on"
                        + " some of them, the figures are too good",
                data.name(), data.test().size(), data.plural());
        return data;
    }

    /** Returns the data that a model is trained, calibrated or tested on: the given one, or the built-in one of its own. */
    public Data of(StoredModel model, PrintWriter err) throws IOException {
        return tested(Data.of(model, data != null ? data : named(ModelData.records(model)), options(), err));
    }

    private Data tested(Data all) {
        if (all.test().size() == 0) {
            throw new IllegalArgumentException("--test must be given: none of " + all.name() + " is left to test on");
        }
        return new Data(all.name(), all.training(), limited(all.test()), all.err());
    }

    /** Returns the first examples of test data, as {@code --test-images} has it. */
    public Dataset limited(Dataset all) {
        return testImages == null ? all : all.subset(0, Check.between("--test-images", testImages, 1, all.size()));
    }

    private static String named(List<DataRecord> records) {
        if (records.isEmpty()) {
            throw new IllegalArgumentException("--data must be given: the model does not record its training data");
        }
        return builtIn(records)
                .map(BuiltInData::toString)
                .orElseThrow(() -> new IllegalArgumentException("--data must be given: the model was trained on "
                        + records.get(0).name() + ", which is not a built-in dataset"));
    }

    private static Optional<BuiltInData> builtIn(List<DataRecord> records) {
        return records.stream()
                .limit(1)
                .map(DataRecord::name)
                .flatMap(wanted -> Arrays.stream(BuiltInData.values()).filter(each -> wanted.equals(each + TRAIN)))
                .findFirst();
    }
}
