package org.epiwrap.experiments;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.epiwrap.data.builtin.BuiltInData;
import org.epiwrap.experiments.hard.HardExperiment;
import org.epiwrap.experiments.hard.HardTables;
import org.epiwrap.experiments.measurement.Key;
import org.epiwrap.experiments.measurement.MeasuredScore;
import org.epiwrap.experiments.measurement.Topic;
import org.epiwrap.experiments.promises.PromiseExperiment;
import org.epiwrap.experiments.promises.PromiseTables;
import org.epiwrap.experiments.promises.SetExperiment;
import org.epiwrap.experiments.promises.SetTables;
import org.epiwrap.experiments.workspace.Setting;
import org.epiwrap.experiments.workspace.Task;
import org.epiwrap.experiments.workspace.Workspace;
import org.epiwrap.model.Preset;
import org.epiwrap.network.Estimator;
import org.epiwrap.prediction.Score;
import org.epiwrap.report.Figure;
import org.epiwrap.report.Table;

/** The experiments that can be reproduced. */
@SuppressWarnings("ImmutableEnumChecker") // functions without state
public enum Experiment {
    /** Four criteria of the budget at 2, 4 and 8 hidden units, MNIST. */
    TABLE1("The budget's criterion, MNIST", Parts.of(PaperTables.table1())),
    /** The same at 8 hidden units, Fashion-MNIST. */
    TABLE2("Fashion-MNIST", Parts.of(PaperTables.table2())),
    /** Which share of the weights is wrapped, and what ranks them. */
    SHARE("The share of weights that are wrapped", Parts.withCharts(PaperTables.share())),
    /** How fine the grid of intervals is. */
    INTERVALS("The points of the grid", Parts.withCharts(PaperTables.intervals())),
    /** Detection of clothes among digits by Monte Carlo dropout. */
    TABLE3(
            "Clothes among digits",
            new Parts(
                    Topic.DROPOUT,
                    Experiment::dropout,
                    workspace -> List.of(new DropoutTables(workspace).detection()),
                    DropoutTables.detectionScores())),
    /** Accuracy when the examples with the highest uncertainty are rejected. */
    ARC(
            "Accuracy–rejection curves",
            new Parts(
                    Topic.DROPOUT,
                    Experiment::dropout,
                    workspace -> List.of(new DropoutTables(workspace).rejection()),
                    DropoutTables.rejectionScores(),
                    workspace -> new DropoutTables(workspace).figures())),
    /** Detection of out-of-distribution examples, and of errors, by many scores. */
    OOD(
            "Out-of-distribution examples",
            new Parts(
                    Topic.OOD,
                    Experiment::outOfDistribution,
                    workspace -> new OodTables(workspace, OodExperiment.settings()).all(),
                    MeasuredScore.scores(OodExperiment.SCORES))),
    /** Detection of hard shifts by all scores and by those of other methods on the same networks. */
    HARD(
            "Hard shifts",
            new Parts(
                    Topic.HARD,
                    Experiment::hardShifts,
                    HardTables::all,
                    EnumSet.complementOf(EnumSet.of(Score.CLASS_VARIANCE, Score.WIDTH)))),
    /** Whether promises are kept in many divisions of the same examples. */
    PROMISES(
            "Promises",
            new Parts(
                    Topic.PROMISES,
                    Experiment::promises,
                    PromiseTables::all,
                    EnumSet.of(Score.UNFAMILIARITY, Score.TU0, Score.MAX_SOFTMAX))),
    /** Sizes and coverage of prediction sets, in distribution and under hard shifts. */
    SETS("Prediction sets", new Parts(Topic.SETS, Experiment::sets, SetTables::all, Set.of())),
    /** What each step contributes. */
    ABLATION(
            "What each step contributes",
            new Parts(Topic.ABLATION, Experiment::ablation, AblationExperiment::tables, Set.of(Score.EU))),
    /** Default settings on tables, beside classifiers of scikit-learn. */
    TABLES(
            "Tables",
            new Parts(
                    Topic.TABLES,
                    TableExperiment::tasks,
                    TableResults::tables,
                    MeasuredScore.scores(UnknownLetters.SCORES))),
    /** Convolutional networks on CIFAR. */
    BACKBONES(
            "Convolutional networks on CIFAR",
            new Parts(
                    Topic.BACKBONES,
                    Experiment::backbones,
                    workspace -> List.of(BackboneExperiment.table(workspace)),
                    Set.of()));

    private final String title;
    private final Parts parts;

    Experiment(String title, Parts parts) {
        this.title = title;
        this.parts = parts;
    }

    /**
     * What an experiment does in a workspace, and what it shows.
     *
     * @param scores which its tables and plots name
     */
    private record Parts(
            Topic topic,
            Function<Workspace, List<Task>> tasks,
            Function<Workspace, List<Table>> tables,
            Set<Score> scores,
            Function<Workspace, List<Figure>> figures) {

        Parts(
                Topic topic,
                Function<Workspace, List<Task>> tasks,
                Function<Workspace, List<Table>> tables,
                Set<Score> scores) {
            this(topic, tasks, tables, scores, workspace -> List.of());
        }

        static Parts of(AccuracyTable table) {
            return new Parts(Topic.ACCURACY, table::tasks, table::tables, Set.of());
        }

        static Parts withCharts(AccuracyTable table) {
            return new Parts(Topic.ACCURACY, table::tasks, table::tables, Set.of(), table::figures);
        }
    }

