package org.epiwrap.experiments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.builtin.BuiltInData;
import org.epiwrap.experiments.measurement.Field;
import org.epiwrap.experiments.measurement.Key;
import org.epiwrap.experiments.measurement.MeasuredScore;
import org.epiwrap.experiments.measurement.Measurement;
import org.epiwrap.experiments.measurement.Quantity;
import org.epiwrap.experiments.measurement.Ranking;
import org.epiwrap.experiments.measurement.Topic;
import org.epiwrap.experiments.measurement.Values;
import org.epiwrap.experiments.workspace.ExperimentListener;
import org.epiwrap.experiments.workspace.ExperimentSize;
import org.epiwrap.experiments.workspace.Setting;
import org.epiwrap.experiments.workspace.Task;
import org.epiwrap.experiments.workspace.Workspace;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.model.Preset;
import org.epiwrap.network.Estimator;
import org.epiwrap.prediction.Score;
import org.epiwrap.report.Cell;
import org.epiwrap.report.Column;
import org.epiwrap.report.Table;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole experiments on a few images: what they measure, that they go on where they were, and that a seed fixes them. */
class ExperimentTest {
    private static final ExperimentSize TINY = new ExperimentSize("tiny", 300, 60, 1, 1, 2);

    private static Counts run(Experiment experiment, Path folder, ExperimentSize size, long seed, int runs)
            throws IOException {
        Counts counts = new Counts();
        try (Workspace workspace = Workspace.open(folder, size, seed, runs, counts)) {
            workspace.run(experiment.tasks(workspace));
        }
        return counts;
    }

    @Test
    void sharesAreMeasuredOnceAndGoOn(@TempDir Path folder) throws IOException {
        Counts first = run(Experiment.SHARE, folder, TINY, 5, 2);
        // For each preset: a Bayesian network, the baseline twice, 31 choices before and 7 after.
        assertThat(first.measured).hasSize(2 * (1 + 2 + 31 + 7));
        assertThat(first.trained).hasSize(4);
        assertThat(first.measured)
                .allSatisfy(measurement -> measurement
                        .values()
                        .forEach((name, runs) -> assertThat(runs)
                                .as(measurement.key() + " " + name)
                                .hasSize(2)
                                .allSatisfy(value -> assertThat(value).isBetween(0.0, 1.0))));

        try (Workspace workspace = Workspace.open(folder, TINY, 5, 2, ExperimentListener.NONE)) {
            Table table = Experiment.SHARE.tables(workspace).get(0);
            assertThat(table.rows()).hasSize(33);
            assertThat(table.rows())
                    .filteredOn(row -> row.get(4) instanceof Cell.Missing)
                    .hasSize(1);
            assertThat(table.rows())
                    .filteredOn(row -> row.get(7) instanceof Cell.Value)
                    .hasSize(9);
            // Before and after, by each preset.
            assertThat(Experiment.SHARE.figures(workspace)).hasSize(4);
            assertThat(Experiment.TABLE2.figures(workspace)).isEmpty();
            Table others = Experiment.TABLE2.tables(workspace).get(0);
            assertThat(others.rows()).allSatisfy(row -> assertThat(row.get(3)).isInstanceOf(Cell.Missing.class));
        }

        Counts nothing = run(Experiment.SHARE, folder, TINY, 5, 2);
        assertThat(nothing.measured).isEmpty();
        assertThat(nothing.trained).isEmpty();

        // Without some of its lines it measures those alone, with the networks it has, to the same numbers.
        Path file = folder.resolve("measurements.jsonl");
        List<String> lines = withoutTimes(file);
        Files.write(file, lines.subList(0, 20));
        Counts rest = run(Experiment.SHARE, folder, TINY, 5, 2);
        assertThat(rest.measured).hasSize(lines.size() - 20);
        assertThat(rest.trained).isEmpty();
        assertThat(withoutTimes(file)).isEqualTo(lines);
    }

