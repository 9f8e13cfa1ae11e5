package org.epiwrap.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.epiwrap.experiments.measurement.Key;
import org.epiwrap.experiments.measurement.MeasuredScore;
import org.epiwrap.experiments.workspace.ExperimentListener;
import org.epiwrap.experiments.workspace.ExperimentSize;
import org.epiwrap.experiments.workspace.Workspace;
import org.epiwrap.randomset.SetRule;
import org.epiwrap.report.Cell;
import org.epiwrap.report.Table;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rows of the documents' tables agree with the measurements beside them, to the last digit shown. */
class DocumentedFiguresTest {
    private static final Path HOME = Path.of("..");

    @TempDir
    private static Path folder;

    @SuppressWarnings("NullAway.Init") // before all tests
    private static Workspace workspace;

    private static List<String> results = List.of();

    @BeforeAll
    static void read() throws IOException {
        Files.copy(HOME.resolve("docs/measured/measurements.jsonl"), folder.resolve("measurements.jsonl"));
        workspace = Workspace.open(folder, ExperimentSize.full(), 101, 15, ExperimentListener.NONE);
        results = rows(HOME.resolve("docs/results.md"));
    }

    @AfterAll
    static void close() {
        workspace.close();
    }

    /** Rows of tables, whatever is bold in them. */
    private static List<String> rows(Path file) throws IOException {
        return Files.readAllLines(file).stream()
                .filter(line -> line.startsWith("|"))
                .map(line -> line.replace("**", ""))
                .toList();
    }

    private static String row(List<String> cells) {
        return cells.stream()
                .map(cell -> cell.isEmpty() ? " " : " " + cell + " ")
                .collect(Collectors.joining("|", "|", "|"));
    }

    private static void assertRows(List<String> document, List<String> wanted) {
        assertThat(wanted).isNotEmpty();
        assertThat(wanted.stream().filter(row -> !document.contains(row)).collect(Collectors.joining("\n")))
                .as("rows that the document lacks")
                .isEmpty();
    }

    private static String number(Cell cell, double factor, int digits) {
        if (!(cell instanceof Cell.Value value)) {
            return "";
        }
        String format = "%." + digits + "f";
        return String.format(Locale.ROOT, format, factor * value.value());
    }

    private static String percent(Cell cell) {
        return number(cell, 100, 1);
    }

    private static String spread(Cell cell) {
        return spread(cell, 100, 1);
    }

    private static String spread(Cell cell, double factor, int digits) {
        return cell instanceof Cell.Value value && value.deviation().isPresent()
                ? number(cell, factor, digits)
                        + String.format(
                                Locale.ROOT,
                                " ± %." + digits + "f",
                                factor * value.deviation().getAsDouble())
                : "";
    }

    private static String text(Cell cell) {
        return ((Cell.Words) cell).text();
    }

