package org.epiwrap.cli.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.epiwrap.check.Check;
import org.epiwrap.cli.option.ComputeOptions;
import org.epiwrap.cli.output.CommandResult;
import org.epiwrap.cli.output.OutputPaths;
import org.epiwrap.cli.terminal.TrainingProgress;
import org.epiwrap.report.Report;
import org.epiwrap.report.ReportWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs the whole way on embedded data, and writes a report. */
@Command(name = "demo")
public final class DemoCommand extends Subcommand {
    private static final int MIN_IMAGES = 100;

    @Parameters(paramLabel = "DATA", arity = "0..1")
    private DemoData.Subject subject = DemoData.Subject.DIGITS;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FOLDER")
    private @Nullable Path out;

    @Option(names = "--seed", paramLabel = "N")
    private long seed = 1;

    @Mixin
    private final ComputeOptions options = new ComputeOptions();

    /** For tests: the maximum number of examples of each dataset. */
    @Option(names = "--images", paramLabel = "N", hidden = true)
    private int images = Integer.MAX_VALUE;

    @Override
    public Integer call() throws IOException {
        Path folder = out != null
                ? out
                : Path.of(subject == DemoData.Subject.DIGITS ? "epiwrap-demo" : "epiwrap-demo-letters");
        OutputPaths.checkFolder(folder);
        Check.atLeast("--images", images, MIN_IMAGES);
        options.useThreads(1);
        Report report = untilStopped(() -> {
            try (TrainingProgress progress = new TrainingProgress(err(), options.quiet())) {
                return new Demo(DemoData.of(subject, seed, images), seed, progress).report(run(seed));
            }
        });
        CommandResult.publish(report, folder, page -> print(report, page));
        return 0;
    }

    private void print(Report report, Optional<Path> page) {
        if (options.json()) {
            out().print(ReportWriter.json(report, page));
        } else {
            report.summary().forEach(out()::println);
            page.ifPresent(path -> out().println("report: " + path));
        }
    }
}