    private static List<String> withoutTimes(Path file) throws IOException {
        return Files.readAllLines(file).stream()
                .filter(line -> !line.contains("\"study\":\"time\""))
                .toList();
    }

    @Test
    void oodExamplesAreScoredByEveryScore(@TempDir Path folder) throws IOException {
        Counts counts = new Counts();
        try (Workspace workspace = Workspace.open(folder, TINY, 3, 1, counts)) {
            new OodExperiment(workspace, Setting.of(Preset.SOUND, BuiltInData.FASHION_MNIST, "mlp:4-4")).run();
            int before = counts.measured.size();
            new OodExperiment(workspace, Setting.of(Preset.SOUND, BuiltInData.FASHION_MNIST, "mlp:4-4")).run();
            assertThat(counts.measured).hasSize(before);
            OodTables tables = new OodTables(
                    workspace,
                    List.of(
                            Setting.of(Preset.SOUND, BuiltInData.FASHION_MNIST, "mlp:4-4"),
                            Setting.of(Preset.SOUND, BuiltInData.MNIST, "mlp:4-4")));
            assertThat(tables.summary().rows()).hasSize(OodExperiment.SCORES.size());
            assertThat(tables.detections().rows()).hasSize(OodExperiment.SCORES.size());
            assertThat(tables.detections().columns()).hasSizeBetween(2 + 5, 2 + 6);
            assertThat(tables.accuracies().rows()).hasSize(1);
            assertThat(tables.sets().rows()).hasSize(4);
            assertThat(tables.rejection().rows()).hasSize(OodExperiment.SCORES.size());
            assertThat(tables.rejection().columns()).hasSize(1 + 2);
            assertThat(Experiment.OOD.tables(workspace)).hasSize(5);
        }
        List<Measurement> noise = counts.measured.stream()
                .filter(measurement -> measurement.key().get(Field.SHIFT).equals(Optional.of("noise")))
                .toList();
        assertThat(noise)
                .extracting(measurement -> measurement.key().get(Field.SCORE).orElseThrow())
                .containsExactlyElementsOf(OodExperiment.SCORES.stream()
                        .map(MeasuredScore::toString)
                        .toList());
        assertThat(noise).allSatisfy(measurement -> {
            assertThat(measurement.numbers(Quantity.AUROC)[0]).isBetween(0.0, 1.0);
            assertThat(measurement.numbers(Quantity.PREVALENCE)).containsExactly(0.5);
        });
        assertThat(noise)
                .filteredOn(measurement -> measurement
                        .key()
                        .get(Field.SCORE)
                        .equals(Optional.of(MeasuredScore.NON_ZERO_PIXELS.toString())))
                .allSatisfy(measurement ->
                        assertThat(measurement.numbers(Quantity.AUROC)[0]).isGreaterThan(0.9));
        Measurement accuracy = counts.measured.get(counts.measured.size() - 1);
        assertThat(accuracy.values().keySet())
                .containsExactlyInAnyOrder(
                        Quantity.AVERAGE,
                        Quantity.MEAN,
                        Quantity.WRAPPED,
                        Quantity.WRAPPED_UNSCALED,
                        Quantity.ENSEMBLE);
    }

    /** Stopped while it wrote, after more images had come: what is missing is measured, whichever score it is. */
    @Test
    void anIncompleteExperimentIsCompleted(@TempDir Path folder) throws IOException {
        Setting setting = Setting.of(Preset.SOUND, BuiltInData.MNIST, "mlp:2");
        try (Workspace workspace = Workspace.open(folder, TINY, 3, 1, ExperimentListener.NONE)) {
            new OodExperiment(workspace, setting).run();
        }
        Path file = folder.resolve("measurements.jsonl");
        List<String> lines = Files.readAllLines(file);
        String lost = "\"score\":\"mean network: 1 - maximum softmax\",\"seeds\":\"3\",\"shift\":\"noise\"";
        List<String> rest = lines.stream().filter(line -> !line.contains(lost)).toList();
        assertThat(rest).hasSize(lines.size() - 1);
        Files.write(file, rest);
        Counts counts = new Counts();
        try (Workspace workspace = Workspace.open(folder, TINY, 3, 1, counts)) {
            new OodExperiment(workspace, setting).run();
            new OodExperiment(workspace, setting).run();
        }
        assertThat(counts.trained).isEmpty();
        assertThat(counts.measured).hasSize(lines.size());
        assertThat(Files.readAllLines(file)).anyMatch(line -> line.contains(lost));
    }

