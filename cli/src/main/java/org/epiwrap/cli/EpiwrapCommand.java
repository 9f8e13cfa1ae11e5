package org.epiwrap.cli;

import org.epiwrap.model.Versions;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

@Command(
        name = "epiwrap",
        description = "Epistemic wrapping: belief functions on the weights of Bayesian neural networks.",
        mixinStandardHelpOptions = true,
        versionProvider = EpiwrapCommand.Version.class,
        subcommands = {
            DemoCommand.class,
            TrainCommand.class,
            WrapCommand.class,
            TuneCommand.class,
            EvaluateCommand.class,
            PredictCommand.class,
            InspectCommand.class,
            ImportCommand.class,
            ExportCommand.class,
            DataCommand.class,
            ReproduceCommand.class,
            BenchCommand.class,
            WrapWeightCommand.class,
            AutoComplete.GenerateCompletion.class,
            CommandLine.HelpCommand.class
        },
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands:%n",
        optionListHeading = "%nOptions:%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "  0:Done.",
            "  1:Failed, by a full disk or a broken download, say; or a check or a target was missed.",
            "  2:The arguments or the files given are at fault.",
            "130:Stopped by Ctrl-C.",
            "143:Stopped by kill."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  epiwrap demo",
            "  epiwrap train --data mnist --net mlp:8 --images 55000 --out model.safetensors",
            "  epiwrap wrap model.safetensors -o wrapped.safetensors --accuracy 0.99",
            "  epiwrap evaluate wrapped.safetensors --against fashion-mnist,rotated",
            "  epiwrap predict model.safetensors seven.png",
            "  epiwrap wrap-weight --mu 0.1 --sigma 0.05"
        })
final class EpiwrapCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Option(
            names = "--verbose",
            scope = ScopeType.INHERIT,
            description = "When something fails, also print where in the program.")
    private boolean verbose;

    boolean isVerbose() {
        return verbose;
    }

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
