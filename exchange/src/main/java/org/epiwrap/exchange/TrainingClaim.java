package org.epiwrap.exchange;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.epiwrap.check.Check;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Part;
import org.epiwrap.data.Split;
import org.epiwrap.data.builtin.BuiltInData;
import org.epiwrap.data.load.Data;
import org.epiwrap.data.load.DataOptions;
import org.epiwrap.exchange.reference.CommonExamples;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.model.ModelData;
import org.epiwrap.model.manifest.DataRecord;
import org.epiwrap.model.manifest.ImportRecord.TrainedOn;

/** Which examples a network was trained on, by the word of whoever imports it: files of weights do not record it. */
public sealed interface TrainingClaim {
    /** All training examples of the data. */
    record All() implements TrainingClaim {}

    /** None of the data. */
    record None() implements TrainingClaim {}

    /** The first training examples of built-in data. */
    record First(int examples) implements TrainingClaim {
        /** Refuses a number below 1. */
        public First {
            Check.atLeast("--trained-on", examples, 1);
        }
    }

    /** The examples of other data, none of which may be among these. */
    record Elsewhere(Path path) implements TrainingClaim {}

    /** Returns the claim of a text: {@code all}, {@code none}, a number of first examples, or the path of other data. */
    static TrainingClaim parse(String text) {
        if (text.equals("all")) {
            return new All();
        }
        if (text.equals("none")) {
            return new None();
        }
        if (text.matches("\\d{1,9}")) {
            return new First(Integer.parseInt(text));
        }
        if (!Files.exists(Path.of(text))) {
            throw new IllegalArgumentException(
                    "--trained-on must be all, none, the number of the first examples that were trained on, or the path"
                            + " of these, but is '" + text + "'");
        }
        return new Elsewhere(Path.of(text));
    }

    /**
     * Returns what it means for data, and refuses what cannot be.
     *
     * @param model of the network, with its input and classes
     * @param name of the data, or its path
     * @param options how it is read
     */
    default TrainedOn of(BayesianModel model, String name, DataOptions options) throws IOException {
        Optional<BuiltInData> builtIn = BuiltInData.find(name);
        if (this instanceof None) {
            return TrainedOn.nothing();
        }
        if (this instanceof Elsewhere other) {
            return apart(model, ModelData.read(model, name, options), other.path(), options);
        }
        if (builtIn.isPresent()) {
            Dataset all = builtIn.get().load(Part.TRAIN);
            int count = this instanceof First first
                    ? Check.between("--trained-on", first.examples(), 1, all.size())
                    : all.size();
            return TrainedOn.examples(DataRecord.of(all.subset(0, count)));
        }
        if (this instanceof First || options.calibration().isEmpty()) {
            throw new IllegalArgumentException("--trained-on "
                    + (this instanceof First
                            ? "with a number must be used with built-in data"
                            : "all must be used with --calibration")
                    + ", since no other examples of " + name + " are known to be held out");
        }
        Data like = Data.like(name, options, model.input(), model.card().classNames());
        Dataset train = ModelData.read(model, name, options).train();
        return TrainedOn.examples(DataRecord.of(train, model.input(), Optional.of(like.division())));
    }

    private static TrainedOn apart(BayesianModel model, ModelData examples, Path path, DataOptions options)
            throws IOException {
        Split trained = Data.like(
                        path.toString(),
                        DataOptions.withDefaults().withTable(options.table()),
                        model.input(),
                        model.card().classNames())
                .split();
        long common = CommonExamples.count(
                List.of(examples.train(), examples.split().heldOut(), examples.test()),
                List.of(trained.train(), trained.calibration(), trained.test()),
                model.input());
        if (common > 0) {
            throw new IllegalArgumentException("the examples of --data must not be among those of --trained-on, but "
                    + common + " are; leave them out of --data");
        }
        return TrainedOn.nothing();
    }
}