    /** The tables of accuracies name networks that can be wrapped by their choices. */
    @Test
    void tablesCanBeMeasured(@TempDir Path folder) throws IOException {
        Counts counts = new Counts();
        try (Workspace workspace = Workspace.open(folder, new ExperimentSize("tiny", 100, 20, 1, 1, 1), 1, 1, counts)) {
            for (Experiment experiment : List.of(Experiment.TABLE2, Experiment.INTERVALS)) {
                workspace.run(experiment.tasks(workspace));
                assertThat(experiment.tables(workspace).get(0).rows())
                        .filteredOn(row -> row.get(7) instanceof Cell.Value)
                        .hasSize(experiment == Experiment.TABLE2 ? 4 : 2);
            }
            assertThat(Experiment.TABLE1.tables(workspace))
                    .extracting(Table::name)
                    .containsExactly("table1-mlp-2", "table1-mlp-4", "table1-mlp-8");
            assertThat(Experiment.TABLE1.tables(workspace))
                    .allSatisfy(table -> assertThat(table.rows()).hasSize(7));
        }
    }

    @Test
    void aNetworkTrainedOtherwiseOrDamagedIsTrainedAnew(@TempDir Path folder) throws IOException {
        Setting setting = Setting.of(Preset.SOUND, BuiltInData.MNIST, "mlp:2");
        ExperimentSize longer = new ExperimentSize("tiny", 300, 60, 2, 1, 2);
        assertThat(trained(folder, TINY, setting)).hasSize(1);
        assertThat(trained(folder, TINY, setting)).isEmpty();
        assertThat(trained(folder, longer, setting)).hasSize(1);
        assertThat(trained(folder, longer, setting)).isEmpty();
        try (DirectoryStream<Path> networks = Files.newDirectoryStream(folder.resolve("networks"))) {
            for (Path network : networks) {
                Files.write(network, Arrays.copyOf(Files.readAllBytes(network), 100));
            }
        }
        assertThat(trained(folder, longer, setting)).hasSize(1);
        assertThat(trained(folder, longer, setting)).isEmpty();
    }

    private static List<String> trained(Path folder, ExperimentSize size, Setting setting) throws IOException {
        Counts counts = new Counts();
        try (Workspace workspace = Workspace.open(folder, size, 1, 1, counts)) {
            workspace.bayesian(setting, workspace.data().train(BuiltInData.MNIST));
        }
        return counts.trained;
    }

    /** With few images those that are calibrated have as many as the others, but are trained otherwise. */
    @Test
    void networksOfSeveralExperimentsShareAFolder(@TempDir Path folder) throws IOException {
        Setting setting = Setting.of(Preset.SOUND, BuiltInData.MNIST, "mlp:2");
        Counts counts = new Counts();
        for (int i = 0; i < 2; i++) {
            try (Workspace workspace = Workspace.open(folder, TINY, 1, 1, counts)) {
                Dataset train = workspace.data().train(BuiltInData.MNIST);
                Dataset butHeldOut = workspace.data().trainButHeldOut(BuiltInData.MNIST);
                workspace.bayesian(setting, train);
                workspace.bayesian(setting, butHeldOut, workspace.calibratedPlan(setting, butHeldOut.size()));
            }
            assertThat(counts.trained).hasSize(2);
        }
    }

