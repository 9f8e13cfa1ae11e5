package org.epiwrap.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.input.Feature;
import org.epiwrap.data.input.Input;
import org.epiwrap.data.input.Scale;
import org.epiwrap.data.input.TableInput;
import org.epiwrap.data.load.Data;
import org.epiwrap.model.StoredModel;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The way of a user with a table of their own, and what the commands say where it is not straight. */
class OwnTableCommandTest extends CommandTest {
    @TempDir
    private static Path shared;

    private static Path table = Path.of("");
    private static Path model = Path.of("");

    @BeforeAll
    static void train() throws IOException {
        table = Files.write(shared.resolve("fish.csv"), fish(1, 300));
        model = shared.resolve("fish.safetensors");
        new Terminal().must("train --data", table, "--label kind --epochs 3 --quiet --out", model);
    }

    private static List<String> fish(long seed, int rows) {
        Random random = new Random(seed);
        List<String> lines = new ArrayList<>(List.of("length,colour,kind"));
        for (int i = 0; i < rows; i++) {
            boolean pike = i % 2 == 0;
            double length = (pike ? 60 : 30) + 8 * random.nextGaussian();
            lines.add(Math.round(10 * length) / 10.0 + "," + (random.nextBoolean() ? "green" : "grey") + ","
                    + (pike ? "pike" : "perch"));
        }
        return lines;
    }

    private Path file(String name, List<String> lines) throws IOException {
        return Files.write(folder.resolve(name), lines);
    }

    @Test
    void trainingRepeatsWhatDescribingWarnsOf() throws IOException {
        List<String> lines = new ArrayList<>(List.of("id;price;note;kind"));
        for (int i = 0; i < 60; i++) {
            lines.add("K" + i + ";" + i % 41 + ",5;a fish of " + i + " stripes;" + (i % 2 == 0 ? "pike" : "perch"));
        }
        Path own = file("own.csv", lines);
        terminal.must("train --data", own, "--label kind --epochs 1 --draws 2 --category price");
        assertThat(terminal.err())
                .contains("warning: The column 'price' has texts such as '0,5'", "--decimal-comma")
                .contains("warning: The column 'note' looks like free text", "it is ignored.")
                .contains("the model is tested but not saved: --out FILE saves it")
                .doesNotContain("identifier");
        terminal.must("train --data", own, "--label kind --epochs 1 --draws 2 --decimal-comma --ignore note --quiet");
        assertThat(terminal.err()).doesNotContain("price", "not saved");
    }

    @Test
    void numbersAreScaledByTheRowsThatAreTrainedOn() throws IOException {
        List<String> lines = fish(2, 100);
        lines.set(1, "9999,green,pike");
        Path own = file("own.csv", lines);
        Path quantile = folder.resolve("quantile.safetensors");
        terminal.must("train --data", own, "--label kind --epochs 1 --scaling quantile --quiet --out", quantile);
        assertThat(numeric(quantile).scale()).isInstanceOf(Scale.Quantile.class);
        assertThat(numeric(model).scale()).isInstanceOf(Scale.Standard.class);

        Path few = folder.resolve("few.safetensors");
        terminal.must("train --data", own, "--label kind --epochs 1 --images 20 --quiet --out", few);
        Data data = Data.table(own, "kind");
        Dataset trained = data.split().train().sample(20).train();
        assertThat(numeric(few)).isEqualTo(numeric(data.input(trained, Scale.Kind.STANDARD)));
        assertThat(numeric(few)).isNotEqualTo(numeric(data.input()));

        terminal.run("train --data mnist --scaling quantile --images 100 --epochs 1");
        assertThat(terminal.err()).contains("--scaling must be used with a table, but mnist has images");
    }

    /** A file of just the rows that were trained on has no others, however it is divided. */
    @Test
    void promisesAreNotGivenOnTheRowsThatWereTrainedOn() throws IOException {
        Path wrapped = folder.resolve("wrapped.safetensors");
        terminal.must("wrap", model, "--data", table, "--quiet -o", wrapped);
        List<String> lines = Files.readAllLines(table);
        Dataset train = Data.table(table, "kind").split().train();
        List<String> trained = new ArrayList<>(List.of(lines.get(0)));
        for (int i = 0; i < train.size(); i++) {
            trained.add(
                    lines.get(Integer.parseInt(train.origin(i).orElseThrow().replaceAll("row (\\d+) of .*", "$1"))));
        }
        Path out = folder.resolve("out.safetensors");
        terminal.mustFail(
                "calibrate " + wrapped + " --data " + file("trained.csv", trained)
                        + " --label kind --false-alarm 0.2 -o " + out,
                2,
                "promises must be given on examples that the model was not trained on");
        terminal.must(
                "calibrate",
                wrapped,
                "--data",
                file("other.csv", fish(9, 200)),
                "--label kind --false-alarm 0.2 --quiet -o",
                out);
    }

