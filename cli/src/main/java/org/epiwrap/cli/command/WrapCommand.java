package org.epiwrap.cli.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.epiwrap.cli.option.Choices;
import org.epiwrap.cli.option.ComputeOptions;
import org.epiwrap.cli.option.DataArguments;
import org.epiwrap.cli.option.Given;
import org.epiwrap.cli.option.ModelFiles;
import org.epiwrap.cli.option.PromiseOptions;
import org.epiwrap.cli.option.WrapperOptions;
import org.epiwrap.cli.output.CommandResult;
import org.epiwrap.cli.output.OutputPaths;
import org.epiwrap.cli.output.TestResult;
import org.epiwrap.cli.terminal.Stages;
import org.epiwrap.data.CalibrationSet;
import org.epiwrap.intervalnet.RadiusScale;
import org.epiwrap.intervalnet.pass.Averaging;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.model.EpistemicWrapping;
import org.epiwrap.model.Preset;
import org.epiwrap.model.StoredModel;
import org.epiwrap.wrap.Draws;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Wraps a Bayesian network into an interval network that may abstain. */
@Command(name = "wrap")
public final class WrapCommand extends Subcommand {
    @Mixin
    private final ModelFiles files = new ModelFiles();

    @Option(names = "--preset", paramLabel = "PRESET")
    private Preset preset = Preset.SOUND;

    @Option(names = "--share", paramLabel = "X")
    private @Nullable Double share;

    @Option(names = "--criterion", paramLabel = "CRITERION")
    private Choices.BudgetRule criterion = Choices.BudgetRule.DEFAULT;

    @Mixin
    private final WrapperOptions wrapper = new WrapperOptions();

    @Option(names = "--draws", paramLabel = "N")
    private @Nullable Integer draws;

    @Option(names = "--averaging", paramLabel = "AVERAGING")
    private @Nullable Averaging averaging;

    @Option(names = "--scale", paramLabel = "calibrated|perturbed|informative|fan-in|X")
    private @Nullable RadiusScale scale;

    @Mixin
    private final PromiseOptions promises = new PromiseOptions();

    @Mixin
    private final DataArguments data = new DataArguments();

    @Option(names = "--seed", paramLabel = "N")
    private long seed = 1;

    @Mixin
    private final ComputeOptions options = new ComputeOptions();

    @Override
    public Integer call() throws IOException {
        EpistemicWrapping wrapping = wrapping();
        OutputPaths.checkFile(files.out(), files.model());
        CommandResult result = untilStopped(() -> wrap(wrapping));
        result.print(out(), options.json());
        return 0;
    }

    private double share() {
        return share != null ? share : preset.share();
    }

    private EpistemicWrapping wrapping() {
        EpistemicWrapping wrapping = EpistemicWrapping.withDefaults()
                .with(preset)
                .with(wrapper.wrapper())
                .with(criterion.of(share(), seed))
                .withSeed(seed)
                .with(new Stages(err(), options.quiet()));
        wrapping = Given.with(wrapping, draws, (chosen, number) -> chosen.with(Draws.mean(seed, number)));
        wrapping = Given.with(wrapping, averaging, EpistemicWrapping::with);
        wrapping = Given.with(wrapping, scale, EpistemicWrapping::with);
        return wrapping.with(promises.promises());
    }

    private CommandResult wrap(EpistemicWrapping wrapping) throws IOException {
        try (BayesianModel bayesian = remarked(files.model(), bayesian())) {
            options.useThreads(bayesian.architecture());
            DataArguments.Data images = data.of(bayesian, err());
            CalibrationSet heldOut = !promises.promises().isEmpty()
                    ? images.promises(promises.heldOut())
                    : wrapping.usesHeldOut() ? images.calibration(promises.heldOut()) : images.noCalibration();
            try (EpistemicModel wrapped =
                    wrapping.wrap(bayesian, images.training().train(), heldOut)) {
                TestResult.Before before = TestResult.Before.of(
                        "mean network", "accuracy-mean-network", bayesian.meanNetwork(), images.test());
                TestResult tested = TestResult.of(wrapped, Optional.of(before), images.test());
                tested.model().write(files.out());
                return result(images, tested);
            }
        }
    }

    private BayesianModel bayesian() throws IOException {
        StoredModel model = StoredModel.read(files.model());
        if (model instanceof BayesianModel bayesian) {
            return bayesian;
        }
        model.close();
        throw new IllegalArgumentException(files.model() + " must hold a Bayesian network, but holds "
                + (model instanceof EpistemicModel
                        ? "an interval network, which is wrapped already: wrap the Bayesian network that it was made"
                                + " from again, or fine-tune it with 'epiwrap tune'"
                        : "an ensemble, whose members are no posterior: 'epiwrap predict' and 'epiwrap evaluate' use it as"
                                + " it is, and 'epiwrap import --wrap' wraps the draws that it was made from"));
    }

    private CommandResult result(DataArguments.Data images, TestResult tested) {
        ObjectNode facts = files.facts(images.name())
                .put("preset", preset.toString())
                .put("share", share())
                .put("test_examples", images.test().size());
        List<Double> factors = tested.model().wrapping().orElseThrow().radiusScales();
        ArrayNode scales = facts.putArray("radius_scales");
        factors.forEach(scales::add);
        String headline = String.format(
                Locale.ROOT,
                "%s wrapped, %s: %.0f %% of the weights, radii scaled by %s per layer",
                files.model(),
                preset,
                100 * share(),
                factors.isEmpty()
                        ? "1"
                        : factors.stream()
                                .map(factor -> String.format(Locale.ROOT, "%.3g", factor))
                                .collect(Collectors.joining(", ")));
        return tested.written(files.out(), headline, facts);
    }
}
