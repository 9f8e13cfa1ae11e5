package org.epiwrap.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.epiwrap.cli.option.Choices;
import org.epiwrap.cli.option.OutputOptions;
import org.epiwrap.cli.output.CommandResult;
import org.epiwrap.cli.output.OutputPaths;
import org.epiwrap.cli.terminal.ShutdownMessage;
import org.epiwrap.cli.terminal.TrainingProgress;
import org.epiwrap.data.builtin.BuiltInData;
import org.epiwrap.experiments.Experiment;
import org.epiwrap.experiments.workspace.ExperimentSize;
import org.epiwrap.experiments.workspace.TableFile;
import org.epiwrap.experiments.workspace.Task;
import org.epiwrap.experiments.workspace.Workspace;
import org.epiwrap.report.Block;
import org.epiwrap.report.Definitions;
import org.epiwrap.report.Report;
import org.epiwrap.report.ReportWriter;
import org.epiwrap.report.Run;
import org.epiwrap.report.Section;
import org.epiwrap.report.Table;
import org.epiwrap.report.TextTable;
import org.epiwrap.report.evaluation.MeasureLegend;
import org.epiwrap.report.evaluation.ScoreLegend;
import org.epiwrap.tensor.TensorEngine;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs experiments, and shows what they measured. */
@Command(name = "reproduce")
public final class ReproduceCommand extends Subcommand {
    /** Each holds networks and images of its own. */
    private static final int MAX_PROCESSES = 4;

    private static final String QUICK =
            "Measured with --quick: a tenth of the images and a few epochs show that it works, not what it reaches.";

    @Parameters(arity = "1..*", paramLabel = "EXPERIMENT")
    private List<Choices.Experiments> experiments = List.of();

    @Option(names = "--without", paramLabel = "EXPERIMENT", split = ",")
    private List<Choices.Experiments> without = List.of();

    @Option(names = "--data", paramLabel = "FILE=LABEL", split = ",")
    private List<String> data = List.of();

    @Option(names = "--runs", paramLabel = "N")
    private int runs = 3;

    @Option(names = "--seed", paramLabel = "N")
    private long seed = 1;

    @Option(names = "--quick")
    private boolean quick;

    @Option(names = "--tables")
    private boolean tablesOnly;

    @Option(names = "--threads", paramLabel = "N")
    private int threads = 1;

    @Option(names = "--processes", paramLabel = "N")
    private @Nullable Integer processes;

    /** The process whose work this one shares, and which writes the report. */
    @Option(names = "--parent", hidden = true)
    private @Nullable Long parent;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FOLDER")
    private Path out = Path.of("reproduce");

    @Mixin
    private final OutputOptions options = new OutputOptions();

    @Override
    public Integer call() throws IOException {
        if (seed > Integer.MAX_VALUE || seed < 0) {
            throw new IllegalArgumentException("--seed must be from 0 to " + Integer.MAX_VALUE + ", but is " + seed);
        }
        if (tablesOnly && !Files.isDirectory(out)) {
            throw new IllegalArgumentException("there is no folder " + out + " with measurements to show");
        }
        TensorEngine.useThreads(threads);
        List<Experiment> wanted = wanted();
        List<TableFile> tables = tables(wanted);
        if (!tablesOnly) {
            warnOfOmissions(wanted);
        }
        OutputPaths.createFolder(out);
        ExperimentSize size = quick ? ExperimentSize.quick() : ExperimentSize.full();
        try (TrainingProgress progress = new TrainingProgress(err(), options.quiet() || parent != null);
                Workspace workspace =
                        Workspace.open(out, size, seed, runs, progress).with(tables)) {
            Run run = run(wanted, size);
            if (!tablesOnly) {
                long begin = System.nanoTime();
                measure(workspace, wanted);
                progress.endBar();
                run = run.took("this run, by the clock", Duration.ofNanos(System.nanoTime() - begin));
            } else if (wanted.stream().noneMatch(experiment -> experiment.isBegun(workspace))) {
                throw new IllegalArgumentException("--seed, --runs and --quick must be those of measurements in " + out
                        + ", which holds " + workspace.inventory());
            }
            if (parent == null) {
                Report report = report(workspace, wanted, run);
                CommandResult.publish(report, out, page -> print(report, page));
            }
        }
        return 0;
    }

    private List<TableFile> tables(List<Experiment> wanted) {
        if (!data.isEmpty() && !wanted.contains(Experiment.TABLES)) {
            throw new IllegalArgumentException("--data is for the experiment tables, which must be named, too");
        }
        return TableFile.all(data);
    }

    private Run run(List<Experiment> wanted, ExperimentSize size) {
        long[] seeds = LongStream.range(seed, seed + runs).toArray();
        String names = wanted.stream().map(Experiment::toString).collect(Collectors.joining(", "));
        // Tables of earlier measurements depend on nothing of this machine.
        Run run = tablesOnly
                ? Run.of(typed(argument -> !argument.equals("--tables")), seeds)
                : run(seeds).setting("threads", String.valueOf(threads));
        return run.setting("experiments", names).setting("size", size.name());
    }