    private static Feature.Numeric numeric(Path file) throws IOException {
        try (StoredModel stored = StoredModel.read(file)) {
            return numeric(stored.input());
        }
    }

    private static Feature.Numeric numeric(Input input) {
        return (Feature.Numeric) ((TableInput) input).features().get(0);
    }

    /** In so small a table, numbers with a comma have few values and are categories, which is hardly ever meant. */
    @Test
    void aSmallTableWithDecimalCommasIsWarnedOf() throws IOException {
        List<String> lines = new ArrayList<>(List.of("price;kind"));
        for (int i = 0; i < 41; i++) {
            lines.add("1," + i + ";" + (i % 2 == 0 ? "pike" : "perch"));
        }
        terminal.must("data describe", file("small.csv", lines), "--label kind");
        assertThat(terminal.out())
                .contains("which would be numbers with --decimal-comma; it is used as a category all the same");
    }

    @Test
    void allRowsOfAnotherTableAreTestedOn() throws IOException {
        Path other = file("other.csv", fish(2, 50));
        terminal.must("evaluate", model, "--data", other);
        assertThat(terminal.out()).contains("on 50 test rows of " + other);
        assertThat(terminal.err())
                .contains("the model was not trained on " + other
                        + " as it is, so that all of its 50 rows are test data");
        terminal.must("evaluate", model, "--test", other, "--json");
        assertThat(terminal.json().get("test_examples").asInt()).isEqualTo(50);
        assertThat(terminal.err()).isEmpty();
        terminal.must("evaluate", model, "--data", table, "--test", other);
        assertThat(terminal.out()).contains("on 50 test rows of " + other);
        assertThat(terminal.err()).isEmpty();
        terminal.must("evaluate", model, "--data", table);
        assertThat(terminal.out()).contains("on 45 test rows of " + table);
        assertThat(terminal.err()).isEmpty();
    }

    /** A few rows of one class could not be divided, but can be tested on. */
    @Test
    void fewRowsAreTestedOnToo() throws IOException {
        Path few = file("few.csv", fish(2, 1));
        terminal.must("evaluate", model, "--data", few, "--against unseen-categories");
        assertThat(terminal.out()).contains("on 1 test rows of " + few);
        assertThat(terminal.err()).contains("no baselines are computed: that needs the examples");
        terminal.mustFail(
                "evaluate " + model + " --test " + few + " --against out-of-range",
                2,
                "--against out-of-range needs the examples that the model was trained on: give them as --data");
        terminal.mustFail(
                "evaluate " + model + " --test " + few + " --random-sets 2", 2, "--random-sets needs the examples");
        Path broken = file("broken.csv", List.of("length,kind", "3,pike"));
        terminal.mustFail("evaluate " + model + " --data " + broken, 2, "must have the column 'colour'");
    }

    @Test
    void mistakesAreToldWithTheirRemedies() throws IOException {
        terminal.mustFail(
                "train --data " + table,
                2,
                "the column with the labels of " + table + " must be named (--label), one of length, colour, kind");
        List<String> keys = new ArrayList<>(List.of("a b,x"));
        for (int i = 0; i < 60; i++) {
            keys.add("K" + i + "," + i % 7);
        }
        // A column with a space in its name cannot be typed by this terminal.
        Path keyed = file(
                "keys.csv",
                keys.stream().map(line -> line.replace("a b", "key")).toList());
        terminal.mustFail(
                "train --label key --data " + keyed,
                2,
                "differs in nearly every row (if they are classes all the same, --category key says so)");
        terminal.mustFail(
                "predict " + table + " " + model,
                2,
                "the model must come first, as in 'epiwrap predict model.safetensors FILE', but " + table
                        + " is not a model");
        Path wrapped = folder.resolve("wrapped.safetensors");
        terminal.must("wrap", model, "--data", table, "--quiet --out", wrapped);
        terminal.mustFail(
                "wrap " + wrapped + " --data " + table + " --out " + folder.resolve("again.safetensors"),
                2,
                "which is wrapped already: wrap the Bayesian network that it was made from again, or fine-tune it");
    }

    @Test
    void textsOfMissingCellsCanBeNamedWhenPredicting() throws IOException {
        Path gaps = file("gaps.csv", List.of("length,colour", "31.5,grey", "unknown,green"));
        terminal.mustFail(
                "predict " + model + " " + gaps,
                2,
                "line 3, column 'length': expected a number, but found 'unknown' (if it stands for a missing one,"
                        + " --missing says so)");
        terminal.must("predict", model, gaps, "--missing unknown,-");
        assertThat(terminal.out()).contains("although length is missing, but never was in training rows");
        List<String> labelled = List.of("length,colour,kind", "31.5,grey,perch", "unknown,green,pike");
        terminal.must("evaluate", model, "--test", file("labelled.csv", labelled), "--missing unknown");
        assertThat(terminal.out()).contains("on 2 test rows");
    }
}
