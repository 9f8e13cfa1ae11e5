package org.epiwrap.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.epiwrap.exchange.ImportChecks.options;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.epiwrap.data.input.CellFormat;
import org.epiwrap.data.input.Feature;
import org.epiwrap.data.input.Scale;
import org.epiwrap.data.input.TableInput;
import org.epiwrap.exchange.reference.ReferenceOutputs;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.model.manifest.ModelCard;
import org.epiwrap.model.manifest.TrainedOn;
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
}
