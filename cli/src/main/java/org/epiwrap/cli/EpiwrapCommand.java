package org.epiwrap.cli;

import org.epiwrap.cli.command.BenchCommand;
import org.epiwrap.cli.command.CalibrateCommand;
import org.epiwrap.cli.command.DataCommand;
import org.epiwrap.cli.command.DemoCommand;
import org.epiwrap.cli.command.EvaluateCommand;
import org.epiwrap.cli.command.ExportCommand;
import org.epiwrap.cli.command.ImportCommand;
import org.epiwrap.cli.command.InspectCommand;
import org.epiwrap.cli.command.PredictCommand;
import org.epiwrap.cli.command.ReproduceCommand;
import org.epiwrap.cli.command.Subcommand;
import org.epiwrap.cli.command.TrainCommand;
import org.epiwrap.cli.command.TuneCommand;
import org.epiwrap.cli.command.WrapCommand;
import org.epiwrap.cli.command.WrapWeightCommand;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The root of all commands. */
@Command(
        name = "epiwrap",
        mixinStandardHelpOptions = true,
        versionProvider = Subcommand.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            DemoCommand.class,
            TrainCommand.class,
            WrapCommand.class,
            TuneCommand.class,
            CalibrateCommand.class,
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
        })
final class EpiwrapCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Option(names = "--verbose", scope = ScopeType.INHERIT, order = Integer.MAX_VALUE)
    private boolean verbose;

    boolean isVerbose() {
        return verbose;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing command");
    }
}