    /** As long as its runs took, however many were asked for, and all that was done for it. */
    @Test
    void tasksAreTimed(@TempDir Path folder) throws IOException {
        try (Workspace two = Workspace.open(folder, TINY, 1, 2, ExperimentListener.NONE);
                Workspace one = Workspace.open(folder, TINY, 1, 1, ExperimentListener.NONE)) {
            Task task = new Task("t", "n", 1, () -> {
                two.add(Key.of(Topic.OOD), new Values().add(Quantity.ACCURACY, 1));
                assertThat(two.measurements().all()).isNotEmpty();
            });
            assertThat(two.time(List.of(task))).isEmpty();
            two.run(List.of(task));
            Duration first = two.time(List.of(task)).orElseThrow();
            two.run(List.of(task, new Task("nothing", "n", 1, () -> {})));
            one.measurements().refresh();
            assertThat(one.time(List.of(task)).orElseThrow()).isGreaterThanOrEqualTo(first);
            assertThat(one.measurements().all())
                    .filteredOn(measurement -> measurement.key().includes(Key.of(Topic.TIME)))
                    .extracting(
                            measurement -> measurement.key().get(Field.SEEDS).orElseThrow())
                    .containsExactly("1");
        }
    }

    @Test
    void namesAndSizes() {
        assertThat(Experiment.SHARE).hasToString("share");
        assertThat(Experiment.SHARE.title()).contains("share");
        assertThat(Experiment.SHARE.scores()).isEmpty();
        assertThat(Experiment.TABLE3.scores()).contains(Score.EU).doesNotContain(Score.TU0);
        assertThat(Experiment.ARC.scores()).contains(Score.EU, Score.TU0, Score.ENTROPY);
        assertThat(Experiment.OOD.scores()).contains(Score.EU, Score.TU, Score.TU0, Score.U, Score.DELTA);
        assertThat(ExperimentSize.full().images()).isEqualTo(Integer.MAX_VALUE);
        assertThat(ExperimentSize.full().intervalDraws()).isEqualTo(Preset.PAPER_DRAWS);
        assertThat(ExperimentSize.quick().intervalDraws()).isEqualTo(500);
        assertThat(ExperimentSize.quick().name()).isEqualTo("quick");
    }

    /** Every step of the ablation is measured before and, where it can be, after fine-tuning. */
    @Test
    void everyStepIsReplaced(@TempDir Path folder) throws IOException {
        try (Workspace workspace =
                Workspace.open(folder, new ExperimentSize("tiny", 400, 40, 1, 1, 1), 1, 4, ExperimentListener.NONE)) {
            workspace.run(Experiment.ABLATION.tasks(workspace));
            List<Table> tables = Experiment.ABLATION.tables(workspace);
            assertThat(tables).hasSize(3);
            for (Table table : tables) {
                int variants = Variant.all().size();
                assertThat(table.rows()).hasSize(variants + 2);
                assertThat(table.rows().get(variants + 1).get(7)).isInstanceOf(Cell.Value.class);
                for (List<Cell> row : table.rows().subList(0, variants)) {
                    boolean tuned = !((Cell.Words) row.get(1)).text().equals("of weights");
                    assertThat(row.get(2)).isInstanceOf(Cell.Value.class);
                    assertThat(row.get(3)).isInstanceOf(tuned ? Cell.Value.class : Cell.Missing.class);
                    assertThat(row.get(7)).isInstanceOf(Cell.Value.class);
                }
            }
            int measured = workspace.measurements().all().size();
            workspace.run(Experiment.ABLATION.tasks(workspace));
            assertThat(workspace.measurements().all()).hasSize(measured);
            assertThat(workspace.measurements().all())
                    .filteredOn(measurement -> measurement.values().containsKey(Quantity.ACCURACY))
                    .allSatisfy(measurement ->
                            assertThat(measurement.numbers(Quantity.ACCURACY)).hasSize(AblationExperiment.MAX_RUNS));
        }
    }

