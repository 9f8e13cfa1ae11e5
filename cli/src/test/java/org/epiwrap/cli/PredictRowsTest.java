package org.epiwrap.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.input.Input;
import org.epiwrap.data.input.RowText;
import org.epiwrap.data.input.TableInput;
import org.epiwrap.data.load.Data;
import org.epiwrap.data.table.RowSource;
import org.epiwrap.data.table.TableFormats;
import org.epiwrap.data.table.TableOptions;
import org.epiwrap.data.table.TableReader;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.Wrapping;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.model.BayesianTraining;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.model.manifest.AbstentionRecord;
import org.epiwrap.model.manifest.ModelCard;
import org.epiwrap.model.manifest.TrainingRecord;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.Estimator;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.network.Trainer;
import org.epiwrap.network.TrainingPlan;
import org.epiwrap.prediction.Predictions;
import org.epiwrap.prediction.Score;
import org.epiwrap.scoring.EpistemicScorer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PredictRowsTest extends CommandTest {
    private static final double THRESHOLD = 0.5;

    @TempDir
    private static Path shared;

    private static Path bayesian = Path.of("");
    private static Path wrapped = Path.of("");
    private static Path table = Path.of("");

    @BeforeAll
    static void train() throws IOException {
        List<String> lines = new ArrayList<>(List.of("name,size,colour,kind"));
        for (int i = 0; i < 200; i++) {
            boolean large = i % 2 == 0;
            lines.add("=n" + i + "," + (large ? 5 : 1) + "." + i % 7 + "," + (i % 3 == 0 ? "red" : "blue") + ","
                    + (large ? "whale" : "mouse"));
        }
        table = Files.write(shared.resolve("animals.csv"), lines);
        Dataset rows = TableReader.read(
                table, TableOptions.withDefaults().withLabel("kind").withIgnored(List.of("name")));
        Input input = Input.defaultFor(rows);
        TrainingPlan plan = TrainingPlan.sound(rows.size(), Estimator.FLIPOUT)
                .withBatchSize(16)
                .withEpochs(3);
        ModelCard card =
                ModelCard.of(input, rows.classNames(), TrainingRecord.of("sound", plan, rows), Map.of("accuracy", 1.0));
        bayesian = shared.resolve("bayesian.safetensors");
        wrapped = shared.resolve("wrapped.safetensors");
        try (BayesianNetwork network =
                        BayesianNetwork.untrained(Architecture.mlp(input.shape(), 2, 4), RunSeeds.of(3));
                Trainer trainer = new Trainer(network, rows, input, plan)) {
            trainer.run(step -> {});
            new BayesianModel(network, card).write(bayesian);
            try (IntervalNetwork intervals = IntervalNetwork.wrap(network, Wrapping.withDefaults())) {
                EpistemicModel.of(intervals, card, intervals.usualAveraging())
                        .with(EpistemicScorer.fit(intervals, rows, input).calibration())
                        .with(new AbstentionRecord(Score.EU, THRESHOLD, AbstentionRecord.Goal.COVERAGE, 0.9))
                        .write(wrapped);
            }
        }
    }

    private Path file(String name, String... lines) throws IOException {
        return Files.write(folder.resolve(name), List.of(lines));
    }

    private static List<Map<String, String>> read(Path file) throws IOException {
        try (RowSource rows =
                TableFormats.open(file, TableOptions.withDefaults().text())) {
            List<Map<String, String>> all = new ArrayList<>();
            RowText cells = new RowText();
            while (rows.next(cells)) {
                Map<String, String> row = new LinkedHashMap<>();
                for (int i = 0; i < cells.size(); i++) {
                    row.put(rows.header().get(i), cells.text(i));
                }
                all.add(row);
            }
            return all;
        }
    }

    private static Predictions expected() throws IOException {
        try (EpistemicModel model = EpistemicModel.read(wrapped)) {
            return model.predict(TableReader.read(table, (TableInput) model.input(), TableOptions.withDefaults()));
        }
    }

    /** The Bayesian network never abstains: what no training row had is decided, but not without a word. */
    @Test
    void whatNoTrainingRowHadIsMentionedThoughItIsDecided() throws Exception {
        Path odd = file("odd.csv", "size,colour", "5.1,mauve", "1.2,red");
        Path page = folder.resolve("page");
        terminal.must("predict", bayesian, odd, "--report", page);
        assertThat(terminal.out().lines().toList().get(0))
                .endsWith(", although colour 'mauve' was never seen in training rows");
        assertThat(terminal.out().lines().toList().get(1)).doesNotContain("although");
        assertThat(Files.readString(page.resolve("report.html"))).contains("colour 'mauve' was never seen");
        terminal.must("predict", bayesian, odd, "-o", folder.resolve("scored.csv"));
        assertThat(terminal.err())
                .contains("1 decided row has values never seen in training; the column 'remarks' says which");
    }

    @Test
    void numbersAreNumbersWhereTheFormatHasThem() throws Exception {
        Path rows = file("rows.csv", "name,size,colour", "007,5.10,red", "x,NA,blue");
        Path out = folder.resolve("scored.jsonl");
        terminal.must("predict", bayesian, rows, "-o", out);
        List<String> lines = Files.readAllLines(out);
        assertThat(lines.get(0)).startsWith("{\"name\":\"007\",\"size\":5.10,\"colour\":\"red\"");
        assertThat(lines.get(1)).startsWith("{\"name\":\"x\",\"size\":null,");
        Path parquet = folder.resolve("scored.parquet");
        terminal.must("predict", bayesian, rows, "-o", parquet);
        assertThat(read(parquet)).extracting(row -> row.get("size")).containsExactly("5.1", "");
        Path text = folder.resolve("scored.csv");
        terminal.must("predict", bayesian, rows, "-o", text);
        assertThat(read(text)).extracting(row -> row.get("size")).containsExactly("5.10", "NA");
        // A date is a number to the model, but not to a column of numbers.
        Path dated = file("dated.csv", "size,colour", "2024-01-05,red");
        terminal.must("predict", bayesian, dated, "-o", out);
        assertThat(Files.readString(out)).contains("\"size\":\"2024-01-05\"");
        terminal.mustFail(
                "predict " + bayesian + " " + dated + " -o " + parquet,
                2,
                "column 'size' must have numbers to be written to a Parquet file, but has '2024-01-05'");
    }

    @Test
    void aTableKeepsItsColumnsAndGetsThoseOfThePredictions() throws Exception {
        Path out = folder.resolve("scored.csv");
        terminal.must("predict", wrapped, table, "--label kind -o", out);
        Predictions expected = expected();
        List<Map<String, String>> rows = read(out);
        assertThat(rows).hasSize(200);
        assertThat(rows.get(0).keySet())
                .containsExactly(
                        "name",
                        "size",
                        "colour",
                        "kind",
                        "label",
                        "probability",
                        "lower",
                        "upper",
                        "possible",
                        "abstains",
                        "reason",
                        "explanation",
                        "remarks",
                        "eu",
                        "tu",
                        "tu0",
                        "u",
                        "delta",
                        "entropy");
        for (int i = 0; i < 200; i++) {
            Map<String, String> row = rows.get(i);
            assertThat(row)
                    .containsEntry("name", "=n" + i)
                    .containsEntry("label", expected.get(i).labelName());
            assertThat(Double.parseDouble(row.getOrDefault("probability", "")))
                    .isCloseTo(expected.confidence(i), within(1e-5));
            assertThat(Double.parseDouble(row.getOrDefault("lower", "")))
                    .isLessThanOrEqualTo(Double.parseDouble(row.getOrDefault("probability", "")));
            assertThat(row.get("abstains")).isEqualTo(String.valueOf(expected.abstains(i)));
        }
        assertThat(terminal.out()).startsWith(out + ": 200 rows").contains("accuracy ");
        terminal.must("predict", wrapped, table, "--label kind --json -o", out);
        assertThat(terminal.json().get("rows").asInt()).isEqualTo(200);
        assertThat(terminal.json().get("accuracy").asDouble()).isBetween(0.0, 1.0);
    }

    @Test
    void everyFormatHasTheSameRows() throws Exception {
        List<Map<String, String>> first = new ArrayList<>();
        for (String name : List.of("a.csv", "a.tsv", "a.csv.gz", "a.parquet")) {
            Path out = folder.resolve(name);
            terminal.must("predict", wrapped, table, "--id name -o", out);
            List<Map<String, String>> rows = read(out);
            assertThat(rows.get(0).keySet()).startsWith("name", "label", "probability");
            if (first.isEmpty()) {
                first.addAll(rows);
            }
            assertThat(rows)
                    .extracting(row -> row.get("label"), row -> row.get("eu"))
                    .isEqualTo(first.stream()
                            .map(row -> tuple(row.get("label"), row.get("eu")))
                            .toList());
        }
        Path lines = folder.resolve("a.jsonl");
        terminal.must("predict", wrapped, table, "--id name -o", lines);
        List<String> objects = Files.readAllLines(lines);
        assertThat(objects).hasSize(200);
        JsonNode json = new ObjectMapper().readTree(objects.get(7));
        assertThat(json.get("name").asText()).isEqualTo("=n7");
        assertThat(json.get("possible").isArray()).isTrue();
        assertThat(json.get("abstains").isBoolean()).isTrue();
        assertThat(json.get("eu").asText()).isEqualTo(first.get(7).get("eu"));
        terminal.mustFail("predict " + wrapped + " " + lines, 2, "which are only written");
    }

    @Test
    void columnsMayHaveAnyOrderAndWhatWasNeverSeenIsSaid() throws Exception {
        Path other = file("other.csv", "colour,extra,size", "green,1,1000", "red,2,1.0");
        terminal.must("predict", wrapped, other, "--json");
        List<String> lines = terminal.out().lines().toList();
        JsonNode first = new ObjectMapper().readTree(lines.get(0));
        assertThat(first.get("row").asText()).isEqualTo(other + ", line 2");
        assertThat(first.get("remarks"))
                .extracting(JsonNode::asText)
                .hasSize(2)
                .anySatisfy(remark -> assertThat(remark).contains("'green' was never seen"));
        assertThat(first.get("abstains").asBoolean()).isTrue();
        assertThat(new ObjectMapper().readTree(lines.get(1)).get("remarks")).isEmpty();
        assertThat(first.has("why")).isFalse();
        terminal.must("predict", wrapped, other, "--describe");
        assertThat(terminal.out())
                .containsOnlyOnce("why: ")
                .containsOnlyOnce("is above all training rows")
                .containsOnlyOnce("colour 'green' was never seen");
        terminal.must("predict", wrapped, other);
        assertThat(terminal.out().lines())
                .hasSize(2)
                .first()
                .asString()
                .startsWith(other + ", line 2: abstains as unfamiliar (EU");
    }

    @Test
    void whyRowsAreRefusedIsSaidInEveryFormat() throws Exception {
        Path other = file("other.csv", "colour,size,kind", "green,1000,whale", "red,1.0,mouse");
        terminal.must("predict", wrapped, other, "--describe --json");
        JsonNode first =
                new ObjectMapper().readTree(terminal.out().lines().toList().get(0));
        assertThat(first.get("explanation").asText())
                .startsWith("EU ")
                .contains(" > 0.500: ", "colour 'green' was never seen in training rows");
        assertThat(first.get("why").get("contributions").get(0).get("unseen").asBoolean())
                .isTrue();
        Path out = folder.resolve("scored.csv");
        Path report = folder.resolve("page");
        terminal.must("predict", wrapped, other, "--describe -o", out, "--report", report);
        assertThat(read(out).get(0))
                .containsEntry("explanation", first.get("explanation").asText());
        assertThat(report.resolve("report.json")).content().contains("colour 'green' was never seen");
    }

    @Test
    void accuracyIsToldIfTheTableHasTheLabelOfTheModel() throws Exception {
        Path model = folder.resolve("own.safetensors");
        try (BayesianModel own =
                BayesianTraining.withDefaults().withEpochs(1).withPatience(0).train(Data.table(table, "kind"))) {
            own.write(model);
        }
        terminal.must("predict", model, table, "-o", folder.resolve("a.csv"));
        assertThat(terminal.out()).contains("200 rows, accuracy ");
        Path unlabelled = file("unlabelled.csv", "name,size,colour", "=n1,1.0,red");
        terminal.must("predict", model, unlabelled, "-o", folder.resolve("b.csv"));
        assertThat(terminal.out()).contains("1 rows").doesNotContain("accuracy");
        terminal.mustFail("predict " + model + " " + unlabelled + " --label kind", 2, "must have the column 'kind'");
    }

    @Test
    void evaluatesAgainstNamesAndFiles() throws Exception {
        Path model = folder.resolve("own.safetensors");
        terminal.must("train --data", table, "--label kind --epochs 1 --patience 0 --out", model);
        Path comma = file("far,away.csv", "name,colour,size", "=n1,green,1000", "=n2,green,2000");
        terminal.must("evaluate", model, "--data", table, "--against noise,out-of-range --against", comma, "--json");
        JsonNode json = terminal.json();
        assertThat(json.get("test_examples").asInt()).isEqualTo(30);
        assertThat(json.get("ood_detection").findValuesAsText("dataset"))
                .contains("noise", "out-of-range", "far,away.csv");
        terminal.mustFail(
                "evaluate " + model + " --data " + table + " --against rotated",
                2,
                "for a model of rows must be permuted-columns, out-of-range, unseen-categories, noise, noise:1-5 or the path of");
    }

    @Test
    void evaluatesAgainstTheClassesThatTrainingLeftOut() throws Exception {
        List<String> lines = new ArrayList<>(List.of("size,kind"));
        for (int i = 0; i < 150; i++) {
            lines.add(10 * (i % 3) + i % 7 + ","
                    + List.of("mouse", "dog", "whale").get(i % 3));
        }
        Path three = Files.write(folder.resolve("three.csv"), lines);
        Path model = folder.resolve("own.safetensors");
        terminal.must("train --data", three, "--label kind --unknown-classes dog --epochs 1 --patience 0 --out", model);
        terminal.must("evaluate", model, "--data", three);
        assertThat(terminal.out()).contains("unknown class (dog)", "AUROC", "test rows");
    }

    @Test
    void aBayesianNetworkWritesWhatItHas() throws Exception {
        Path out = folder.resolve("scored.csv");
        terminal.must("predict", bayesian, table, "-o", out);
        assertThat(read(out).get(0))
                .containsKeys("label", "probability", "abstains", "entropy", "mutual_information_nats")
                .doesNotContainKeys("lower", "possible", "eu");
        assertThat(terminal.out()).isEqualTo(out + ": 200 rows" + System.lineSeparator());
    }

    @Test
    void ownColumnsOfTheSameNameAreKeptAndPredictionsRenamed() throws Exception {
        Path own = file("own.csv", "size,colour,label", "1.0,red,mouse");
        Path out = folder.resolve("scored.csv");
        terminal.must("predict", wrapped, own, "--label label -o", out);
        assertThat(terminal.err()).contains("has the column label already; predictions are written as predicted_label");
        assertThat(read(out).get(0)).containsEntry("label", "mouse").containsKey("predicted_label");
        Path both = file("both.csv", "size,colour,label,predicted_label", "1.0,red,mouse,x");
        assertThat(terminal.run("predict", wrapped, both, "-o", folder.resolve("b.csv")))
                .isEqualTo(2);
        assertThat(terminal.err()).contains("must not have both columns 'label' and 'predicted_label'");
    }

    @Test
    void badTablesAreRefusedInOneSentence() throws Exception {
        Path out = folder.resolve("out.csv");
        String start = "predict " + wrapped + " ";
        String end = " -o " + out;
        Path ragged = file("ragged.csv", "size,colour", "1.0,red", "1.0");
        terminal.mustFail(
                start + ragged + end, 2, "ragged.csv, line 3: expected 2 cells as in the header, but found 1");
        terminal.mustFail(
                start + file("missing.csv", "siz,colour", "1,red") + end,
                2,
                "must have the column 'size', but has only siz");
        terminal.mustFail(
                start + file("bad.csv", "size,colour", "1.0,red", "\u001b[31mbig,red") + end,
                2,
                "bad.csv, line 3, column 'size': expected a number, but found '\\u001b[31mbig'");
        terminal.mustFail(
                start + file("far.csv", "size,colour", "1.0,red", "1e30,red") + end,
                2,
                "far.csv, line 3: column 'size' must be within");
        terminal.mustFail(start + file("empty.csv") + end, 2, "but is empty");
        terminal.mustFail(start + file("header.csv", "size,colour") + end, 2, "expected rows below the header");
        terminal.mustFail(start + table + " --id nme" + end, 2, "must have the column 'nme'");
        terminal.mustFail(start + table + " -o " + folder.resolve("a.xlsx"), 2, "--out must be named .csv");
        terminal.mustFail(start + table + " --logits" + end, 2, "--logits must be used without --out");
        terminal.mustFail(start + table + " " + table + end, 2, "--out must be used with one table");
        terminal.mustFail(start + file("rows.npz", "x"), 2, "rows.npz must be a table (CSV, TSV or Parquet)");
        terminal.mustFail(start + table + " --resize", 2, "--resize must be used with images");
        assertThat(out).doesNotExist();
    }

    @Test
    void theWrongKindOfFileIsNamed() throws Exception {
        Path picture = folder.resolve("x.png");
        ImageIO.write(new BufferedImage(28, 28, BufferedImage.TYPE_BYTE_GRAY), "png", picture.toFile());
        terminal.mustFail("predict " + wrapped + " " + picture, 2, "takes rows of a table, and this is a picture");
        terminal.mustFail("predict " + wrapped + " " + folder, 2, "takes rows of a table, and this is a folder");
        Path images = StoredModels.in(folder).calibrated();
        Path tabs = file("a.tsv", "size\tcolour", "1\tred");
        terminal.mustFail("predict " + images + " " + tabs, 2, "takes images of shape 1×28×28, and this is a table");
        terminal.mustFail("predict " + images + " " + table, 2, "animals.csv");
        terminal.mustFail("predict " + images + " " + picture + " --id a", 2, "--id must be used with a table");
        Path seven = Files.createDirectories(folder.resolve("scans/7/more"));
        Files.copy(picture, seven.resolve("a.png"));
        Path out = folder.resolve("scans.csv");
        terminal.must("predict", images, folder.resolve("scans"), "-o", out);
        assertThat(read(out).get(0))
                .containsEntry("image", seven.resolve("a.png").toString());
        assertThat(terminal.out()).contains("1 images, accuracy ");
        terminal.must("predict", images, folder.resolve("scans"));
        assertThat(terminal.err()).contains("1 images, accuracy ");
    }
}