    /** Two experiments show different sides of the same measurements. */
    private static List<Task> dropout(Workspace workspace) {
        return Arrays.stream(Preset.values())
                .map(preset -> new Task(
                        "dropout-" + preset,
                        AccuracyExperiment.networks(DropoutExperiment.setting(preset)),
                        Integer.MAX_VALUE,
                        () -> new DropoutExperiment(workspace, preset).run()))
                .toList();
    }

    private static List<Task> outOfDistribution(Workspace workspace) {
        // The longest first: processes that share them end together.
        return OodExperiment.settings().stream()
                .sorted(Comparator.comparing(setting -> !setting.net().isConvolutional()))
                .map(setting -> new Task(
                        "ood-" + setting.fileName(),
                        calibrated(setting),
                        OodExperiment.maxRuns(setting),
                        () -> new OodExperiment(workspace, setting).run()))
                .toList();
    }

    private static List<Task> hardShifts(Workspace workspace) {
        return calibratedTasks(
                "hard-",
                HardExperiment.settings(),
                HardExperiment.MAX_RUNS,
                setting -> () -> new HardExperiment(workspace, setting).run());
    }

    private static List<Task> promises(Workspace workspace) {
        return calibratedTasks(
                "promises-",
                PromiseExperiment.settings(),
                PromiseExperiment.MAX_RUNS,
                setting -> () -> new PromiseExperiment(workspace, setting).run());
    }

    private static List<Task> sets(Workspace workspace) {
        return calibratedTasks(
                "sets-",
                PromiseExperiment.settings(),
                SetExperiment.MAX_RUNS,
                setting -> () -> new SetExperiment(workspace, setting).run());
    }

    /** Returns a task for each setting, the longest first: processes that share them end together. */
    private static List<Task> calibratedTasks(
            String name, List<Setting> settings, int maxRuns, Function<Setting, Task.Work> work) {
        return settings.stream()
                .sorted(Comparator.comparing(setting -> !setting.net().isConvolutional()))
                .map(setting -> new Task(name + setting.fileName(), calibrated(setting), maxRuns, work.apply(setting)))
                .toList();
    }

    private static List<Task> ablation(Workspace workspace) {
        return AblationExperiment.settings().stream()
                .map(setting -> new Task(
                        "ablation-" + setting.fileName(), calibrated(setting), AblationExperiment.MAX_RUNS, () -> {
                            try (AblationExperiment experiment = new AblationExperiment(workspace, setting)) {
                                experiment.run();
                            }
                        }))
                .toList();
    }

    /** The networks that several experiments use. */
    private static String calibrated(Setting setting) {
        return "calibrated-" + setting.fileName();
    }

    private static List<Task> backbones(Workspace workspace) {
        List<Task> tasks = new ArrayList<>();
        for (Setting setting : BackboneExperiment.settings()) {
            for (Estimator estimator : BackboneExperiment.estimators()) {
                String name = "backbones-" + setting.fileName() + "-" + estimator;
                tasks.add(new Task(name, name, 1, () -> new BackboneExperiment(workspace, setting, estimator).run()));
            }
        }
        return tasks;
    }

    /** Returns whether any of it has been measured in a workspace. */
    public boolean isBegun(Workspace workspace) {
        return workspace.measurements().all().stream().anyMatch(measurement -> isOf(workspace, measurement.key()));
    }

    /** Returns by which versions, builds, machines and numbers of threads it was measured in a workspace. */
    public static List<String> provenance(Workspace workspace, List<Experiment> experiments) {
        return workspace
                .measurements()
                .provenance(key -> experiments.stream().anyMatch(experiment -> experiment.isOf(workspace, key)));
    }

    /** Whether a measurement is of this experiment, or of one with the same topic, and of a workspace's seeds and size. */
    private boolean isOf(Workspace workspace, Key key) {
        // Of ensembles there are fewer runs than of the task's other networks.
        IntStream ensembles = IntStream.of(DropoutExperiment.MAX_ENSEMBLES).filter(unused -> this == ARC);
        return IntStream.concat(ensembles, tasks(workspace).stream().mapToInt(Task::maxRuns))
                .anyMatch(runs -> key.includes(workspace.limitedTo(runs).key(parts.topic())));
    }

    /** Returns the heading of its report. */
    public String title() {
        return title;
    }

    /** Returns the datasets without which it cannot be run. */
    public List<BuiltInData> required() {
        return this == BACKBONES ? List.of(BuiltInData.CIFAR_10, BuiltInData.CIFAR_100) : List.of();
    }

    /** Returns the datasets that it leaves out if they are not on this machine. */
    public List<BuiltInData> optional() {
        return this == OOD ? List.of(BuiltInData.CIFAR_10) : List.of();
    }

    /** Returns what it leaves out on this machine beside data, as a clause that says how to get it. */
    public Optional<String> leavesOut() {
        return this == TABLES && ScikitLearn.find().isEmpty()
                ? Optional.of("scikit-learn, which is not on this machine (" + ScikitLearn.INSTALLATION + ")")
                : Optional.empty();
    }

    /** Returns its parts; those of another experiment may be among them. */
    public List<Task> tasks(Workspace workspace) {
        return parts.tasks().apply(workspace);
    }

    /** Returns what has been measured, as tables. */
    public List<Table> tables(Workspace workspace) {
        return parts.tables().apply(workspace);
    }

    /** Returns the scores that its tables and plots name, to be defined beside them. */
    public Set<Score> scores() {
        return parts.scores();
    }

    /** Returns what has been measured as plots, if there are any. */
    public List<Figure> figures(Workspace workspace) {
        return parts.figures().apply(workspace);
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
