package org.epiwrap.experiments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Mnist;
import org.epiwrap.data.Normalisation;
import org.epiwrap.data.Part;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.Reach;
import org.epiwrap.network.Estimator;
import org.epiwrap.network.TrainingListener;
import org.epiwrap.report.Cell;
import org.epiwrap.report.Column;
import org.epiwrap.report.Table;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole studies on a few images: what they measure, that they go on where they were, and that a seed fixes them. */
class StudyTest {
    private static final Reach NO_REACH = new Reach(Mnist.DIGITS.load(Part.TEST).subset(0, 2), Normalisation.unit());
    private static final Effort TINY = new Effort("tiny", 300, 60, 1, 1, 2);

    /** Counts what a lab does. */
    private static final class Counts implements StudyListener {
        private final List<String> trained = new ArrayList<>();
        private final List<Measurement> measured = new ArrayList<>();

        @Override
        public TrainingListener training(String task) {
            trained.add(task);
            return TrainingListener.NONE;
        }

        @Override
        public void measured(Measurement measurement) {
            measured.add(measurement);
        }
    }

    private static Counts run(Study study, Path folder, Effort effort, long seed, int runs) throws IOException {
        Counts counts = new Counts();
        try (Lab lab = new Lab(folder, effort, seed, runs, counts)) {
            lab.run(study.tasks(lab));
        }
        return counts;
    }

