package org.epiwrap.cli.option;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.epiwrap.check.Check;
import org.epiwrap.data.CalibrationSet;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Part;
import org.epiwrap.data.builtin.BuiltInData;
import org.epiwrap.model.ModelData;
import org.epiwrap.model.StoredModel;
import org.epiwrap.model.manifest.DataRecord;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that name the data of a model. */
public final class DataOptions {
    private static final String TRAIN = "-train";

    @Option(names = "--data", paramLabel = "DATA")
    private @Nullable BuiltInData data;

    @Option(names = "--test-images", paramLabel = "N")
    private @Nullable Integer testImages;

    /**
     * The data of a model.
     *
     * @param training the images it was trained on, and others
     * @param test the images it is tested on
     * @param err where to print warnings
     */
    public record Data(BuiltInData name, ModelData training, Dataset test, PrintWriter err) {

        /** Returns the data of a model of this dataset, with a warning if the model was trained on others. */
        public static Data of(StoredModel model, BuiltInData name, PrintWriter err) throws IOException {
            ModelData training = ModelData.of(model, name.load(Part.TRAIN));
            Data data = new Data(name, training, name.load(Part.TEST), err);
            training.unidentified()
                    .ifPresent(record -> data.warn(
                            "the %,d images of %s that the model was trained on could not be identified among the images"
                                    + " of %s; guarantees do not hold if it was trained on those treated as held out",
                            record.images(), record.name(), name));
            return data;
        }

        /** Returns held-out images to calibrate on, with a warning if they may not be held out. */
        public CalibrationSet calibration(int maximum) {
            int heldOut = training.split().heldOut().size();
            switch (training.evidence()) {
                case NO_RECORD ->
                    warn(
                            "the model does not record which images of %s it was trained on; %,d of them are treated as"
                                    + " held out, and guarantees do not hold if it was trained on them",
                            name, heldOut);
                case NONE_HELD_OUT ->
                    warn(
                            "the model was trained on all images of %s, so that the %,d it is calibrated on are not truly"
                                    + " held out; 'epiwrap train --images %d' holds them out",
                            name, heldOut, training.train().size() - heldOut);
                case RECORDED -> {
                    if (heldOut < 2) {
                        throw new IllegalArgumentException("at least 2 images of " + name
                                + " must be held out to calibrate on, but the model was trained on all but one;"
                                + " 'epiwrap train --images' holds out more");
                    }
                }
                case OTHER_DATA -> {
                    // The warning was printed when the data was read.
                }
            }
            return training.calibration(maximum);
        }

        /** Returns no images, where nothing is calibrated on held-out ones. */
        public CalibrationSet noCalibration() {
            Dataset none = training.train().subset(0, 0);
            return new CalibrationSet(none, none);
        }

        private void warn(String format, Object... values) {
            err.println("epiwrap: warning: " + String.format(Locale.ROOT, format, values));
            err.flush();
        }
    }

    /** Returns the data of a model: the dataset that is named, or the one of its records. */
    public Data of(StoredModel model, PrintWriter err) throws IOException {
        Data all = Data.of(model, data != null ? data : named(ModelData.records(model)), err);
        return new Data(all.name(), all.training(), firstImages(all.test(), testImages), err);
    }

    /** Returns the first images of test data, as {@code --test-images} has it. */
    public static Dataset firstImages(Dataset test, @Nullable Integer number) {
        return number == null ? test : test.subset(0, Check.between("--test-images", number, 1, test.size()));
    }

    private static BuiltInData named(List<DataRecord> records) {
        if (records.isEmpty()) {
            throw new IllegalArgumentException("--data must be given: the model does not record its training data");
        }
        String wanted = records.get(0).name();
        return Arrays.stream(BuiltInData.values())
                .filter(each -> wanted.equals(each + TRAIN))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("--data must be given: the model was trained on "
                        + wanted + ", which is not a built-in dataset"));
    }
}
