package org.epiwrap.model;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.epiwrap.check.Check;
import org.epiwrap.data.CalibrationSet;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.HoldOut;
import org.epiwrap.data.Part;
import org.epiwrap.data.Split;
import org.epiwrap.data.builtin.BuiltInData;
import org.epiwrap.data.input.Input;
import org.epiwrap.data.load.Data;
import org.epiwrap.data.load.DataOptions;
import org.epiwrap.data.load.Division;
import org.epiwrap.model.manifest.DataRecord;
import org.epiwrap.model.manifest.TrainingRecord;
import org.epiwrap.model.manifest.TuningRecord;

/**
 * The training part of a dataset, divided into the examples that a model was trained on and those it was not, as far as
 * the model's records show. Where they do not, {@value CalibrationSet#DEFAULT_HELD_OUT} examples are treated as held out.
 *
 * @param split the examples the model was trained on, and the held-out ones
 * @param test the examples to test on
 * @param unknown the examples of classes that were left out of training, if there are any: near out-of-distribution data
 * @param evidence how reliable the split is
 * @param unidentified the first record of the model whose examples are not found in the dataset, if there is one
 */
public record ModelData(
        HoldOut split, Dataset test, Optional<Dataset> unknown, Evidence evidence, Optional<DataRecord> unidentified) {

    /** Creates data without unknown classes. */
    public ModelData(HoldOut split, Dataset test, Evidence evidence, Optional<DataRecord> unidentified) {
        this(split, test, Optional.empty(), evidence, unidentified);
    }

    /** What the held-out examples rest on. */
    public enum Evidence {
        /** The model's records identify the examples it was trained on. */
        RECORDED,
        /** The model was trained on all examples: none is truly held out. */
        NONE_HELD_OUT,
        /** The examples that the model was trained or fine-tuned on could not be identified among these. */
        OTHER_DATA,
        /** The model has no records. */
        NO_RECORD
    }

    /** Returns the records of the data that a model was trained and fine-tuned on, the first training first. */
    public static List<DataRecord> records(StoredModel model) {
        Optional<DataRecord> training = model.card().training().map(TrainingRecord::data);
        Optional<DataRecord> tuning = model instanceof EpistemicModel epistemic
                ? epistemic.tuning().map(TuningRecord::data)
                : Optional.empty();
        Optional<DataRecord> imported =
                model.card().origin().flatMap(record -> record.trainedOn().data());
        return Stream.of(training, imported, tuning).flatMap(Optional::stream).toList();
    }

    /**
     * Refuses examples to give promises on that a model was trained or fine-tuned on, all of them together.
     *
     * @throws IllegalArgumentException if a record of the model is that of these examples
     */
    public static void checkNotTrainedOn(StoredModel model, Dataset examples) {
        for (DataRecord record : records(model)) {
            if (record.images() == examples.size()
                    && record.sha256().equals(model.input().hash(examples))) {
                throw new IllegalArgumentException(
                        "promises must be given on examples that the model was not trained on,"
                                + " but it was trained on " + record.name() + ", which these are");
            }
        }
    }

    /**
     * Reads data by the input, the classes and the records of a model.
     *
     * @param nameOrPath as {@link Data#of} takes it
     * @param options how it is read and divided where the model's records do not say
     */
    public static ModelData read(StoredModel model, String nameOrPath, DataOptions options) throws IOException {
        List<DataRecord> records = records(model);
        Optional<Division> division =
                records.stream().flatMap(record -> record.division().stream()).findFirst();
        Optional<BuiltInData> builtIn = BuiltInData.find(nameOrPath);
        if (builtIn.isPresent() && division.isEmpty()) {
            Dataset test = options.test().isPresent()
                    ? Data.unseen(
                                    options.test().get(),
                                    options,
                                    model.input(),
                                    model.card().classNames())
                            .split()
                            .test()
                    : builtIn.get().load(Part.TEST);
            return of(model, ordered(builtIn.get().load(Part.TRAIN), model), ordered(test, model));
        }
        Data data = Data.like(
                nameOrPath,
                division.map(options::dividedAs).orElse(options),
                model.input(),
                model.card().classNames());
        Split parts = new Split(
                ordered(data.split().train(), model),
                ordered(data.split().calibration(), model),
                ordered(data.split().test(), model));
        Optional<DataRecord> other = records.stream()
                .filter(record -> !isOf(record, parts.train(), model.input()))
                .findFirst();
        Evidence evidence =
                records.isEmpty() ? withoutRecord(model) : other.isPresent() ? Evidence.OTHER_DATA : Evidence.RECORDED;
        Dataset trained = records.isEmpty() || other.isPresent()
                ? parts.train()
                : parts.train().sample(records.get(0).images()).train();
        HoldOut split = new HoldOut(trained, parts.calibration());
        return new ModelData(split, parts.test(), data.unknown(), evidence, other);
    }

    /**
     * Reads examples that a model was not trained on, by its input and its classes: all of them are test data. There are
     * none to train and to calibrate on.
     */
    public static ModelData unseen(StoredModel model, Path path, DataOptions options) throws IOException {
        List<DataRecord> records = records(model);
        Optional<Division> division =
                records.stream().flatMap(record -> record.division().stream()).findFirst();
        Data data = Data.unseen(
                path,
                division.map(options::dividedAs).orElse(options),
                model.input(),
                model.card().classNames());
        return new ModelData(
                new HoldOut(data.split().train(), data.split().calibration()),
                data.split().test(),
                data.unknown(),
                Evidence.OTHER_DATA,
                records.stream().findFirst());
    }

    /** Returns whether a record is that of these training examples, or of a {@linkplain Dataset#sample sample} of them. */
    private static boolean isOf(DataRecord record, Dataset train, Input input) {
        return record.images() <= train.size()
                && record.sha256()
                        .equals(input.hash(train.sample(record.images()).train()));
    }

    /**
     * Divides a dataset by the records of a model.
     *
     * @param all the training part of the dataset, of which the model was trained on the first examples or on a
     *     {@linkplain Dataset#sample sample}
     * @param test its test part
     */
    public static ModelData of(StoredModel model, Dataset all, Dataset test) {
        model.input().check(all);
        Check.sameLength(
                "the classes of " + all.name(),
                all.classNames().size(),
                "the network's outputs",
                model.architecture().classes());
        Optional<HoldOut> smallest = Optional.empty();
        for (DataRecord record : records(model)) {
            Optional<HoldOut> split = split(record, all);
            if (split.isEmpty()) {
                return new ModelData(assumed(all), test, Evidence.OTHER_DATA, Optional.of(record));
            }
            if (smallest.isEmpty()
                    || split.get().heldOut().size() < smallest.get().heldOut().size()) {
                smallest = split;
            }
        }
        if (smallest.isEmpty()) {
            return new ModelData(assumed(all), test, withoutRecord(model), Optional.empty());
        }
        HoldOut known = smallest.get();
        return known.heldOut().size() > 0
                ? new ModelData(known, test, Evidence.RECORDED, Optional.empty())
                : new ModelData(
                        new HoldOut(known.train(), assumed(all).heldOut()),
                        test,
                        Evidence.NONE_HELD_OUT,
                        Optional.empty());
    }

    /** Numbers the classes as the model does, where they are the same by name; an imported network may have its own order. */
    private static Dataset ordered(Dataset data, StoredModel model) {
        List<String> names = model.card().classNames();
        boolean same = !names.equals(data.classNames()) && Set.copyOf(names).equals(Set.copyOf(data.classNames()));
        return same ? data.withClasses(names) : data;
    }

    private static Evidence withoutRecord(StoredModel model) {
        boolean none =
                model.card().origin().map(record -> record.trainedOn().none()).orElse(false);
        return none ? Evidence.RECORDED : Evidence.NO_RECORD;
    }

    /** The examples as {@link Dataset#sample} draws them, or the first ones. */
    private static Optional<HoldOut> split(DataRecord record, Dataset all) {
        int examples = record.images();
        if (examples > all.size()) {
            return Optional.empty();
        }
        return Stream.of(all.sample(examples), HoldOut.first(all, examples))
                .filter(split -> split.train().contentHash().equals(record.sha256()))
                .findFirst();
    }

    private static HoldOut assumed(Dataset all) {
        return all.sample(all.size() - Math.min(CalibrationSet.DEFAULT_HELD_OUT, all.size() / 2));
    }

    /** Returns the examples that the model was trained on. */
    public Dataset train() {
        return split.train();
    }

    /**
     * Returns held-out examples to calibrate on.
     *
     * @param maximum the maximum number of examples
     */
    public CalibrationSet calibration(int maximum) {
        return CalibrationSet.of(split.heldOut(), maximum);
    }
}
