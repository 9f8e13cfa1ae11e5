package org.epiwrap.cli.command;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import org.epiwrap.cli.option.ComputeOptions;
import org.epiwrap.cli.option.DataArguments;
import org.epiwrap.cli.option.ModelFiles;
import org.epiwrap.cli.option.PromiseOptions;
import org.epiwrap.cli.output.CommandResult;
import org.epiwrap.cli.output.OutputPaths;
import org.epiwrap.cli.output.TestResult;
import org.epiwrap.cli.terminal.Stages;
import org.epiwrap.data.CalibrationSet;
import org.epiwrap.model.Calibration;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.model.StoredModel;
import org.epiwrap.model.promise.PromiseRecord;
import org.epiwrap.promise.Promises;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Gives the promises of an interval network anew. */
@Command(name = "calibrate")
public final class CalibrateCommand extends Subcommand {
    @Mixin
    private final ModelFiles files = new ModelFiles();

    @Mixin
    private final PromiseOptions promises = new PromiseOptions();

    @Mixin
    private final DataArguments data = new DataArguments();

    @Mixin
    private final ComputeOptions options = new ComputeOptions();

    @Override
    public Integer call() throws IOException {
        Promises asked = promises.promises();
        OutputPaths.checkFile(files.out(), files.model());
        CommandResult result = untilStopped(() -> calibrate(asked));
        result.print(out(), options.json());
        return 0;
    }

    private CommandResult calibrate(Promises asked) throws IOException {
        try (EpistemicModel model = remarked(files.model(), interval())) {
            options.useThreads(model.architecture());
            Promises wanted = wanted(asked, model);
            DataArguments.Data examples = data.forCalibration(model, err());
            CalibrationSet heldOut = examples.promises(promises.heldOut());
            new Stages(err(), options.quiet()).begins("calibrating on " + heldOut.size() + " " + examples.plural());
            EpistemicModel calibrated = Calibration.withDefaults().with(wanted).calibrate(model, heldOut);
            TestResult tested = TestResult.of(calibrated, Optional.empty(), examples.test());
            tested.model().write(files.out());
            ObjectNode facts = files.facts(examples.name())
                    .put("calibration_examples", heldOut.size())
                    .put("test_examples", examples.test().size());
            return tested.written(
                    files.out(),
                    String.format(
                            Locale.ROOT,
                            "%s calibrated on %,d %s of %s",
                            files.model(),
                            heldOut.size(),
                            examples.plural(),
                            examples.name()),
                    facts);
        }
    }

    private EpistemicModel interval() throws IOException {
        StoredModel model = StoredModel.read(files.model());
        if (model instanceof EpistemicModel epistemic) {
            return epistemic;
        }
        String title = model.kind().title();
        model.close();
        throw new IllegalArgumentException(
                files.model() + " must hold an interval network, since promises rest on its" + " scores, but holds "
                        + title + "; 'epiwrap wrap' wraps a Bayesian network and gives promises at once");
    }

    /** Returns what is asked for or else what the model has promised so far. */
    private Promises wanted(Promises asked, EpistemicModel model) {
        Promises wanted = asked.isEmpty()
                ? model.promises()
                        .map(PromiseRecord::calibrated)
                        .map(own -> own.promises())
                        .orElseGet(Promises::none)
                : asked;
        if (wanted.isEmpty()) {
            throw new IllegalArgumentException(files.model() + " has no promises that could be given anew: say which by"
                    + " --false-alarm, --accuracy, --coverage or --set-coverage");
        }
        return wanted;
    }
}