    private void measure(Workspace workspace, List<Experiment> wanted) throws IOException {
        Map<String, Task> byName = new LinkedHashMap<>();
        wanted.forEach(experiment -> experiment.tasks(workspace).forEach(task -> byName.put(task.name(), task)));
        List<Task> tasks = List.copyOf(byName.values());
        if (parent != null) {
            WorkerProcesses.endWith(parent);
            workspace.run(tasks);
            return;
        }
        ShutdownMessage.during(
                err(), "stopped; measurements are kept in " + out + ", and the same command resumes", () -> {
                    WorkerProcesses.share(
                            Math.min(processes(), tasks.size()) - 1,
                            spec().name(),
                            spec().root().commandLine().getParseResult().expandedArgs(),
                            () -> workspace.run(tasks));
                    return true;
                });
    }

    private int processes() {
        return processes != null
                ? processes
                : Math.max(1, Math.min(MAX_PROCESSES, Runtime.getRuntime().availableProcessors() / threads));
    }

    private Report report(Workspace workspace, List<Experiment> wanted, Run measured) {
        Run run = measured.setting("measured by", String.join("; ", Experiment.provenance(workspace, wanted)));
        for (Experiment experiment : wanted) {
            Optional<Duration> time = workspace.time(experiment.tasks(workspace));
            if (time.isPresent()) {
                run = run.took(experiment + ", all processes", time.get());
            }
        }
        Report report = Report.of("epiwrap reproduces: " + run.settings().get("experiments"), run);
        if (quick) {
            report = report.withSummary(QUICK);
        }
        for (Experiment experiment : wanted) {
            List<Table> tables = experiment.tables(workspace);
            Section section = Section.of(experiment.title()).with(tables);
            if (!MeasureLegend.of(tables).terms().isEmpty()) {
                section = section.with(MeasureLegend.of(tables));
            }
            if (!experiment.scores().isEmpty()) {
                section = section.with(ScoreLegend.of(experiment.scores()));
            }
            report = report.with(section.with(experiment.figures(workspace)));
        }
        return report;
    }

    private void print(Report report, Optional<Path> page) {
        if (options.json()) {
            out().print(ReportWriter.json(report, page));
            return;
        }
        report.summary().forEach(line -> out().println(line + System.lineSeparator()));
        report.sections().stream()
                .flatMap(section -> section.blocks().stream())
                .flatMap(block -> lines(block).stream())
                .forEach(out()::println);
        page.ifPresent(path -> out().println("report: " + path));
    }

    /** Returns a table, or the definitions of what the tables before it show, for a terminal; figures are on the page. */
    private static List<String> lines(Block block) {
        List<String> lines = new ArrayList<>();
        if (block instanceof Table table) {
            lines.addAll(TextTable.lines(table));
        } else if (block instanceof Definitions definitions) {
            definitions.terms().forEach((term, meaning) -> lines.add(term + ": " + meaning));
        }
        if (!lines.isEmpty()) {
            lines.add("");
        }
        return lines;
    }

    /** Experiments without their data are left out of all; if one was named, it is an error. */
    private List<Experiment> wanted() {
        Set<Experiment> unwanted =
                without.stream().flatMap(chosen -> chosen.all().stream()).collect(Collectors.toSet());
        Set<Experiment> wanted = new LinkedHashSet<>();
        for (Choices.Experiments chosen : experiments) {
            for (Experiment experiment : chosen.all()) {
                if (!unwanted.contains(experiment)
                        && hasData(experiment, chosen.all().size() > 1)) {
                    wanted.add(experiment);
                }
            }
        }
        if (wanted.isEmpty()) {
            throw new IllegalArgumentException("--without must leave an experiment to reproduce");
        }
        return List.copyOf(wanted);
    }

    private boolean hasData(Experiment experiment, boolean isOneOfAll) {
        if (tablesOnly) {
            return true;
        }
        Optional<String> missing = missing(experiment.required()).stream().findFirst();
        if (missing.isEmpty()) {
            return true;
        }
        if (!isOneOfAll) {
            throw new IllegalArgumentException(experiment + " needs " + missing.get());
        }
        warn(experiment + " is left out, because it needs " + missing.get());
        return false;
    }

    /** Tells what experiments do without, once nothing can be refused any more: an error is a single sentence. */
    private void warnOfOmissions(List<Experiment> wanted) {
        for (Experiment experiment : wanted) {
            missing(experiment.optional()).forEach(each -> warn(experiment + " leaves out " + each));
            experiment.leavesOut().ifPresent(each -> warn(experiment + " leaves out " + each));
        }
    }

    /** Returns the datasets that are not on this machine, with the command that downloads them. */
    private static List<String> missing(List<BuiltInData> data) {
        return data.stream()
                .filter(each -> !each.isAvailable())
                .map(each -> each + ", which is not on this machine ('epiwrap data get " + each + "' downloads it)")
                .toList();
    }

    private void warn(String text) {
        if (parent == null) {
            remark("warning: " + text);
        }
    }
}
