package org.epiwrap.app;

import org.epiwrap.model.Versions;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "epiwrap",
        description = "Epistemic wrapping: belief functions on the weights of Bayesian neural networks.",
        mixinStandardHelpOptions = true,
        versionProvider = EpiwrapCommand.Version.class,
        subcommands = {
            TrainCommand.class,
            PredictCommand.class,
            InspectCommand.class,
            ReproduceCommand.class,
            DataCommand.class,
            WrapWeightCommand.class
        },
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands:%n",
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  epiwrap train --data mnist --net mlp:8 --out model.safetensors",
            "  epiwrap predict model.safetensors seven.png",
            "  epiwrap wrap-weight --mu 0.1 --sigma 0.05"
        })
final class EpiwrapCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing command");
    }

    /** For {@code --version}. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"epiwrap " + Versions.epiwrap()};
        }
    }
}
