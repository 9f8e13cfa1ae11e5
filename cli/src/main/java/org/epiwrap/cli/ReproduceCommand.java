package org.epiwrap.cli;

import java.io.IOException;
import java.io.PrintWriter;
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
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.epiwrap.check.Check;
import org.epiwrap.experiments.Effort;
import org.epiwrap.experiments.Lab;
import org.epiwrap.experiments.NamedData;
import org.epiwrap.experiments.Study;
import org.epiwrap.experiments.Task;
import org.epiwrap.model.Versions;
import org.epiwrap.report.Report;
import org.epiwrap.report.Run;
import org.epiwrap.report.Section;
import org.epiwrap.report.Table;
import org.epiwrap.report.TextTable;
import org.epiwrap.tensor.TensorEngine;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "reproduce",
        description = {
            "Measures the tables of the paper, and those beyond it, and shows them: the paper's figures, ours with its"
                    + " choices (paper) and ours with those that measurements show to be right (sound).",
            "What was measured stays in a folder. Interrupted, the same command goes on where it was."
        },
        mixinStandardHelpOptions = true,
        versionProvider = EpiwrapCommand.Version.class,
        sortOptions = false,
        parameterListHeading = "%nStudies:%n",
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  epiwrap reproduce share --runs 5 --seed 11",
            "  epiwrap reproduce ood --runs 3 --out ood",
            "  epiwrap reproduce all --without backbones --runs 15",
            "  epiwrap reproduce all --quick"
        })
final class ReproduceCommand implements Callable<Integer> {
    /** Each holds networks and images of its own. */
    private static final int MOST_PROCESSES = 4;

    private static final String QUICK =
            "Measured with --quick: a tenth of the images and a few epochs show that it works, not what it reaches.";

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Parameters(
            arity = "1..*",
            paramLabel = "STUDY",
            converter = Choices.StudyName.class,
            completionCandidates = Choices.StudyName.class,
            description = "One or more of ${COMPLETION-CANDIDATES}.")
    private List<Choices.Chosen> studies = List.of();

    @Option(
            names = "--without",
            paramLabel = "STUDY",
            split = ",",
            converter = Choices.StudyName.class,
            completionCandidates = Choices.StudyName.class,
            description = "Leave this one, or these with commas between them, out of all.")
    private List<Choices.Chosen> without = List.of();

    @Option(
            names = "--runs",
            paramLabel = "N",
            description =
                    "Networks of each kind (default: 3; the paper has 15). Of ood and ablation at most 3 are measured, of"
                            + " networks with convolutions one.")
    private int runs = 3;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Seed of the first run; the others take the numbers after it (default: 1).")
    private long seed = 1;

    @Option(
            names = "--quick",
            description = "A tenth of the images and a few epochs: shows that it works, not what it reaches.")
    private boolean quick;

    @Option(
            names = "--tables",
            description = "Measure nothing; show what the folder holds, by whatever version it was measured.")
    private boolean tablesOnly;

    @Option(names = "--threads", paramLabel = "N", description = "Threads of the tensor engine (default: 1).")
    private int threads = 1;

    @Option(
            names = "--processes",
            paramLabel = "N",
            description = "Processes that share the work (default: as many as there are processors, at most 4).")
    private @Nullable Integer processes;

