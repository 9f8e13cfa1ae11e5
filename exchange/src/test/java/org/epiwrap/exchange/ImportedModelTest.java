package org.epiwrap.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.epiwrap.exchange.ImportChecks.options;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.data.Volume;
import org.epiwrap.data.input.CellFormat;
import org.epiwrap.data.input.Feature;
import org.epiwrap.data.input.Scale;
import org.epiwrap.data.input.TableInput;
import org.epiwrap.exchange.reference.ReferenceOutputs;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.model.EnsembleModel;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.model.manifest.ImportRecord.TrainedOn;
import org.epiwrap.model.manifest.ModelCard;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.prediction.MeanNetwork;
import org.epiwrap.tensor.Scope;
import org.epiwrap.tensor.Tensor;
import org.epiwrap.wrap.EpistemicWrapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Models of imported networks that take the rows of a table. */
class ImportedModelTest {
    @TempDir
    private Path folder;

    private static TableInput columns(int count) {
        List<Feature> features = IntStream.range(0, count)
                .<Feature>mapToObj(i -> new Feature.Numeric("c" + i, new Scale.Standard(i, 2), -9, 9, false))
                .toList();
        return new TableInput(features, CellFormat.standard());
    }

    @Test
    void aSchemaIsThatOfAModelOrOfJson() throws IOException {
        try (ImportedNetwork imported =
                NetworkImporter.read(Fixtures.file("net_mlp.npz"), options().withSigma(0.1))) {
            Path json = folder.resolve("schema.json");
            Files.writeString(json, ModelCard.schema(columns(5)));
            assertThat(imported.schema(json)).isEqualTo(columns(5));
            Path file = folder.resolve("model.safetensors");
            BayesianModel model = imported.model(columns(5), List.of("a", "b", "c"), TrainedOn.nothing());
            model.write(file);
            assertThat(imported.schema(file)).isEqualTo(columns(5));
            assertThat(model.card().origin().orElseThrow().trainedOn().none()).isTrue();
            Files.writeString(json, ModelCard.schema(columns(4)));
            assertThatThrownBy(() -> imported.schema(json)).hasMessageContaining("numbers that the network receives");
            Files.writeString(json, "{\"table\"");
            assertThatThrownBy(() -> imported.schema(json)).hasMessageContaining("line 1, column ");
            assertThatThrownBy(() -> imported.model(columns(4), List.of("a", "b", "c"), TrainedOn.unknown()))
                    .hasMessageContaining("examples must be 6");
            // (c − mean)/2 of each cell; the novelty of a row changes nothing.
            double[] logits = model.meanNetwork()
                    .predict(new float[] {2, 3, 4, 5, 6})
                    .logits()
                    .orElseThrow();
            float[] narrow = {(float) logits[0], (float) logits[1], (float) logits[2]};
            ReferenceOutputs expected =
                    ReferenceOutputs.ofLogits(new float[][] {{1, 1, 1, 1, 1}}, new float[][] {narrow});
            assertThat(imported.compare(expected).difference()).isLessThan(1e-6);
            model.close();
        }
    }

    @Test
    void drawsTakeTheRowsOfATable() throws IOException {
        Architecture rows = Architecture.mlp(Volume.features(3), 2, 4);
        try (BayesianNetwork first = BayesianNetwork.untrained(rows, RunSeeds.of(1));
                BayesianNetwork second = BayesianNetwork.untrained(rows, RunSeeds.of(2))) {
            Path file = StackedFiles.points(folder.resolve("members.npz"), List.of(first, second));
            try (ImportedNetwork imported = NetworkImporter.read(file, options());
                    EnsembleModel ensemble = imported.ensemble(columns(3), List.of("no", "yes"), TrainedOn.nothing());
                    EpistemicModel wrapped =
                            imported.draws().orElseThrow().model(EpistemicWrapper.withDefaults(), ensemble.card())) {
                assertThat(ensemble.card().origin().orElseThrow().trainedOn().none())
                        .isTrue();
                // (c − mean)/2 of each cell is 1; the novelty of a row changes nothing.
                double[] logits = MeanNetwork.of(
                                ensemble.members().get(1),
                                columns(3),
                                ensemble.card().names())
                        .predict(new float[] {2, 3, 4})
                        .logits()
                        .orElseThrow();
                float[][] expected = {{(float) logits[0], (float) logits[1]}};
                assertThat(ReferenceOutputs.ofLogits(new float[][] {{1, 1, 1}}, expected)
                                .compare(second, false)
                                .difference())
                        .isLessThan(1e-6);
                float[] far = {2, 3, 8};
                assertThat(wrapped.predict(far).probabilities()).hasSize(2);
            }
        }
    }

