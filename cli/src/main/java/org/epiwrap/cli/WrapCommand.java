package org.epiwrap.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.epiwrap.belief.Complement;
import org.epiwrap.belief.Contour;
import org.epiwrap.belief.Grid;
import org.epiwrap.check.Check;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.dirichlet.DirichletFit;
import org.epiwrap.experiments.Preset;
import org.epiwrap.intervalnet.Averaging;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.Reach;
import org.epiwrap.intervalnet.Wrapping;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.model.WrappingRecord;
import org.epiwrap.network.Predictive;
import org.epiwrap.wrap.Budget;
import org.epiwrap.wrap.Draws;
import org.epiwrap.wrap.EpistemicWrapper;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "wrap",
        description = {
            "Wraps a Bayesian network that 'epiwrap train' has written: the posterior of each weight becomes an"
                    + " interval. Calibrates the network's scores on training images, chooses the score above which"
                    + " it abstains if that is asked for, tests it and writes it to a file."
        },
        mixinStandardHelpOptions = true,
        versionProvider = EpiwrapCommand.Version.class,
        sortOptions = false,
        parameterListHeading = "%n",
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  epiwrap train --images 55000 --out model.safetensors",
            "  epiwrap wrap model.safetensors -o wrapped.safetensors --accuracy 0.99",
            "  epiwrap wrap model.safetensors -o wrapped.safetensors --preset paper --criterion mu"
        })
