package org.epiwrap.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.epiwrap.check.Check;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.data.Part;
import org.epiwrap.exchange.ImportedNetwork;
import org.epiwrap.exchange.NetworkImporter;
import org.epiwrap.exchange.WeightDraws;
import org.epiwrap.experiments.NamedData;
import org.epiwrap.experiments.Preset;
import org.epiwrap.intervalnet.Averaging;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.model.WrappingRecord;
import org.epiwrap.tensor.TensorEngine;
import org.epiwrap.wrap.EpistemicWrapper;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "import",
        description = "Makes a model, a safetensors file, of a Bayesian network that another library has trained.",
        footer = {
            "  epiwrap import bnn.npz -o model.safetensors",
            "  epiwrap import laplace.npz --arch mlp:784-8-10 -o model.safetensors",
            "  epiwrap import plain.safetensors --sigma 0.05 -o model.safetensors",
            "  epiwrap import ensemble.npz --wrap --data mnist -o wrapped.safetensors"
        })
final class ImportCommand extends ExchangeCommand {
    @Parameters(
            paramLabel = "FILE",
            description = "npz, npy, safetensors, HDF5 (.h5, .weights.h5), or a folder of npy files. Never a pickle.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path file;

    @Mixin
    private final ForeignNetworkOptions foreign = new ForeignNetworkOptions();

    @Option(
            names = "--data",
            paramLabel = "DATA",
            converter = Choices.DataChoice.class,
            completionCandidates = Choices.DataChoice.class,
            description =
                    "The dataset it was trained on, for the names of the classes, and with --wrap for the scales of"
                            + " intervals and scores: ${COMPLETION-CANDIDATES} (default: classes are numbers, and nothing is"
                            + " calibrated).")
    private @Nullable NamedData data;

    @Option(
            names = "--mean",
            paramLabel = "X",
            split = ",",
            description = "What was subtracted from pixels between 0 and 1, for each channel (default: 0).")
    private double[] mean = {0};

    @Option(
            names = "--scale",
            paramLabel = "X",
            split = ",",
            description = "What they were then divided by (default: 1).")
    private double[] scale = {1};

    @Option(
            names = "--wrap",
            description =
                    "Of draws, such as an ensemble's: wraps the draws themselves, whatever their distribution, and"
                            + " writes the interval network (default: a Bayesian model with their means and standard"
                            + " deviations, which 'epiwrap wrap' takes).")
    private boolean wrap;

    @Override
    public Integer call() throws IOException {
        OutputFile.check(out(), file);
        Check.sameLength("--scale", scale.length, "--mean", mean.length);
        Check.finite("--mean", mean);
        for (double each : scale) {
            Check.positive("--scale", each);
        }
        Normalisation normalisation = new Normalisation(boxed(mean), boxed(scale));
        try (ImportedNetwork imported = NetworkImporter.read(file, foreign.options())) {
            BayesianModel model = model(imported, normalisation);
            Optional<String> note = imported.draws()
                    .map(draws -> "the model has the mean and the standard deviation of the " + draws.count()
                            + " draws of each weight");
            if (wrap) {
                note = Optional.of(wrap(
                        imported.draws()
                                .orElseThrow(() -> new IllegalArgumentException(
                                        "--wrap must be given for draws alone, but the file has none; 'epiwrap wrap' wraps the"
                                                + " model that is written without it")),
                        model));
            } else {
                model.write(out());
            }
            print().print(imported.report().text());
            note.ifPresent(text -> print().println("note         " + text));
            print().println("written to   " + out());
        }
        return 0;
    }

    private BayesianModel model(ImportedNetwork imported, Normalisation normalisation) throws IOException {
        if (data == null) {
            return imported.model(normalisation);
        }
        Dataset test = data.load(Part.TEST);
        imported.network().architecture().input().check(test);
        return imported.model(normalisation, test.classNames());
    }

    /** Writes the network of the draws' intervals, and says what it is. */
    private String wrap(WeightDraws draws, BayesianModel model) throws IOException {
        EpistemicWrapper wrapper = EpistemicWrapper.withDefaults();
        String what = "the intervals are those of the " + draws.count() + " draws of each weight";
        try (IntervalNetwork whole = draws.wrap(wrapper)) {
            if (data != null) {
                calibrated(whole, wrapper, draws.count(), model, data);
                return what + ", scaled as images of " + data + " allow; scores are calibrated";
            }
            EpistemicModel.of(whole, model.card(), whole.usualAveraging())
                    .with(WrappingRecord.ofSamples(wrapper, draws.count()))
                    .write(out());
        }
        return what
                + "; radii and scores are not calibrated: for that, import once more with --data and the name of the"
                + " dataset it was trained on";
    }

    /** As 'epiwrap wrap' does it: radii as wide as held-out images allow, scores on the scale of training images. */
    private void calibrated(
            IntervalNetwork whole, EpistemicWrapper wrapper, int samples, BayesianModel model, NamedData trainedOn)
            throws IOException {
        TensorEngine.useThreads(RunOptions.usualThreads(whole.architecture()));
        ModelImages images = ModelImages.of(model, trainedOn, null, err());
        Normalisation normalisation = model.card().normalisation();
        Averaging averaging = whole.usualAveraging();
        double[] factors = RadiusScale.usual(Preset.SOUND)
                .factors(whole, () -> images.heldOutForRadii(ModelImages.HELD_OUT), normalisation, averaging);
        try (IntervalNetwork network = whole.scaled(factors)) {
            ScoreFit scores = ScoreFit.of(
                    network,
                    averaging,
                    normalisation,
                    model.card().classNames(),
                    images.train(),
                    () -> images.heldOutForThreshold(ModelImages.HELD_OUT),
                    Optional.empty());
            EpistemicModel.of(network, model.card(), averaging)
                    .with(WrappingRecord.ofSamples(wrapper, samples, factors))
                    .with(scores.scorer().calibration())
                    .write(out());
        }
    }

    private static List<Double> boxed(double[] values) {
        return Arrays.stream(values).boxed().toList();
    }
}
