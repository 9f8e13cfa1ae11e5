package org.epiwrap.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.epiwrap.check.Check;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Part;
import org.epiwrap.experiments.NamedData;
import org.epiwrap.model.DataRecord;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.model.StoredModel;
import org.epiwrap.model.TrainingRecord;
import org.epiwrap.model.TuningRecord;
import org.jspecify.annotations.Nullable;

/** The images that go with a model: those it was trained on, those it was not, and those it is tested on. */
final class ModelImages {
    /** What is taken as held out where nothing is known to be. */
    static final int HELD_OUT = 5000;

    private static final String TRAIN = "-train";

    private final NamedData name;
    private final Dataset all;
    /** The images the model was trained on, and the others; empty where that is not known. */
    private final Optional<Dataset.Split> trained;

    private final Dataset test;
    private final PrintWriter err;
    private boolean warned;

    private ModelImages(NamedData name, Dataset all, Optional<Dataset.Split> trained, Dataset test, PrintWriter err) {
        this.name = name;
        this.all = all;
        this.trained = trained;
        this.test = test;
        this.err = err;
    }

    /**
     * The images of a dataset, or of the one that the model's records name.
     *
     * @param testImages how many of the first test images are wanted, or all
     * @param err where it is told that the model was trained on other images than these
     */
    static ModelImages of(StoredModel model, @Nullable NamedData data, @Nullable Integer testImages, PrintWriter err)
            throws IOException {
        List<DataRecord> records = records(model);
        NamedData name = data != null ? data : named(records);
        Dataset all = name.load(Part.TRAIN);
        model.architecture().input().check(all);
        Check.sameLength(
                "the classes of " + name,
                all.classNames().size(),
                "the network's outputs",
                model.architecture().classes());
        Dataset test = name.load(Part.TEST);
        if (testImages != null) {
            test = test.subset(0, Check.between("--test-images", testImages, 1, test.size()));
        }
        ModelImages images = new ModelImages(name, all, trained(records, name, all, err), test, err);
        // Where the records are of other images, that was said already.
        images.warned = !records.isEmpty() && images.trained.isEmpty();
        return images;
    }

    private static List<DataRecord> records(StoredModel model) {
        Optional<DataRecord> training = model.card().training().map(TrainingRecord::data);
        Optional<DataRecord> tuning =
                model instanceof EpistemicModel interval ? interval.tuning().map(TuningRecord::data) : Optional.empty();
        return Stream.of(training, tuning).flatMap(Optional::stream).toList();
    }

    private static NamedData named(List<DataRecord> records) {
        if (records.isEmpty()) {
            throw new IllegalArgumentException(
                    "--data must be given, for the model's file does not say what it was trained on");
        }
        String wanted = records.get(0).name();
        return Arrays.stream(NamedData.values())
                .filter(data -> wanted.equals(data + TRAIN))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "--data must be given, for the model was trained on " + wanted + ", which has no name here"));
    }

    private static Optional<Dataset.Split> trained(
            List<DataRecord> records, NamedData name, Dataset all, PrintWriter err) {
        Optional<Dataset.Split> most = Optional.empty();
        for (DataRecord record : records) {
            Optional<Dataset.Split> known = known(record, all);
            if (known.isEmpty()) {
                warn(
                        err,
                        "the model was trained on %,d images of %s, which are not known to be those of %s here; what is"
                                + " taken as held out promises too much if it has seen it",
                        record.images(),
                        record.name(),
                        name);
                return Optional.empty();
            }
            if (most.isEmpty()
                    || most.get().train().size() < known.get().train().size()) {
                most = known;
            }
        }
        return most;
    }

    /** As 'epiwrap train' draws images, or the first ones, as a program may take them. */
    private static Optional<Dataset.Split> known(DataRecord record, Dataset all) {
        int images = record.images();
        if (images > all.size()) {
            return Optional.empty();
        }
        return Stream.of(all.sample(images), new Dataset.Split(all.subset(0, images), all.subset(images, all.size())))
                .filter(split -> split.train().contentHash().equals(record.sha256()))
                .findFirst();
    }

    private static void warn(PrintWriter err, String format, Object... values) {
        err.println("epiwrap: warning: " + String.format(Locale.ROOT, format, values));
        err.flush();
    }

    NamedData name() {
        return name;
    }

    /** Those the model was trained on; where that is not known, all but a few. */
    Dataset train() {
        return trained.orElseGet(this::assumed).train();
    }

    private Dataset.Split assumed() {
        return all.sample(all.size() - HELD_OUT);
    }

    /** Images that the model was not trained on; where none are known, some of all, with a warning. */
    Dataset heldOut(int most) {
        Dataset others = trained.orElseGet(this::assumed).validation();
        if (trained.isEmpty()) {
            warnOnce(
                    "it is not known which images of %s the model was trained on; %,d of them are taken as held out, and"
                            + " promise too much if it has seen them",
                    name, HELD_OUT);
        } else if (others.size() == 0) {
            others = assumed().validation();
            warnOnce(
                    "the model was trained on all images of %s, so that the %,d it is calibrated on are not truly held"
                            + " out; 'epiwrap train --images %d' holds them out",
                    name, HELD_OUT, all.size() - HELD_OUT);
        } else if (others.size() == 1) {
            throw new IllegalArgumentException("at least 2 images of " + name
                    + " must be left to calibrate on, but the model was trained on all but one; 'epiwrap train --images'"
                    + " leaves more");
        }
        return others.sample(Math.min(most, others.size())).train();
    }

    /** The half of {@link #heldOut} on which radii are calibrated. */
    Dataset heldOutForRadii(int most) {
        return halves(most).train();
    }

    /** The other half: a threshold chosen where the radii were would promise too much. */
    Dataset heldOutForThreshold(int most) {
        return halves(most).validation();
    }

    private Dataset.Split halves(int most) {
        Dataset heldOut = heldOut(most);
        return heldOut.sample(heldOut.size() / 2);
    }

    private void warnOnce(String format, Object... values) {
        if (!warned) {
            warn(err, format, values);
        }
        warned = true;
    }

    Dataset test() {
        return test;
    }
}