    /** Networks tuned beside others, for another table, are those that a experiment would have tuned alone. */
    @Test
    void tunedNetworksAreUsedAgain(@TempDir Path shared, @TempDir Path alone) throws IOException {
        Setting setting = DropoutExperiment.setting(Preset.PAPER);
        WrappingChoice one = WrappingChoice.of(Ranking.MU_PLUS_SIGMA, 0.05);
        List<WrappingChoice> several = List.of(WrappingChoice.of(Ranking.SIGMA, 0.1), one);
        Counts counts = new Counts();
        try (Workspace first = Workspace.open(shared, TINY, 3, 2, counts);
                Workspace second = Workspace.open(alone, TINY, 3, 2, ExperimentListener.NONE)) {
            new AccuracyExperiment(first, setting).measureAfter(several);
            assertThat(counts.trained).hasSize(2);
            try (EpistemicRuns kept = new AccuracyExperiment(first, setting).tunedWithBaseline(one);
                    EpistemicRuns made = new AccuracyExperiment(second, setting).tunedWithBaseline(one);
                    IntervalNetwork again = kept.together();
                    IntervalNetwork anew = made.together()) {
                assertThat(counts.trained).hasSize(2);
                // Other networks of the same setting are trained, and nothing is lost by that.
                first.plain(setting, first.data().train(setting.data()), first.plan(setting, TINY.images()));
                new AccuracyExperiment(first, setting).tunedWithBaseline(one).close();
                assertThat(counts.trained).hasSize(3);
                assertThat(again.lower()).containsExactly(anew.lower(), within(1e-4f));
                assertThat(again.upper()).containsExactly(anew.upper(), within(1e-4f));
                assertThat(again.points()).containsExactly(anew.points(), within(1e-4f));
            }
        }
        // What was tuned otherwise is tuned anew, and so is what came from a Bayesian network that is gone.
        ExperimentSize longer = new ExperimentSize("tiny", 300, 60, 1, 2, 2);
        Counts anew = new Counts();
        try (Workspace workspace = Workspace.open(shared, longer, 3, 2, anew)) {
            new AccuracyExperiment(workspace, setting).tunedWithBaseline(one).close();
            assertThat(anew.trained).hasSize(1);
            new AccuracyExperiment(workspace, setting).tunedWithBaseline(one).close();
            assertThat(anew.trained).hasSize(1);
        }
        try (DirectoryStream<Path> networks = Files.newDirectoryStream(shared.resolve("networks"), "bayesian-*")) {
            for (Path network : networks) {
                Files.delete(network);
            }
        }
        try (Workspace workspace = Workspace.open(shared, longer, 3, 2, anew)) {
            new AccuracyExperiment(workspace, setting).measureBayesian();
            new AccuracyExperiment(workspace, setting).tunedWithBaseline(one).close();
            assertThat(anew.trained).hasSize(2 + 1);
        }
    }

    @Test
    void convolutionsTakeFewerRuns(@TempDir Path folder) throws IOException {
        try (Workspace workspace = Workspace.open(folder, TINY, 3, 15, ExperimentListener.NONE)) {
            assertThat(OodExperiment.settings())
                    .extracting(setting -> OodExperiment.key(workspace, setting)
                            .get(Field.SEEDS)
                            .orElseThrow())
                    .containsExactly("3..5", "3..5", "3", "3..5", "3..5", "3");
        }
    }

