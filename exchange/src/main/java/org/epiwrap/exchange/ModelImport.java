package org.epiwrap.exchange;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.epiwrap.check.Check;
import org.epiwrap.configuration.Configuration;
import org.epiwrap.data.CalibrationSet;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.data.Part;
import org.epiwrap.data.builtin.BuiltInData;
import org.epiwrap.data.input.Input;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.data.load.Data;
import org.epiwrap.data.load.DataOptions;
import org.epiwrap.exchange.draws.DrawsAccuracy;
import org.epiwrap.exchange.draws.WeightDraws;
import org.epiwrap.exchange.reference.LabelOrder;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.model.EnsembleModel;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.model.EpistemicWrapping;
import org.epiwrap.model.ModelData;
import org.epiwrap.model.manifest.ImportRecord.TrainedOn;
import org.epiwrap.wrap.EpistemicWrapper;

/**
 * Makes models of imported networks: with the input, the classes and the data that their files do not contain, and of several
 * networks the kind of model that fits them.
 */
public final class ModelImport extends Configuration<ModelImport> {
    /** Examples on which networks of draws are compared: far more than are needed to see one that is far below others. */
    private static final int MEASURED = 1000;

    private Normalisation normalisation = Normalisation.unit();
    private Optional<Path> schema = Optional.empty();
    private Optional<List<String>> classNames = Optional.empty();
    private Optional<String> data = Optional.empty();
    private DataOptions dataOptions = DataOptions.withDefaults();
    private Optional<TrainingClaim> trainedOn = Optional.empty();
    private DrawsUse use = DrawsUse.AS_MEASURED;
    private boolean aligned;

    /** A model with its input and classes, and what data shows of these. */
    private record Described(BayesianModel model, Optional<LabelOrder> labels) {}

    private ModelImport() {}

    /** Returns the import of pictures with pixels from 0 to 1, whose classes are named by their numbers. */
    public static ModelImport withDefaults() {
        return new ModelImport();
    }

    /** Gives how pixels from 0 to 1 are normalised. */
    public ModelImport with(Normalisation given) {
        return copy(c -> c.normalisation = given);
    }

    /** Gives the model, or the JSON file, whose columns a network of tables takes. */
    public ModelImport withSchema(Path modelOrJson) {
        return copy(c -> c.schema = Optional.of(modelOrJson));
    }

    /** Gives the names of the classes in the order of the outputs; by default those of the data, or numbers. */
    public ModelImport withClasses(List<String> names) {
        List<String> all = List.copyOf(names);
        return copy(c -> c.classNames = Optional.of(all));
    }

    /**
     * Gives labelled data, which names the classes and measures what several networks can become. Where it shows that the
     * outputs have another order, the network is refused.
     *
     * @param nameOrPath as {@link Data#of} takes it
     */
    public ModelImport withData(String nameOrPath, DataOptions options) {
        return copy(c -> {
            c.data = Optional.of(nameOrPath);
            c.dataOptions = options;
        });
    }

    /** Says which examples of the data the network was trained on; by default that is not known. */
    public ModelImport with(TrainingClaim claim) {
        return copy(c -> c.trainedOn = Optional.of(claim));
    }

    /** Chooses what becomes of several networks. */
    public ModelImport with(DrawsUse chosen) {
        return copy(c -> c.use = chosen);
    }

    /** Matches the hidden units of several networks to those of the first before they are summarised. */
    public ModelImport withAlignment() {
        return copy(c -> c.aligned = true);
    }

    /** Returns a model of an imported network. A Bayesian model shares the network, and is closed with it. */
    public ImportedModel model(ImportedNetwork imported) throws IOException {
        check(imported);
        if (!aligned) {
            return model(imported, Optional.empty());
        }
        ImportedNetwork matched = imported.aligned();
        try {
            ImportedModel model = model(matched, imported.draws());
            if (!(model.model() instanceof BayesianModel)) {
                matched.close();
            }
            return model;
        } catch (IOException | IllegalArgumentException e) {
            matched.close();
            throw e;
        }
    }

