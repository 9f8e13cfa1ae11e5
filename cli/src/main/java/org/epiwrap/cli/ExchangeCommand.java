package org.epiwrap.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What import and export have in common: a file comes out. */
@Command(
        mixinStandardHelpOptions = true,
        versionProvider = EpiwrapCommand.Version.class,
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n")
abstract class ExchangeCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE",
            required = true,
            description = "Where it goes.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path out;

    final Path out() {
        return out;
    }

    final PrintWriter print() {
        return spec.commandLine().getOut();
    }

    final PrintWriter err() {
        return spec.commandLine().getErr();
    }
}