    private static Table table(Experiment experiment, String name) {
        return experiment.tables(workspace).stream()
                .filter(table -> table.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** The paper's figures and ours, before and after. */
    private static List<String> accuracies(Table table, String prefix) {
        List<String> rows = new ArrayList<>();
        for (List<Cell> row : table.rows()) {
            List<String> cells = new ArrayList<>(List.of(prefix + ": " + wrapped(text(row.get(0)), text(row.get(1)))));
            for (int stage : new int[] {2, 5}) {
                cells.add(number(row.get(stage), 100, 2));
                cells.add(spread(row.get(stage + 1)));
                cells.add(spread(row.get(stage + 2)));
            }
            rows.add(row(cells));
        }
        return rows;
    }

    private static String wrapped(String share, String network) {
        return switch (network) {
            case "Bayesian" -> "the Bayesian network";
            case "random intervals (INN)" -> "nothing, intervals begin at random (INN)";
            default -> share.equals("100 %") ? "all" : share + ", " + criterion(network.replace("wrapped by ", ""));
        };
    }

    private static String criterion(String name) {
        return switch (name) {
            case "sigma" -> "highest σ";
            case "mu" -> "highest μ";
            case "mu+sigma" -> "highest μ + σ";
            case "impact" -> "highest impact";
            default -> name;
        };
    }

    @Test
    void tablesOneAndTwo() {
        for (String hidden : List.of("2", "4", "8")) {
            assertRows(results, accuracies(table(Experiment.TABLE1, "table1-mlp-" + hidden), hidden));
        }
        assertRows(results, accuracies(table(Experiment.TABLE2, "table2"), "Fashion-MNIST"));
    }

    /** The figures of the README are cells of the tables, which the other tests compare with the measurements. */
    @Test
    void findingsOfTheReadme() throws IOException {
        String findings = Files.readString(HOME.resolve("README.md")).replaceAll("(?s).*## Findings|## More.*", "");
        List<String> figures = Pattern.compile("\\d+\\.\\d+( ± \\d+\\.\\d+)?")
                .matcher(findings)
                .results()
                .map(MatchResult::group)
                .toList();
        assertThat(figures).hasSizeGreaterThan(5);
        assertThat(results.stream().flatMap(row -> Stream.of(row.split(" ?\\| ?"))))
                .containsAll(figures);
    }

    @Test
    void shares() {
        Table table = Experiment.SHARE.tables(workspace).get(0);
        Map<String, List<String>> rows = new LinkedHashMap<>();
        for (List<Cell> row : table.rows()) {
            String name = criterion(text(row.get(1)).replace("wrapped by ", ""));
            if (!text(row.get(0)).equals("100 %") && text(row.get(1)).startsWith("wrapped")) {
                if (name.equals("highest σ")) {
                    add(rows, "the paper, highest σ", number(row.get(2), 100, 2));
                    add(rows, "`paper`, highest σ", spread(row.get(3)));
                    add(rows, "after 10 epochs: the paper, highest σ", number(row.get(5), 100, 2));
                    add(rows, "after: `paper`, highest σ", spread(row.get(6)));
                    add(rows, "after: `sound`, highest σ", spread(row.get(7)));
                }
                add(rows, "`sound`, " + name, spread(row.get(4)));
            }
        }
        assertRows(results, joined(rows));
    }

    private static void add(Map<String, List<String>> rows, String name, String cell) {
        rows.computeIfAbsent(name, unused -> new ArrayList<>()).add(cell);
    }

    private static List<String> joined(Map<String, List<String>> rows) {
        return rows.entrySet().stream()
                .map(entry -> {
                    List<String> cells = new ArrayList<>(List.of(entry.getKey()));
                    cells.addAll(entry.getValue());
                    return row(cells);
                })
                .toList();
    }

    @Test
    void tableThree() {
        Map<String, String> names = Map.of(
                "random intervals (INN), MC-dropout mutual information", "INN, mutual information of dropout",
                "wrapped, MC-dropout mutual information", "wrapped, mutual information of dropout",
                "random intervals (INN), EU", "INN, EU, no dropout",
                "wrapped, EU", "wrapped, EU, no dropout",
                "no network, non-zero pixels", "pixels alone: count of non-zero ones",
                "no network, pixel PCA-Mahalanobis", "pixels alone: PCA–Mahalanobis distance");
        List<String> rows = new ArrayList<>();
        for (List<Cell> row : table(Experiment.TABLE3, "table3").rows()) {
            String name = names.get(text(row.get(0)));
            if (name != null) {
                // What does without dropout is not as accurate as what does with it.
                boolean dropout = name.endsWith("of dropout");
                rows.add(row(List.of(
                        name,
                        number(row.get(1), 100, 2),
                        dropout ? percent(row.get(2)) : "",
                        dropout ? percent(row.get(3)) : "",
                        number(row.get(4), 1, 3),
                        number(row.get(5), 1, 3),
                        number(row.get(6), 1, 3))));
            }
        }
        assertThat(rows).hasSize(names.size());
        assertRows(results, rows);
    }

    /** The names of scores in measurements and in the document. */
    private static final Map<String, String> SCORES =
            """
            UF -> UF, the unfamiliarity
            EU -> EU, the epistemic score
            TU -> TU
            TU0 -> TU0
            non-specificity alone, U -> U alone: how many classes the radii leave
            distance of features and radii alone -> δ alone: distance of hidden features and radii
            mean network: distance of features -> the same distance without radii, of the mean network
            pixel PCA-Mahalanobis -> pixels alone: PCA–Mahalanobis distance
            row PCA-Mahalanobis -> rows alone: PCA–Mahalanobis distance
            interval width -> mean width of the probability intervals
            bnn mutual information -> mutual information of the Bayesian network, 50 draws (LeNet-5: 20)
            bnn entropy -> entropy of the Bayesian network
            ensemble mutual information -> mutual information of an ensemble of 5 plain networks
            mean network: 1 - maximum softmax -> 1 − largest probability of the mean network
            non-zero pixels -> pixels alone: count of non-zero ones
            wrapped: 1 - maximum softmax -> 1 − largest probability of the wrapped network
            """.lines().map(line -> line.split(" -> ")).collect(Collectors.toMap(names -> names[0], names -> names[1]));

    private static List<String> scores(Function<String, String> named) {
        return table(Experiment.OOD, "ood-summary").rows().stream()
                .map(row ->
                        row(List.of(named.apply(text(row.get(0))), number(row.get(1), 1, 3), number(row.get(2), 1, 3))))
                .toList();
    }

    @Test
    void outOfDistributionExamples() {
        List<String> all = scores(name -> Objects.requireNonNull(SCORES.get(name), name));
        assertThat(all).hasSize(OodExperiment.SCORES.size());
        assertRows(results, all);

        Map<String, List<String>> byNetwork = new LinkedHashMap<>();
        Table detections = table(Experiment.OOD, "ood-auroc");
        detections.rows().stream()
                .filter(row -> text(row.get(1)).equals(MeasuredScore.EU.toString()))
                .forEach(row -> byNetwork.put(
                        network(text(row.get(0))),
                        row.subList(2, row.size()).stream()
                                .map(cell -> number(cell, 1, 3))
                                .toList()));
        assertThat(byNetwork)
                .hasSize(6)
                .allSatisfy((name, cells) -> assertThat(cells).hasSize(6));
        assertRows(results, joined(byNetwork));
    }

    /** A row for each score: over all networks, and for harmful shifts each network by itself. */
    @Test
    void hardShifts() {
        Map<String, List<String>> byScore = new LinkedHashMap<>();
        for (List<Cell> row : table(Experiment.HARD, "hard-summary").rows()) {
            for (int cell : new int[] {1, 2, 3}) {
                add(byScore, text(row.get(0)), number(row.get(cell), 1, 3));
            }
        }
        for (List<Cell> row : table(Experiment.HARD, "hard-networks").rows()) {
            add(byScore, text(row.get(1)), number(row.get(3), 1, 3));
        }
        for (List<Cell> row : table(Experiment.HARD, "hard-summary").rows()) {
            add(byScore, text(row.get(0)), number(row.get(5), 1, 4));
        }
        // Those of the probabilities, which are the mean network's own.
        byScore.keySet().removeAll(List.of("wrapped: H", "wrapped: 1 − max p"));
        assertThat(byScore)
                .hasSize(25)
                .allSatisfy((score, cells) -> assertThat(cells).hasSize(8).doesNotContain(""));
        assertRows(results, joined(byScore));
    }

    /** Wrapped networks predict as their mean networks do, on every shift. */
    @Test
    void wrappingCostsNothingOnHardShifts() {
        assertThat(table(Experiment.HARD, "hard-accuracy").rows()).hasSize(48).allSatisfy(row -> {
            for (int network = 1; network < row.size(); network += 2) {
                assertThat(percent(row.get(network + 1))).isEqualTo(percent(row.get(network)));
            }
        });
    }

    @Test
    void promises() {
        List<String> rows = new ArrayList<>();
        for (List<Cell> row : table(Experiment.PROMISES, "promises").rows()) {
            List<String> cells = new ArrayList<>(List.of(
                    network(text(row.get(0))),
                    text(row.get(1)) + " " + number(row.get(3), 100, 0) + " %",
                    text(row.get(2)),
                    number(row.get(4), 100, 2)));
            row.subList(6, 10).forEach(cell -> cells.add(percent(cell)));
            rows.add(row(cells));
        }
        assertThat(rows).hasSizeGreaterThan(20);
        assertRows(results, rows);
    }

    @Test
    void predictionSets() {
        List<String> rows = new ArrayList<>();
        for (List<Cell> row : table(Experiment.SETS, "sets-summary").rows()) {
            rows.add(row(List.of(
                    network(text(row.get(0))),
                    text(row.get(1)),
                    number(row.get(2), 1, 3),
                    number(row.get(3), 1, 2),
                    percent(row.get(4)),
                    percent(row.get(5)),
                    number(row.get(6), 1, 2),
                    percent(row.get(7)))));
        }
        assertThat(rows).hasSize(20);
        assertRows(results, rows);
    }

    /** Such as "mlp:8 on mnist". */
    private static String network(String name) {
        return name.replace("mlp:", "MLP ")
                .replace("lenet-5", "LeNet-5")
                .replace("resnet-18/4", "ResNet-18/4")
                .replace("vgg-16/4", "VGG-16/4")
                .replace(" on ", ", ")
                .replace("fashion-mnist", "Fashion-MNIST")
                .replace("mnist", "MNIST")
                .replace("cifar", "CIFAR");
    }

    @Test
    void accuraciesAndSets() {
        List<String> rows = new ArrayList<>();
        Table accuracies = table(Experiment.OOD, "ood-accuracy");
        List<List<Cell>> sets = table(Experiment.OOD, "ood-sets").rows().stream()
                .filter(row -> text(row.get(1)).equals(Key.words(SetRule.MAXIMALITY))
                        && text(row.get(2)).equals("informative"))
                .toList();
        assertThat(sets).hasSameSizeAs(accuracies.rows());
        for (int i = 0; i < sets.size(); i++) {
            List<Cell> own = accuracies.rows().get(i);
            List<Cell> set = sets.get(i);
            rows.add(row(List.of(
                    network(text(own.get(0))),
                    percent(own.get(1)),
                    percent(own.get(5)),
                    percent(own.get(2)),
                    percent(own.get(3)),
                    percent(own.get(4)),
                    percent(set.get(3)),
                    percent(set.get(5)),
                    number(set.get(6), 1, 1))));
        }
        assertRows(results, rows);
    }

    @Test
    void steps() {
        List<Table> tables = Experiment.ABLATION.tables(workspace);
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < Variant.all().size(); i++) {
            Variant variant = Variant.all().get(i);
            int own = i;
            Function<Function<List<Cell>, String>, String> each = cells -> tables.stream()
                    .map(table -> cells.apply(table.rows().get(own)))
                    .collect(Collectors.joining(" "));
            List<String> cells = new ArrayList<>(
                    List.of(variant.equals(Variant.SOUND) ? "sound" : variant.step() + ": " + variant.choice()));
            for (Table table : tables) {
                List<Cell> row = table.rows().get(own);
                String after = percent(row.get(3));
                cells.add(percent(row.get(2)) + " → " + (after.isEmpty() ? "–" : after));
            }
            cells.add(each.apply(row -> number(row.get(5), 1, 1)));
            cells.add(each.apply(row -> percent(row.get(6))));
            cells.add(each.apply(row -> number(row.get(7), 1, 3)));
            rows.add(row(cells));
        }
        assertRows(results, rows);
    }

    @Test
    void tables() {
        List<String> rows = new ArrayList<>();
        for (List<Cell> row : table(Experiment.TABLES, "tables").rows()) {
            List<String> cells = new ArrayList<>(
                    List.of(text(row.get(0)), String.format(Locale.ROOT, "%,.0f", ((Cell.Value) row.get(1)).value())));
            row.subList(2, 6).forEach(cell -> cells.add(number(cell, 100, 2)));
            row.subList(6, 9).forEach(cell -> cells.add(spread(cell, 100, 2)));
            rows.add(row(cells));
        }
        assertThat(rows).hasSize(7);
        assertRows(results, rows);
    }

    @Test
    void unknownLetters() {
        List<String> rows = table(Experiment.TABLES, UnknownLetters.NAME).rows().stream()
                .map(row -> row(List.of(
                        Objects.requireNonNull(SCORES.get(text(row.get(0))), text(row.get(0)))
                                .replace(", 50 draws (LeNet-5: 20)", ""),
                        spread(row.get(1), 1, 3),
                        spread(row.get(2), 1, 3))))
                .toList();
        assertThat(rows).hasSameSizeAs(UnknownLetters.SCORES);
        assertRows(results, rows);
    }

    @Test
    void backbones() {
        List<String> rows = new ArrayList<>();
        for (List<Cell> row : table(Experiment.BACKBONES, "backbones").rows()) {
            assertThat(row.subList(2, 10))
                    .as("%s by %s must have been measured", text(row.get(0)), text(row.get(1)))
                    .allSatisfy(cell -> assertThat(cell).isInstanceOf(Cell.Value.class));
            boolean whole = text(row.get(0)).startsWith("lenet");
            rows.add(row(List.of(
                    network(text(row.get(0))),
                    text(row.get(1)),
                    String.format(
                            Locale.ROOT,
                            whole ? "%,.0f, %.0f" : "%,.0f, 1 + %.0f",
                            ((Cell.Value) row.get(2)).value(),
                            ((Cell.Value) row.get(3)).value()),
                    percent(row.get(4)),
                    percent(row.get(5)),
                    percent(row.get(6)),
                    number(row.get(7), 1, 1),
                    number(row.get(8), 1, 1),
                    number(row.get(9), 1, 1))));
        }
        assertThat(rows).hasSize(12);
        assertRows(results, rows);
    }
}