    @Test
    void sharesAreMeasuredOnceAndGoOn(@TempDir Path folder) throws IOException {
        Counts first = run(Study.SHARE, folder, TINY, 5, 2);
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

        try (Lab lab = new Lab(folder, TINY, 5, 2, StudyListener.NONE)) {
            Table table = Study.SHARE.tables(lab).get(0);
            assertThat(table.rows()).hasSize(33);
            assertThat(table.rows())
                    .filteredOn(row -> row.get(4) instanceof Cell.Missing)
                    .hasSize(1);
            assertThat(table.rows())
                    .filteredOn(row -> row.get(7) instanceof Cell.Value)
                    .hasSize(9);
            Table others = Study.TABLE2.tables(lab).get(0);
            assertThat(others.rows()).allSatisfy(row -> assertThat(row.get(3)).isInstanceOf(Cell.Missing.class));
        }

        Counts nothing = run(Study.SHARE, folder, TINY, 5, 2);
        assertThat(nothing.measured).isEmpty();
        assertThat(nothing.trained).isEmpty();

        // Without some of its lines it measures those alone, with the networks it has, to the same numbers.
        Path file = folder.resolve("measurements.jsonl");
        List<String> lines = withoutTimes(file);
        Files.write(file, lines.subList(0, 20));
        Counts rest = run(Study.SHARE, folder, TINY, 5, 2);
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
    void strangersAreScoredByEveryScore(@TempDir Path folder) throws IOException {
        Counts counts = new Counts();
        try (Lab lab = new Lab(folder, TINY, 3, 1, counts)) {
            new OodStudy(lab, Setting.of(Preset.SOUND, NamedData.FASHION_MNIST, "mlp:4-4")).run();
            int before = counts.measured.size();
            new OodStudy(lab, Setting.of(Preset.SOUND, NamedData.FASHION_MNIST, "mlp:4-4")).run();
            assertThat(counts.measured).hasSize(before);
            OodTables tables = new OodTables(
                    lab,
                    List.of(
                            Setting.of(Preset.SOUND, NamedData.FASHION_MNIST, "mlp:4-4"),
                            Setting.of(Preset.SOUND, NamedData.MNIST, "mlp:4-4")));
            assertThat(tables.summary().rows()).hasSize(OodStudy.SCORES.size());
            assertThat(tables.detections().rows()).hasSizeBetween(5, 6);
            assertThat(tables.accuracies().rows()).hasSize(1);
            assertThat(tables.sets().rows()).hasSize(4);
            assertThat(tables.rejection().rows()).hasSize(2);
            assertThat(Study.OOD.tables(lab)).hasSize(5);
        }
        List<Measurement> noise = counts.measured.stream()
                .filter(measurement -> "noise".equals(measurement.key().get("shift")))
                .toList();
        assertThat(noise)
                .extracting(measurement -> measurement.key().get("score"))
                .containsExactlyElementsOf(OodStudy.SCORES);
        assertThat(noise).allSatisfy(measurement -> {
            assertThat(measurement.numbers("auroc")[0]).isBetween(0.0, 1.0);
            assertThat(measurement.numbers("prevalence")).containsExactly(0.5);
        });
        assertThat(noise)
                .filteredOn(measurement ->
                        "non-zero pixels".equals(measurement.key().get("score")))
                .allSatisfy(measurement ->
                        assertThat(measurement.numbers("auroc")[0]).isGreaterThan(0.9));
        Measurement accuracy = counts.measured.get(counts.measured.size() - 1);
        assertThat(accuracy.values().keySet())
                .containsExactlyInAnyOrder("average", "mean", "wrapped", "wrapped-unscaled", "ensemble");
    }

    /** Stopped while it wrote, after more images had come: what is missing is measured, whichever score it is. */
    @Test
    void aPartOfAStudyIsNotTakenForAllOfIt(@TempDir Path folder) throws IOException {
        Setting setting = Setting.of(Preset.SOUND, NamedData.MNIST, "mlp:2");
        try (Lab lab = new Lab(folder, TINY, 3, 1, StudyListener.NONE)) {
            new OodStudy(lab, setting).run();
        }
        Path file = folder.resolve("measurements.jsonl");
        List<String> lines = Files.readAllLines(file);
        String lost = "\"score\":\"mean network: 1 - maximum softmax\",\"seeds\":\"3\",\"shift\":\"noise\"";
        List<String> rest = lines.stream().filter(line -> !line.contains(lost)).toList();
        assertThat(rest).hasSize(lines.size() - 1);
        Files.write(file, rest);
        Counts counts = new Counts();
        try (Lab lab = new Lab(folder, TINY, 3, 1, counts)) {
            new OodStudy(lab, setting).run();
            new OodStudy(lab, setting).run();
        }
        assertThat(counts.trained).isEmpty();
        assertThat(counts.measured).hasSize(lines.size());
        assertThat(Files.readAllLines(file)).anyMatch(line -> line.contains(lost));
    }

    /** The tables of accuracies name networks that can be wrapped as they say. */
    @Test
    void tablesCanBeMeasured(@TempDir Path folder) throws IOException {
        Counts counts = new Counts();
        try (Lab lab = new Lab(folder, new Effort("tiny", 100, 20, 1, 1, 1), 1, 1, counts)) {
            for (Study study : List.of(Study.TABLE2, Study.INTERVALS)) {
                lab.run(study.tasks(lab));
                assertThat(study.tables(lab).get(0).rows())
                        .filteredOn(row -> row.get(7) instanceof Cell.Value)
                        .hasSize(study == Study.TABLE2 ? 4 : 2);
            }
            assertThat(Study.TABLE1.tables(lab))
                    .extracting(Table::name)
                    .containsExactly("table1-mlp-2", "table1-mlp-4", "table1-mlp-8");
            assertThat(Study.TABLE1.tables(lab))
                    .allSatisfy(table -> assertThat(table.rows()).hasSize(7));
        }
    }

    @Test
    void aNetworkTrainedOtherwiseOrDamagedIsTrainedAnew(@TempDir Path folder) throws IOException {
        Setting setting = Setting.of(Preset.SOUND, NamedData.MNIST, "mlp:2");
        Effort longer = new Effort("tiny", 300, 60, 2, 1, 2);
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

    private static List<String> trained(Path folder, Effort effort, Setting setting) throws IOException {
        Counts counts = new Counts();
        try (Lab lab = new Lab(folder, effort, 1, 1, counts)) {
            lab.bayesian(setting, lab.train(NamedData.MNIST));
        }
        return counts.trained;
    }

    /** With few images those that are calibrated have as many as the others, but are trained otherwise. */
    @Test
    void networksOfSeveralStudiesLiveInOneFolder(@TempDir Path folder) throws IOException {
        Setting setting = Setting.of(Preset.SOUND, NamedData.MNIST, "mlp:2");
        Counts counts = new Counts();
        for (int i = 0; i < 2; i++) {
            try (Lab lab = new Lab(folder, TINY, 1, 1, counts)) {
                Dataset train = lab.train(NamedData.MNIST);
                Dataset butHeldOut = lab.trainButHeldOut(NamedData.MNIST);
                lab.bayesian(setting, train);
                lab.bayesian(setting, butHeldOut, lab.calibratedPlan(setting, butHeldOut.size()));
            }
            assertThat(counts.trained).hasSize(2);
        }
    }

    /** As long as its runs took, however many were asked for, and all that was done for it. */
    @Test
    void tasksAreTimed(@TempDir Path folder) throws IOException {
        try (Lab two = new Lab(folder, TINY, 1, 2, StudyListener.NONE);
                Lab one = new Lab(folder, TINY, 1, 1, StudyListener.NONE)) {
            Task task = new Task("t", "n", 1, () -> {
                two.add(Map.of("study", "x"), Map.of("y", new double[] {1}));
                assertThat(two.measurements().all()).isNotEmpty();
            });
            assertThat(two.time(List.of(task))).isEmpty();
            two.run(List.of(task));
            Duration first = two.time(List.of(task)).orElseThrow();
            two.run(List.of(task, new Task("nothing", "n", 1, () -> {})));
            one.measurements().refresh();
            assertThat(one.time(List.of(task)).orElseThrow()).isGreaterThanOrEqualTo(first);
            assertThat(one.measurements().all())
                    .filteredOn(measurement -> "time".equals(measurement.key().get("study")))
                    .extracting(measurement -> measurement.key().get("seeds"))
                    .containsExactly("1");
        }
    }

    @Test
    void namesAreChecked() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> WrappingChoice.of("height", 0.5).wrapping(Preset.SOUND, 1, NO_REACH, 10))
                .withMessageContaining("criterion must be random, impact or one of");
        assertThat(Study.SHARE).hasToString("share");
        assertThat(Study.SHARE.title()).contains("share");
        assertThat(Effort.full().images()).isEqualTo(Integer.MAX_VALUE);
        assertThat(Effort.full().intervalDraws()).isEqualTo(Preset.PAPER_DRAWS);
        assertThat(Effort.quick().intervalDraws()).isEqualTo(500);
        assertThat(Effort.quick().name()).isEqualTo("quick");
        assertThat(Key.and(Map.of("a", "b"), "c", "d")).isEqualTo(Map.of("a", "b", "c", "d"));
    }

