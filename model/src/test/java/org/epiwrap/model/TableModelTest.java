package org.epiwrap.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.architecture.Backbone;
import org.epiwrap.data.DataException;
import org.epiwrap.data.input.RowParser;
import org.epiwrap.data.input.TableInput;
import org.epiwrap.data.load.Data;
import org.epiwrap.data.table.TableOptions;
import org.epiwrap.data.table.TableReader;
import org.epiwrap.prediction.Score;
import org.epiwrap.random.RandomStreams;
import org.epiwrap.store.StoreException;
import org.epiwrap.testing.RandomCases;
import org.junit.jupiter.api.Test;

/** Models of tables in files that were changed, and rows unlike those that they were trained on. */
class TableModelTest extends ModelFileTest {
    private static final List<String> COLOURS = List.of("red", "green", "blue");

    /** Numbers, some of them missing, and categories, of which each class prefers some. */
    private Path table(UniformRandomProvider random, int numbers, int categories) {
        List<String> header = new ArrayList<>();
        for (int i = 0; i < numbers; i++) {
            header.add("n" + i);
        }
        for (int i = 0; i < categories; i++) {
            header.add("c" + i);
        }
        List<String> lines = new ArrayList<>(List.of(String.join(",", header) + ",y"));
        for (int row = 0; row < 150; row++) {
            int label = random.nextInt(2);
            List<String> cells = new ArrayList<>();
            for (int i = 0; i < numbers; i++) {
                double number = (1 + i) * (label + random.nextDouble(-1, 1));
                cells.add(i == 1 && random.nextInt(9) == 0 ? "" : String.format(Locale.ROOT, "%.3f", number));
            }
            for (int i = 0; i < categories; i++) {
                cells.add(COLOURS.get(random.nextInt(2) + (random.nextInt(4) == 0 ? label : 0)));
            }
            lines.add(String.join(",", cells) + "," + (label == 0 ? "no" : "yes"));
        }
        try {
            return Files.write(folder.resolve("table.csv"), lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private EpistemicModel wrapped(Path table, String net, int epochs) throws IOException {
        Data data = Data.table(table, "y");
        try (BayesianModel bayesian = BayesianTraining.withDefaults()
                .with(Backbone.named(net))
                .withEpochs(epochs)
                .train(data)) {
            return EpistemicWrapping.withDefaults().wrap(bayesian, data.split());
        }
    }

    private EpistemicModel small() throws IOException {
        return wrapped(table(new RandomStreams(1).stream(0), 2, 1), "mlp:2", 1);
    }

    @Test
    void everyChangedByteIsRefused() throws IOException {
        try (EpistemicModel model = small()) {
            model.write(file);
        }
        everyChangedByteIsRefused(file, () -> StoredModel.read(file));
    }

    /** The hashes of these files are right, as an attacker would make them. */
    @Test
    void aSchemaThatDoesNotFitTheWeightsIsRefused() throws IOException {
        try (EpistemicModel model = small()) {
            model.write(file);
        }
        byte[] whole = Files.readAllBytes(file);
        refused(whole, columns -> columns.remove(0));
        refused(whole, columns -> columns.add(renamed(columns, "more")));
        refused(whole, columns -> columns.set(1, renamed(columns, "n0")));
        refused(whole, columns -> columns.insert(0, columns.remove(1)));
        refused(whole, columns -> columns.insert(0, columns.remove(2)));
        refused(whole, columns -> categories(columns).remove(0));
        refused(whole, columns -> categories(columns).add("violet"));
        refused(whole, columns -> categories(columns).set(0, categories(columns).get(1)));
        for (String field : List.of("deviation", "mean", "minimum", "maximum")) {
            refused(whole, columns -> number(columns).put(field, 1e308));
            refused(whole, columns -> number(columns).put(field, "NaN"));
            refused(whole, columns -> number(columns).put(field, "1"));
            refused(whole, columns -> number(columns).putNull(field));
            refused(whole, columns -> number(columns).remove(field));
        }
        refused(whole, columns -> number(columns).put("deviation", 0));
        refused(whole, columns -> number(columns).put("deviation", -1));
        refused(whole, columns -> number(columns).put("deviation", 1e-300));
        refused(whole, columns -> number(columns).put("minimum", 1e9));
        Files.write(file, whole);
        StoredModel.read(file).close();
    }

    private static ObjectNode number(ArrayNode columns) {
        return (ObjectNode) columns.get(0);
    }

    private static ObjectNode renamed(ArrayNode columns, String name) {
        return number(columns).deepCopy().put("name", name);
    }

    private static ArrayNode categories(ArrayNode columns) {
        return (ArrayNode) columns.get(2).get("categories");
    }

    private void refused(byte[] whole, Consumer<ArrayNode> change) throws IOException {
        Files.write(file, whole);
        String[] changed = {""};
        Models.rewrite(file, manifest -> {
            ArrayNode columns = (ArrayNode) manifest.at("/table/columns");
            change.accept(columns);
            changed[0] = columns.toString();
        });
        assertThatThrownBy(() -> StoredModel.read(file))
                .as(changed[0])
                .isInstanceOf(StoreException.class)
                .hasMessageStartingWith(file + ": ");
    }

    /** Columns are found by their names, whatever their order and whatever stands between them. */
    @Test
    void columnsAreFoundByName() throws IOException {
        try (EpistemicModel model = small()) {
            TableInput input = (TableInput) model.input();
            double[] expected = scores(model, input, "n0,n1,c0\n0.1,0.2,red\n");
            assertThat(scores(model, input, "c0,other,n1,n0\nred,7,0.2,0.1\n")).isEqualTo(expected);
            assertThatThrownBy(() -> scores(model, input, "n0,c0\n0.1,red\n"))
                    .isInstanceOf(DataException.class)
                    .hasMessageEndingWith("must have the column 'n1', but has only n0, c0");
        }
    }

    private double[] scores(EpistemicModel model, TableInput input, String text) throws IOException {
        Path rows = Files.writeString(folder.resolve("rows.csv"), text);
        return model.predict(TableReader.read(rows, input, TableOptions.withDefaults()))
                .scores(Score.TU);
    }

    /** Whatever the table: a cell unlike all of its training rows is said, and raises both scores. */
    @Test
    void whatWasNeverSeenRaisesTheScores() {
        RandomCases.forAll(11, 6, random -> {
            int numbers = 1 + random.nextInt(4);
            int categories = 1 + random.nextInt(3);
            try (EpistemicModel model = wrapped(table(random, numbers, categories), "mlp:8", 20)) {
                TableInput input = (TableInput) model.input();
                String[] usual = new String[numbers + categories];
                Arrays.fill(usual, 0, numbers, "0.5");
                Arrays.fill(usual, numbers, usual.length, "green");
                assertThat(remarks(input, usual)).isEmpty();
                for (int column = 0; column < usual.length; column++) {
                    String[] odd = usual.clone();
                    odd[column] = column >= numbers ? "violet" : random.nextBoolean() ? "1000" : "-1000";
                    assertThat(remarks(input, odd))
                            .singleElement()
                            .asString()
                            .startsWith(input.columns().get(column) + " ");
                    for (Score score : List.of(Score.EU, Score.TU)) {
                        assertThat(score(model, input, odd, score))
                                .as("%s of %s", score, Arrays.toString(odd))
                                .isGreaterThan(score(model, input, usual, score));
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private static List<String> remarks(TableInput input, String[] texts) {
        RowParser parser = RowParser.of(input, input.columns());
        float[] cells = new float[texts.length];
        parser.parse(texts, cells);
        return parser.remarks(input, texts, cells);
    }

    private static double score(EpistemicModel model, TableInput input, String[] texts, Score score) {
        float[] cells = new float[texts.length];
        RowParser.of(input, input.columns()).parse(texts, cells);
        return model.predict(new float[][] {cells}).scores(score)[0];
    }
}