final class WrapCommand implements Callable<Integer> {
    private static final double PAPER_SHARE = 0.05;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Parameters(paramLabel = "MODEL", description = "The file of a Bayesian network.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path model;

    @Option(
            names = {"-o", "--out"},
            required = true,
            paramLabel = "FILE",
            description = "Where the interval network goes, as safetensors.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path out;

    @Option(
            names = "--preset",
            paramLabel = "PRESET",
            converter = Choices.PresetName.class,
            completionCandidates = Choices.PresetName.class,
            description = "Where the other choices come from: ${COMPLETION-CANDIDATES} (default: sound).")
    private Preset preset = Preset.SOUND;

    @Option(
            names = "--share",
            paramLabel = "X",
            description = "The share of the weights that is wrapped; the others keep their mean ± standard deviation"
                    + " (default: 1; paper: 0.05).")
    private @Nullable Double share;

    @Option(
            names = "--criterion",
            paramLabel = "CRITERION",
            converter = Choices.CriterionName.class,
            completionCandidates = Choices.CriterionName.class,
            description = "Which weights these are, the highest by ${COMPLETION-CANDIDATES} (default: sigma).")
    private Choices.BudgetRule criterion = new Choices.CriterionName().convert("sigma");

    @Option(
            names = "--grid",
            paramLabel = "N|exact",
            converter = Choices.GridName.class,
            description = "Number of grid points, at least 4, or exact for the limit of endless points (default: 30).")
    private Grid grid = EpistemicWrapper.withDefaults().grid();

    @Option(
            names = "--contour",
            paramLabel = "CONTOUR",
            converter = Choices.ContourName.class,
            completionCandidates = Choices.ContourName.class,
            description = "How the density becomes plausibility: ${COMPLETION-CANDIDATES} (default: sup).")
    private Contour contour = EpistemicWrapper.withDefaults().contour();

    @Option(
            names = "--complement",
            paramLabel = "COMPLEMENT",
            converter = Choices.ComplementName.class,
            completionCandidates = Choices.ComplementName.class,
            description = "Where the rest of an interval is looked at: ${COMPLETION-CANDIDATES} (default: continuous).")
    private Complement complement = EpistemicWrapper.withDefaults().complement();

    @Option(
            names = "--fit",
            paramLabel = "FIT",
            converter = Choices.FitName.class,
            completionCandidates = Choices.FitName.class,
            description = "How the Dirichlet distribution is fitted: ${COMPLETION-CANDIDATES} (default: paper).")
    private DirichletFit fit = EpistemicWrapper.withDefaults().fit();

    @Option(
            names = "--draws",
            paramLabel = "N",
            description = "Take the mean of N intervals drawn from the Dirichlet distribution in place of the expected"
                    + " one (paper: 5000).")
    private @Nullable Integer draws;

    @Option(
            names = "--averaging",
            paramLabel = "AVERAGING",
            converter = Choices.AnyAveragingName.class,
            completionCandidates = Choices.AnyAveragingName.class,
            description = "Where the midpoints are taken that the network predicts by: ${COMPLETION-CANDIDATES}"
                    + " (default: activations for deep networks, else logits; paper: logits).")
    private @Nullable Averaging averaging;

    @Option(
            names = "--scale",
            paramLabel = "calibrated|fan-in|X",
            converter = Choices.ScaleName.class,
            completionCandidates = Choices.ScaleName.class,
            description =
                    "By what the radii of a layer's intervals are scaled: as much as accuracy on held-out images"
                            + " allows, that of the bounds' middles too, 1/√fan-in, or a number (default: calibrated; paper: 1).")
    private @Nullable RadiusScale scale;

    @Mixin
    private final ThresholdOptions threshold = new ThresholdOptions();

    @Mixin
    private final DataOptions data = new DataOptions();

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Fixes what is random: the criterion random, and the intervals that are drawn (default: 1).")
    private long seed = 1;

    @Mixin
    private final RunOptions options = new RunOptions();

    @Override
    public Integer call() throws IOException {
        Optional<ThresholdOptions.Wish> wish = threshold.wish(Optional.empty());
        int mostHeldOut = threshold.heldOut();
        if (draws != null) {
            Check.atLeast("--draws", draws, 1);
        }
        WrapWeightCommand.check(grid, complement);
        double wrapped = share != null ? Check.share("--share", share) : preset == Preset.PAPER ? PAPER_SHARE : 1;
        OutputFile.check(out, model);
        PrintWriter err = spec.commandLine().getErr();
        return LastWords.during(err, "stopped; the same command begins anew", () -> {
            wrap(wrapped, wish, mostHeldOut, err);
            return 0;
        });
    }

    private void wrap(double wrapped, Optional<ThresholdOptions.Wish> wish, int mostHeldOut, PrintWriter err)
            throws IOException {
        Stages stages = new Stages(err, options.quiet());
        try (BayesianModel bayesian = BayesianModel.read(model)) {
            options.useThreads(bayesian.architecture());
            ModelImages images = data.imagesOf(bayesian, err);
            Normalisation normalisation = bayesian.card().normalisation();
            Supplier<Dataset> forRadii = () -> images.heldOutForRadii(mostHeldOut);
            Wrapping wrapping = wrapping(wrapped, images.train(), normalisation);
            stages.begin("wrapping");
            try (IntervalNetwork whole = IntervalNetwork.wrap(bayesian.network(), wrapping)) {
                Averaging by = averaging != null
                        ? averaging
                        : preset == Preset.PAPER ? Averaging.LOGITS : whole.usualAveraging();
                RadiusScale wide = scale != null ? scale : RadiusScale.usual(preset);
                stages.begin("choosing the radii");
                double[] factors = wide.factors(whole, forRadii, normalisation, by);
                try (IntervalNetwork network = factors.length > 0 ? whole.scaled(factors) : whole.run(0)) {
                    stages.begin("calibrating the scores");
                    ScoreFit fitted = ScoreFit.of(
                            network,
                            by,
                            normalisation,
                            bayesian.card().classNames(),
                            images.train(),
                            () -> images.heldOutForThreshold(mostHeldOut),
                            wish);
                    EpistemicModel untested = new EpistemicModel(
                            network,
                            bayesian.card(),
                            by,
                            Optional.of(WrappingRecord.of(wrapping, factors)),
                            Optional.empty(),
                            Optional.of(fitted.scorer().calibration()),
                            fitted.abstention());
                    stages.begin("testing");
                    double mean = Predictive.mean(bayesian.network(), images.test(), normalisation)
                            .accuracy(0, images.test());
                    Outcome outcome = Outcome.of(
                            untested,
                            new Outcome.Before("mean network", "accuracy-mean-network", mean),
                            fitted.heldOut(),
                            images.test());
                    outcome.model().write(out);
                    findings(images, wrapped, factors, outcome)
                            .print(spec.commandLine().getOut(), options.json());
                }
            }
        }
    }

    private Wrapping wrapping(double wrapped, Dataset train, Normalisation normalisation) {
        Wrapping wrapping = Wrapping.withDefaults()
                .with(EpistemicWrapper.withDefaults()
                        .with(grid)
                        .with(contour)
                        .with(complement)
                        .with(fit))
                .with(criterion.of(wrapped, seed));
        if (wrapping.budget() instanceof Budget.Impact) {
            wrapping = wrapping.with(Reach.over(train, normalisation));
        }
        if (draws != null) {
            return wrapping.with(Draws.mean(seed, draws));
        }
        return preset == Preset.PAPER ? wrapping.with(Draws.mean(seed, Preset.PAPER_DRAWS)) : wrapping;
    }

    private Findings findings(ModelImages images, double wrapped, double[] factors, Outcome outcome) {
        ObjectNode facts = JsonNodeFactory.instance.objectNode();
        facts.put("model", model.toString())
                .put("file", out.toString())
                .put("data", images.name().toString())
                .put("preset", preset.toString())
                .put("share", wrapped)
                .put("testImages", images.test().size());
        ArrayNode scales = facts.putArray("radiusScales");
        Arrays.stream(factors).forEach(scales::add);
        String headline = String.format(
                Locale.ROOT,
                "%s wrapped, %s: %.0f %% of the weights, radii scaled by %s",
                model,
                preset,
                100 * wrapped,
                factors.length == 0
                        ? "1"
                        : Arrays.stream(factors)
                                .mapToObj(factor -> String.format(Locale.ROOT, "%.3g", factor))
                                .collect(Collectors.joining(", ")));
        return new Findings(headline, facts, outcome.tables(), List.of("written to " + out));
    }
}