    /** As a user of an ensemble has them: the mean of the members' probabilities, or the logits of one. */
    @Test
    void outputsOfAnEnsembleAreThoseOfItsMembers() throws IOException {
        Architecture rows = Architecture.mlp(Volume.features(3), 2, 4);
        float[][] inputs = {{10, -20, 30}};
        try (BayesianNetwork first = BayesianNetwork.untrained(rows, RunSeeds.of(1));
                BayesianNetwork second = BayesianNetwork.untrained(rows, RunSeeds.of(2))) {
            Path file = StackedFiles.points(folder.resolve("members.npz"), List.of(first, second));
            double one = sigmoid(first, inputs[0]);
            double other = sigmoid(second, inputs[0]);
            float mean = (float) ((one + other) / 2);
            ReferenceOutputs means = ReferenceOutputs.ofProbabilities(inputs, new float[][] {{1 - mean, mean}});
            try (ImportedNetwork imported = NetworkImporter.read(file, options().with(means))) {
                assertThat(imported.report().notes()).anyMatch(note -> note.contains("mean of those of the networks"));
                assertThat(imported.report().checked().orElseThrow().difference())
                        .isLessThan(1e-5);
            }
            ReferenceOutputs ofFirst =
                    ReferenceOutputs.ofProbabilities(inputs, new float[][] {{(float) (1 - one), (float) one}});
            try (ImportedNetwork imported = NetworkImporter.read(file, options().with(ofFirst))) {
                assertThat(imported.report().notes()).anyMatch(note -> note.contains("those of the first network"));
                assertThat(imported.report().notes()).noneMatch(note -> note.contains("is assumed"));
            }
        }
    }

    private static double sigmoid(BayesianNetwork network, float[] input) {
        float[] logits =
                Scope.get(() -> network.meanLogits(Tensor.of(input, 1, 3, 1, 1)).toArray());
        return 1 / (1 + Math.exp(logits[0] - logits[1]));
    }

    @Test
    void theMeanOfMembersIsCompared() throws IOException {
        Architecture rows = Architecture.mlp(Volume.features(3), 2, 4);
        try (BayesianNetwork first = BayesianNetwork.untrained(rows, RunSeeds.of(1))) {
            Path file = StackedFiles.posteriors(folder.resolve("members.npz"), List.of(first, first));
            float[][] inputs = {{1, 2, 3}};
            float[] logits = Scope.get(
                    () -> first.meanLogits(Tensor.of(inputs[0], 1, 3, 1, 1)).toArray());
            ReferenceOutputs same = ReferenceOutputs.ofLogits(inputs, new float[][] {logits});
            try (ImportedNetwork imported = NetworkImporter.read(file, options().with(same))) {
                assertThat(imported.report().checked()).isPresent();
                assertThat(imported.draws().orElseThrow().hasSpreads()).isTrue();
                assertThat(imported.report().notes()).anyMatch(note -> note.contains("2 members"));
                assertThat(imported.report().notes()).noneMatch(note -> note.contains("is assumed"));
            }
            ReferenceOutputs other = ReferenceOutputs.ofLogits(inputs, new float[][] {{logits[0] + 1, logits[1]}});
            assertThatThrownBy(() -> NetworkImporter.read(file, options().with(other)))
                    .hasMessageContaining("compute something else than the original");
        }
    }
}
