package org.epiwrap.prediction.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.data.DataException;
import org.epiwrap.data.Volume;
import org.epiwrap.data.input.CellFormat;
import org.epiwrap.data.input.Feature;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.data.input.Scale;
import org.epiwrap.data.input.TableInput;
import org.epiwrap.data.table.RowSink;
import org.epiwrap.data.table.RowSource;
import org.epiwrap.data.table.TableFormats;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.Wrapping;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.prediction.BayesianAverage;
import org.epiwrap.prediction.ClassNames;
import org.epiwrap.prediction.IntervalPredictor;
import org.epiwrap.prediction.MeanNetwork;
import org.epiwrap.prediction.Predictor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows from a file to a file, by networks that have intervals and by those that have none. */
class ScoredFileTest {
    private static final TableInput INPUT = new TableInput(
            List.of(
                    new Feature.Category("colour", List.of("red", "blue"), false),
                    new Feature.Numeric("length", new Scale.Standard(10, 5), 0, 20, false)),
            CellFormat.standard());
    private static final ClassNames NAMES = new ClassNames(List.of("perch", "pike"));

    @TempDir
    private Path folder;

    private Path rows(String text) throws Exception {
        return Files.writeString(folder.resolve("rows.csv"), text);
    }

    private List<String> scored(Predictor predictor, Path file, Map<String, String> renamed) throws Exception {
        RowScoring scoring = RowScoring.of(predictor).withLabel("label");
        Path out = folder.resolve("out.csv");
        try (RowSource source = TableFormats.open(file, scoring.text())) {
            assertThat(scoring.renamed(source)).isEqualTo(renamed);
            try (RowSink sink = TableFormats.create(out, scoring.fields(source), scoring.text())) {
                Tally tally = scoring.score(source, sink);
                sink.commit();
                assertThat(tally.examples()).isEqualTo(2);
                assertThat(tally.hasClasses()).isTrue();
                assertThat(tally.coverage()).isEqualTo(1);
                assertThat(tally.accuracyOfDecided()).isPresent();
            }
        }
        return Files.readAllLines(out);
    }

    @Test
    void rowsKeepTheirColumnsAndGainThoseOfThePrediction() throws Exception {
        Path file = rows("length,label,colour\n12,pike,red\n30,perch,green\n");
        try (BayesianNetwork bayesian =
                        BayesianNetwork.untrained(Architecture.mlp(INPUT.shape(), 2, 3), RunSeeds.of(1));
                IntervalNetwork network = IntervalNetwork.wrap(bayesian, Wrapping.withDefaults());
                BayesianAverage average = BayesianAverage.of(bayesian, INPUT, NAMES, 3)) {
            Map<String, String> renamed = Map.of("label", "predicted_label");
            List<String> lines = scored(IntervalPredictor.of(network, INPUT, NAMES), file, renamed);
            assertThat(lines.get(0))
                    .startsWith("length,label,colour,predicted_label,probability,lower,upper,possible,abstains");
            assertThat(lines.get(1)).startsWith("12,pike,red,");
            assertThat(lines.get(2))
                    .startsWith("30,perch,green,")
                    .contains("length 30 is above all training rows (0 to 20)")
                    .contains("colour 'green' was never seen in training rows");
            assertThat(scored(MeanNetwork.of(bayesian, INPUT, NAMES), file, renamed))
                    .hasSize(3);
            assertThat(scored(average, file, renamed).get(0)).contains("mutual_information");
        }
    }

    @Test
    void singleRowsSayWhatIsUnlikeTraining() throws Exception {
        Path file = rows("id,colour,length\n7,green,1\n");
        try (BayesianNetwork bayesian =
                BayesianNetwork.untrained(Architecture.mlp(INPUT.shape(), 2, 3), RunSeeds.of(1))) {
            RowScoring scoring =
                    RowScoring.of(MeanNetwork.of(bayesian, INPUT, NAMES)).withId("id");
            try (RowSource source = TableFormats.open(file, scoring.text())) {
                RowPrediction row = scoring.predict(source).next().get(0);
                assertThat(row.remarks()).containsExactly("colour 'green' was never seen in training rows");
                assertThat(row.fields()).containsKey("remarks");
                assertThat(row.describe()).contains("never seen");
            }
            RowScoring missing = scoring.withLabel("key");
            try (RowSource source = TableFormats.open(file, scoring.text())) {
                assertThatThrownBy(() -> missing.predict(source)).isInstanceOf(DataException.class);
            }
        }
    }

    @Test
    void predictionsOfImagesAreATable() throws Exception {
        PictureInput images = PictureInput.unit(new Volume(1, 2, 2));
        Path out = folder.resolve("images.csv");
        try (BayesianNetwork bayesian =
                BayesianNetwork.untrained(Architecture.mlp(images.shape(), 2, 3), RunSeeds.of(1))) {
            Predictor predictor = MeanNetwork.of(bayesian, images, NAMES);
            try (PredictionSink sink = PredictionSink.create(out, predictor);
                    PredictionSink none = PredictionSink.none()) {
                sink.write("a.png", predictor.predict(new float[4]));
                sink.commit();
                none.write("a.png", predictor.predict(new float[4]));
                none.commit();
            }
        }
        assertThat(Files.readAllLines(out)).hasSize(2).element(1).asString().startsWith("a.png,p");
    }
}