    /** Every step of the ablation is measured before and, where it can be, after fine-tuning. */
    @Test
    void everyStepIsReplaced(@TempDir Path folder) throws IOException {
        try (Lab lab = new Lab(folder, new Effort("tiny", 400, 40, 1, 1, 1), 1, 4, StudyListener.NONE)) {
            lab.run(Study.ABLATION.tasks(lab));
            List<Table> tables = Study.ABLATION.tables(lab);
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
            int measured = lab.measurements().all().size();
            lab.run(Study.ABLATION.tasks(lab));
            assertThat(lab.measurements().all()).hasSize(measured);
            assertThat(lab.measurements().all())
                    .filteredOn(measurement -> measurement.values().containsKey("accuracy"))
                    .allSatisfy(measurement ->
                            assertThat(measurement.numbers("accuracy")).hasSize(AblationStudy.MOST_RUNS));
        }
    }

    /** Networks tuned beside others, for another table, are those that a study would have tuned alone. */
    @Test
    void tunedNetworksAreUsedAgain(@TempDir Path shared, @TempDir Path alone) throws IOException {
        Setting setting = DropoutStudy.setting(Preset.PAPER);
        List<WrappingChoice> one = List.of(WrappingChoice.of("mu+sigma", 0.05));
        List<WrappingChoice> several = List.of(WrappingChoice.of("sigma", 0.1), one.get(0));
        Counts counts = new Counts();
        try (Lab first = new Lab(shared, TINY, 3, 2, counts);
                Lab second = new Lab(alone, TINY, 3, 2, StudyListener.NONE)) {
            new Accuracies(first, setting).after(several);
            assertThat(counts.trained).hasSize(2);
            try (IntervalNetwork again = new Accuracies(first, setting).tuned(one, true);
                    IntervalNetwork anew = new Accuracies(second, setting).tuned(one, true)) {
                assertThat(counts.trained).hasSize(2);
                // Other networks of the same setting are trained, and nothing is lost by that.
                first.plain(setting, first.train(setting.data()), first.plan(setting, TINY.images()));
                new Accuracies(first, setting).tuned(one, true).close();
                assertThat(counts.trained).hasSize(3);
                assertThat(again.lower()).containsExactly(anew.lower(), within(1e-4f));
                assertThat(again.upper()).containsExactly(anew.upper(), within(1e-4f));
                assertThat(again.points()).containsExactly(anew.points(), within(1e-4f));
            }
        }
        // What was tuned otherwise is tuned anew, and so is what came from a Bayesian network that is gone.
        Effort longer = new Effort("tiny", 300, 60, 1, 2, 2);
        Counts anew = new Counts();
        try (Lab lab = new Lab(shared, longer, 3, 2, anew)) {
            new Accuracies(lab, setting).tuned(one, true).close();
            assertThat(anew.trained).hasSize(1);
            new Accuracies(lab, setting).tuned(one, true).close();
            assertThat(anew.trained).hasSize(1);
        }
        try (DirectoryStream<Path> networks = Files.newDirectoryStream(shared.resolve("networks"), "bayesian-*")) {
            for (Path network : networks) {
                Files.delete(network);
            }
        }
        try (Lab lab = new Lab(shared, longer, 3, 2, anew)) {
            new Accuracies(lab, setting).ofBayesian();
            new Accuracies(lab, setting).tuned(one, true).close();
            assertThat(anew.trained).hasSize(2 + 1);
        }
    }