    /** The process that asked this one to share its work, and makes the report. */
    @Option(names = "--parent", hidden = true)
    private @Nullable Long parent;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FOLDER",
            description =
                    "Where measurements and networks are kept, and the report goes, which replaces the last (default:"
                            + " reproduce).")
    private Path out = Path.of("reproduce");

    @Option(names = "--json", description = "Print the tables as one JSON object.")
    private boolean json;

    @Option(names = "--quiet", description = "No progress on stderr.")
    private boolean quiet;

    @Override
    public Integer call() throws IOException {
        Check.between("--runs", runs, 1, 1000);
        if (processes != null) {
            Check.between("--processes", processes, 1, 64);
        }
        if (seed > Integer.MAX_VALUE || seed < 0) {
            throw new IllegalArgumentException("--seed must be from 0 to " + Integer.MAX_VALUE + ", but is " + seed);
        }
        if (tablesOnly && !Files.isDirectory(out)) {
            throw new IllegalArgumentException("there is no folder " + out + " with measurements to show");
        }
        TensorEngine.useThreads(threads);
        PrintWriter err = spec.commandLine().getErr();
        List<Study> wanted = wanted(err);
        OutputFolder.make(out);
        Run run = Run.of(
                        Arguments.without(spec, "--tables"),
                        LongStream.range(seed, seed + runs).toArray())
                .setting("studies", wanted.stream().map(Study::toString).collect(Collectors.joining(", ")))
                .setting("effort", quick ? "quick" : "full");
        if (!tablesOnly) {
            // What was measured elsewhere says nothing of this machine.
            run = run.setting("threads", String.valueOf(threads))
                    .version("epiwrap", Versions.epiwrap())
                    .version("engine", TensorEngine.version())
                    .onThisMachine();
        }
        List<Section> sections = new ArrayList<>();
        List<Table> tables = new ArrayList<>();
        try (StudyProgress progress = new StudyProgress(err, quiet || parent != null);
                Lab lab = new Lab(out, quick ? Effort.quick() : Effort.full(), seed, runs, progress)) {
            if (!tablesOnly) {
                long begin = System.nanoTime();
                measure(lab, wanted);
                progress.endBar();
                run = run.took("this run, by the clock", Duration.ofNanos(System.nanoTime() - begin));
            } else if (wanted.stream().noneMatch(study -> study.isBegun(lab))) {
                throw new IllegalArgumentException("--seed, --runs and --quick must be those of measurements in " + out
                        + ", which holds " + lab.held());
            }
            if (parent != null) {
                return 0;
            }
            run = run.setting("measured by", String.join("; ", lab.makers(wanted)));
            for (Study study : wanted) {
                Optional<Duration> time = lab.time(study.tasks(lab));
                if (time.isPresent()) {
                    run = run.took(study + ", all processes", time.get());
                }
                List<Table> own = study.tables(lab);
                tables.addAll(own);
                sections.add(Section.of(study.title()).with(own).with(study.figures(lab)));
            }
        }
        Report report =
                new Report("epiwrap reproduces: " + run.settings().get("studies"), List.of(), Map.of(), sections, run);
        if (quick) {
            report = report.says(QUICK);
        }
        PrintWriter print = spec.commandLine().getOut();
        ToldReport.tell(report, out, json, print, () -> {
            if (quick) {
                print.println(QUICK);
                print.println();
            }
            tables.forEach(table -> {
                TextTable.lines(table).forEach(print::println);
                print.println();
            });
        });
        return 0;
    }

    private void measure(Lab lab, List<Study> wanted) throws IOException {
        Map<String, Task> tasks = new LinkedHashMap<>();
        for (Study study : wanted) {
            study.tasks(lab).forEach(task -> tasks.put(task.name(), task));
        }
        if (parent != null) {
            FellowProcesses.endWith(parent);
            lab.run(List.copyOf(tasks.values()));
            return;
        }
        int fellows = Math.min(processes(), tasks.size()) - 1;
        LastWords.during(
                spec.commandLine().getErr(),
                "stopped; what was measured is in " + out + ", and the same command goes on with the rest",
                () -> {
                    FellowProcesses.share(
                            fellows,
                            spec.name(),
                            spec.root().commandLine().getParseResult().expandedArgs(),
                            () -> lab.run(List.copyOf(tasks.values())));
                    return true;
                });
    }

    private int processes() {
        if (processes != null) {
            return processes;
        }
        return Math.max(1, Math.min(MOST_PROCESSES, Runtime.getRuntime().availableProcessors() / threads));
    }

    private static List<NamedData> missing(List<NamedData> data) {
        return data.stream().filter(each -> !each.isHere()).toList();
    }

    /** Of all studies, those without their data are left out; of a study that was named it is an error. */
    private List<Study> wanted(PrintWriter err) {
        Set<Study> unwanted =
                without.stream().flatMap(chosen -> chosen.studies().stream()).collect(Collectors.toSet());
        Set<Study> wanted = new LinkedHashSet<>();
        for (Choices.Chosen chosen : studies) {
            for (Study study : chosen.studies()) {
                if (unwanted.contains(study)) {
                    continue;
                }
                List<NamedData> missing = tablesOnly ? List.of() : missing(study.needs());
                if (missing.isEmpty()) {
                    wanted.add(study);
                    if (!tablesOnly && parent == null) {
                        missing(study.wishes())
                                .forEach(data -> err.println("epiwrap: warning: " + study + " leaves out " + data
                                        + ", which is not on this machine ('epiwrap data get " + data + "')"));
                    }
                } else if (chosen.isAll() && parent == null) {
                    err.println("epiwrap: warning: " + study + " is left out, for it needs " + missing.get(0)
                            + ", which is not on this machine ('epiwrap data get " + missing.get(0) + "')");
                } else if (!chosen.isAll()) {
                    throw new IllegalArgumentException(study + " needs " + missing.get(0)
                            + ", which is not on this machine: 'epiwrap data get " + missing.get(0)
                            + "' downloads it");
                }
            }
        }
        if (wanted.isEmpty()) {
            throw new IllegalArgumentException("--without must leave a study to reproduce");
        }
        return List.copyOf(wanted);
    }
}