    private void check(ImportedNetwork imported) {
        boolean several = imported.draws().isPresent();
        if (use == DrawsUse.ENSEMBLE && aligned) {
            throw new IllegalArgumentException("--ensemble must be used without --align: it keeps members as they are");
        }
        require(several || use != DrawsUse.INTERVALS, "--wrap", "; import it without --wrap and use 'epiwrap wrap'");
        require(several || use != DrawsUse.ENSEMBLE, "--ensemble", "");
        require(several || !aligned, "--align", "");
        if (trainedOn.isPresent() && data.isEmpty()) {
            throw new IllegalArgumentException("--trained-on must be used with --data");
        }
    }

    private static void require(boolean condition, String option, String instead) {
        if (!condition) {
            throw new IllegalArgumentException(option + " must be used with draws, but the file has none" + instead);
        }
    }

    /**
     * Makes a model.
     *
     * @param unmatched the draws before their units were matched, if they were
     */
    private ImportedModel model(ImportedNetwork imported, Optional<WeightDraws> unmatched) throws IOException {
        Described described = described(imported);
        List<String> notes = new ArrayList<>();
        TrainedOn known = described.model.card().origin().orElseThrow().trainedOn();
        if (known.data().isEmpty() && !known.none()) {
            notes.add("which examples the network was trained on is not known: thresholds and guarantees hold only if"
                    + " those it is calibrated on were not among them (--data with --trained-on)");
        }
        if (imported.draws().isEmpty()) {
            return new ImportedModel(described.model, imported.report(), described.labels, notes, Optional.empty());
        }
        WeightDraws draws = imported.draws().get();
        if (isEnsemble(draws, unmatched, described.model, notes)) {
            notes.add("the model is an ensemble of the " + draws.count() + " members");
            return new ImportedModel(
                    draws.ensemble(described.model.card()),
                    imported.report(),
                    described.labels,
                    notes,
                    Optional.empty());
        }
        if (use == DrawsUse.INTERVALS) {
            return wrapped(imported, draws, described, notes);
        }
        notes.add(
                "the model has the mean and the standard deviation of the " + draws.count() + " draws of each weight");
        return new ImportedModel(described.model, imported.report(), described.labels, notes, Optional.empty());
    }

    /** Decides by measured accuracies where there is data, and refuses one network of draws that have no useful mean. */
    private boolean isEnsemble(
            WeightDraws draws, Optional<WeightDraws> unmatched, BayesianModel model, List<String> notes)
            throws IOException {
        if (data.isEmpty()) {
            if (use != DrawsUse.ENSEMBLE && !aligned) {
                draws.warning().ifPresent(warning -> notes.add("WARNING: " + warning));
                notes.add("whether the mean of the draws is a useful network is measured with --data; --ensemble keeps"
                        + " the draws as they are, --align matches their hidden units first, --wrap takes their"
                        + " intervals");
            }
            return use == DrawsUse.ENSEMBLE;
        }
        Dataset heldOut = heldOut(model, data.get());
        DrawsAccuracy accuracy = draws.accuracy(model.card(), heldOut);
        unmatched.ifPresent(before -> notes.add(String.format(
                Locale.ROOT,
                "accuracy of the network of mean weights: %.1f %% before alignment, %.1f %% after",
                100 * before.accuracy(model.card(), heldOut).meanNetwork(),
                100 * accuracy.meanNetwork())));
        if (aligned || use == DrawsUse.INTERVALS) {
            accuracy.requireUsefulMean();
        }
        boolean shown = use == DrawsUse.AS_MEASURED && accuracy.isMeanFarBelow();
        notes.add(accuracy.inWords() + (shown ? ", so they are kept as an ensemble" : ""));
        return shown || use == DrawsUse.ENSEMBLE;
    }