    @Test
    void convolutionsTakeFewerRuns(@TempDir Path folder) throws IOException {
        try (Lab lab = new Lab(folder, TINY, 3, 15, StudyListener.NONE)) {
            assertThat(OodStudy.settings())
                    .extracting(setting -> OodStudy.key(lab, setting).get("seeds"))
                    .containsExactly("3..5", "3..5", "3", "3..5", "3..5", "3");
        }
    }

    @Test
    void dropoutFindsStrangersAndErrors(@TempDir Path folder) throws IOException {
        Counts counts = new Counts();
        try (Lab lab = new Lab(folder, new Effort("tiny", 1500, 100, 2, 1, 2), 1, 2, counts)) {
            lab.run(Study.TABLE3.tasks(lab));
            int measured = counts.measured.size();
            lab.run(Study.ARC.tasks(lab));
            assertThat(counts.measured.size()).isEqualTo(measured);
            Table detection = Study.TABLE3.tables(lab).get(0);
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
            Table rejection = Study.ARC.tables(lab).get(0);
            assertThat(rejection.rows())
                    .allSatisfy(row -> assertThat(row.get(6)).isInstanceOf(Cell.Value.class));
            assertThat(Study.ARC.figures(lab)).hasSize(2);
            assertThat(lab.makers(List.of(Study.values())))
                    .hasSize(1)
                    .first()
                    .asString()
                    .contains("threads 1");
            assertThat(lab.makers(List.of(Study.OOD))).isEmpty();
            assertThat(lab.time(Study.ARC.tasks(lab))).isPresent();
            assertThat(Study.OOD.wishes()).containsExactly(NamedData.CIFAR_10);
            assertThat(Study.ARC.wishes()).isEmpty();
        }
    }

    /** On images of the shape of CIFAR, which may not be on this machine. */
    @Test
    void backbonesAreTimed(@TempDir Path folder) throws IOException {
        assertThat(Study.BACKBONES.needs()).containsExactly(NamedData.CIFAR_10, NamedData.CIFAR_100);
        try (Lab lab = new Lab(folder, TINY, 1, 2, StudyListener.NONE)) {
            assertThat(Study.BACKBONES.tables(lab).get(0).rows()).hasSize(12);
            Setting setting = Setting.of(Preset.SOUND, NamedData.MNIST, "lenet-5");
            new BackboneStudy(lab, setting, Estimator.FLIPOUT).run();
            Measurement measured = lab.measurements()
                    .find(BackboneStudy.place(lab, setting, Estimator.FLIPOUT))
                    .orElseThrow();
            assertThat(measured.numbers("full-hours")[0])
                    .isCloseTo(measured.numbers("milliseconds-an-image")[0] * 1000 / 3600, within(1e-9));
            assertThat(measured.numbers("wrapped")[0]).isBetween(0.0, 1.0);
        }
    }

    /** A part of the channels is trained; the whole network, whose time is predicted, takes a few steps beside it. */
    @Test
    void theWholeNetworkIsTimedBesideAPartOfIt(@TempDir Path folder) throws IOException {
        Counts counts = new Counts();
        try (Lab lab = new Lab(folder, new Effort("tiny", 100, 20, 1, 1, 1), 1, 1, counts)) {
            Setting setting = Setting.of(Preset.SOUND, NamedData.MNIST, "vgg-16/16");
            new BackboneStudy(lab, setting, Estimator.FLIPOUT).run();
            assertThat(counts.trained).containsExactly("vgg-16/16 on mnist by flipout", "vgg-16 on mnist by flipout");
            Measurement measured = counts.measured.get(0);
            assertThat(measured.numbers("full-hours")[0])
                    .isCloseTo(measured.numbers("whole-milliseconds-an-image")[0] * 1000 / 3600, within(1e-9));
        }
    }
}
