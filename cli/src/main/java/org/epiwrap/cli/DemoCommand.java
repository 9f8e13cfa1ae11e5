package org.epiwrap.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.epiwrap.report.Report;
import org.epiwrap.tensor.TensorEngine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "demo",
        description = {
            "Trains a small Bayesian network on the digits that come with epiwrap, wraps its weights into intervals, tests it"
                    + " on digits and on images that are none, and writes a report to look at. Takes half a minute and"
                    + " needs no network."
        },
        mixinStandardHelpOptions = true,
        versionProvider = EpiwrapCommand.Version.class,
        sortOptions = false,
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {"  epiwrap demo", "  epiwrap demo --seed 7 --out look --json"})
final class DemoCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FOLDER",
            description = "Where the report goes (default: epiwrap-demo).")
    private Path out = Path.of("epiwrap-demo");

    @Option(names = "--seed", paramLabel = "N", description = "Fixes everything that is random (default: 1).")
    private long seed = 1;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Threads of the tensor engine; more do not make so small a network faster (default: 1).")
    private int threads = 1;

    @Option(names = "--json", description = "Print the figures as one JSON object.")
    private boolean json;

    @Option(names = "--quiet", description = "No progress on stderr.")
    private boolean quiet;

    /** For tests: so many images of each kind, and the rest in proportion. */
    @Option(names = "--images", paramLabel = "N", hidden = true)
    private int images = Demo.ALL;

    @Override
    public Integer call() throws IOException {
        OutputFolder.check(out);
        TensorEngine.useThreads(threads);
        PrintWriter err = spec.commandLine().getErr();
        Report report = LastWords.during(err, "stopped; nothing is kept of a demo, and it begins anew", () -> {
            try (StudyProgress progress = new StudyProgress(err, quiet)) {
                return new Demo(seed, images, progress).report(Arguments.of(spec));
            }
        });
        PrintWriter print = spec.commandLine().getOut();
        ToldReport.tell(report, out, json, print, () -> report.summary().forEach(print::println));
        return 0;
    }
}