    /** Returns examples to measure accuracies on, held-out ones or, if there are none, those to test on. */
    private Dataset heldOut(BayesianModel model, String name) throws IOException {
        ModelData all = ModelData.read(model, name, dataOptions);
        Dataset choices = all.calibration(CalibrationSet.DEFAULT_HELD_OUT).choices();
        Dataset measured = choices.size() > 0 ? choices : all.test();
        if (measured.size() == 0) {
            throw new IllegalArgumentException("--data must have held-out examples to measure draws on, but all of "
                    + name + " are those it was trained on; give others with --calibration or --test");
        }
        return measured.subset(0, Math.min(MEASURED, measured.size()));
    }

    private ImportedModel wrapped(ImportedNetwork imported, WeightDraws draws, Described described, List<String> notes)
            throws IOException {
        String what =
                "the intervals are those of the " + draws.count() + " draws of each weight; radii and scores are ";
        if (data.isEmpty()) {
            notes.add(what + "not calibrated: to calibrate them, import again with --data and the name of the dataset"
                    + " that the network was trained on");
            EpistemicModel model = draws.model(EpistemicWrapper.withDefaults(), described.model.card());
            return new ImportedModel(model, imported.report(), described.labels, notes, Optional.empty());
        }
        ModelData examples = ModelData.read(described.model, data.get(), dataOptions);
        EpistemicModel model = draws.model(
                EpistemicWrapping.withDefaults(),
                described.model.card(),
                examples.train(),
                examples.calibration(CalibrationSet.DEFAULT_HELD_OUT));
        notes.add(what + "calibrated on " + examples.test().type().plural() + " of " + data.get());
        return new ImportedModel(model, imported.report(), described.labels, notes, Optional.of(examples));
    }

    private Described described(ImportedNetwork imported) throws IOException {
        int outputs = imported.network().architecture().classes();
        if (classNames.isPresent()) {
            Check.sameLength("--classes", classNames.get().size(), "the network's outputs", outputs);
        }
        Input input = schema.isPresent()
                ? imported.schema(schema.get())
                : new PictureInput(imported.network().architecture().input(), normalisation);
        if (data.isEmpty()) {
            List<String> numbers =
                    IntStream.range(0, outputs).mapToObj(String::valueOf).toList();
            return new Described(
                    imported.model(input, classNames.orElse(numbers), TrainedOn.unknown()), Optional.empty());
        }
        if (schema.isEmpty()) {
            DataFit.checkImages(data.get(), dataOptions, input.shape());
        }
        List<String> names = classNames.isPresent() ? classNames.get() : classes(data.get(), input);
        BayesianModel unknown = imported.model(input, names, TrainedOn.unknown());
        Dataset test = ModelData.read(unknown, data.get(), dataOptions).test();
        Optional<LabelOrder> labels =
                test.size() == 0 ? Optional.empty() : Optional.of(labels(imported, unknown, test));
        labels.ifPresent(LabelOrder::requireSame);
        if (trainedOn.isEmpty()) {
            return new Described(unknown, labels);
        }
        TrainedOn known = trainedOn.get().of(unknown, data.get(), dataOptions);
        return new Described(imported.model(input, names, known), labels);
    }

    private static LabelOrder labels(ImportedNetwork imported, BayesianModel model, Dataset test) {
        if (imported.draws().isEmpty()) {
            return LabelOrder.of(model, test);
        }
        // The mean of the weights of draws may be useless; that of their predictions is not.
        try (EnsembleModel members = imported.draws().get().ensemble(model.card())) {
            return LabelOrder.of(members, test);
        }
    }

    private List<String> classes(String name, Input input) throws IOException {
        Optional<BuiltInData> builtIn = BuiltInData.find(name);
        if (builtIn.isPresent()) {
            return builtIn.get().load(Part.TEST).classNames();
        }
        Data own = input instanceof PictureInput
                ? Data.like(name, dataOptions, input, List.of())
                : Data.of(name, dataOptions);
        return own.split().train().classNames();
    }
}