    @Test
    void dropoutDetectsOodExamplesAndErrors(@TempDir Path folder) throws IOException {
        Counts counts = new Counts();
        try (Workspace workspace =
                Workspace.open(folder, new ExperimentSize("tiny", 1500, 100, 2, 1, 2), 1, 2, counts)) {
            workspace.run(Experiment.TABLE3.tasks(workspace));
            int measured = counts.measured.size();
            workspace.run(Experiment.ARC.tasks(workspace));
            assertThat(counts.measured.size()).isEqualTo(measured);
            Table detection = Experiment.TABLE3.tables(workspace).get(0);
            assertThat(detection.rows()).hasSize(8);
            assertThat(detection.columns())
                    .extracting(Column::header)
                    .startsWith(
                            "network, score", "accuracy: the paper", "accuracy: ours, paper", "accuracy: ours, sound");
            // Two networks as in the paper, of which all is known.
            assertThat(detection.rows().subList(0, 2))
                    .allSatisfy(row -> assertThat(row.subList(1, 13))
                            .allSatisfy(cell -> assertThat(cell).isInstanceOf(Cell.Value.class)));
            for (int row : new int[] {4, 5}) {
                assertThat(detection.rows().get(row).get(6)).as("EU, sound").isInstanceOf(Cell.Value.class);
                assertThat(detection.rows().get(row).get(5))
                        .as("EU, paper: bounds cross")
                        .isInstanceOf(Cell.Missing.class);
            }
            assertThat(detection.rows().get(7).get(6)).as("pixels").isInstanceOf(Cell.Value.class);
            Table rejection = Experiment.ARC.tables(workspace).get(0);
            assertThat(rejection.rows())
                    .allSatisfy(row -> assertThat(row.get(6)).isInstanceOf(Cell.Value.class));
            assertThat(Experiment.ARC.figures(workspace)).hasSize(4);
            assertThat(Experiment.provenance(workspace, List.of(Experiment.values())))
                    .hasSize(1)
                    .first()
                    .asString()
                    .contains("threads 1");
            assertThat(Experiment.provenance(workspace, List.of(Experiment.OOD)))
                    .isEmpty();
            assertThat(workspace.time(Experiment.ARC.tasks(workspace))).isPresent();
            assertThat(Experiment.OOD.optional()).containsExactly(BuiltInData.CIFAR_10);
            assertThat(Experiment.ARC.optional()).isEmpty();
        }
    }

    /** On images of the shape of CIFAR, which may not be on this machine. */
    @Test
    void backbonesAreTimed(@TempDir Path folder) throws IOException {
        assertThat(Experiment.BACKBONES.required()).containsExactly(BuiltInData.CIFAR_10, BuiltInData.CIFAR_100);
        try (Workspace workspace = Workspace.open(folder, TINY, 1, 2, ExperimentListener.NONE)) {
            assertThat(Experiment.BACKBONES.tables(workspace).get(0).rows()).hasSize(12);
            Setting setting = Setting.of(Preset.SOUND, BuiltInData.MNIST, "lenet-5");
            new BackboneExperiment(workspace, setting, Estimator.FLIPOUT).run();
            Measurement measured = workspace
                    .measurements()
                    .find(BackboneExperiment.key(workspace, setting, Estimator.FLIPOUT))
                    .orElseThrow();
            assertThat(measured.numbers(Quantity.FULL_HOURS)[0])
                    .isCloseTo(measured.numbers(Quantity.MILLISECONDS_PER_IMAGE)[0] * 1000 / 3600, within(1e-9));
            assertThat(measured.numbers(Quantity.WRAPPED)[0]).isBetween(0.0, 1.0);
        }
    }

    /** A part of the channels is trained; the whole network, whose time is predicted, takes a few steps beside it. */
    @Test
    void theWholeNetworkIsTimedBesideAPartOfIt(@TempDir Path folder) throws IOException {
        Counts counts = new Counts();
        try (Workspace workspace = Workspace.open(folder, new ExperimentSize("tiny", 100, 20, 1, 1, 1), 1, 1, counts)) {
            Setting setting = Setting.of(Preset.SOUND, BuiltInData.MNIST, "vgg-16/16");
            new BackboneExperiment(workspace, setting, Estimator.FLIPOUT).run();
            assertThat(counts.trained).containsExactly("vgg-16/16 on mnist by flipout", "vgg-16 on mnist by flipout");
            Measurement measured = counts.measured.get(0);
            assertThat(measured.numbers(Quantity.FULL_HOURS)[0])
                    .isCloseTo(measured.numbers(Quantity.FULL_MILLISECONDS_PER_IMAGE)[0] * 1000 / 3600, within(1e-9));
        }
    }
}
