package org.epiwrap.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.epiwrap.exchange.ImportChecks.options;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javax.imageio.ImageIO;
import org.epiwrap.data.Volume;
import org.epiwrap.data.load.DataOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Data for a network of five inputs, whatever they are. */
class DataFitTest {
    @TempDir
    private Path folder;

    /** Ten grey pictures of each of three classes. */
    private Path pictures(int width, int height) throws IOException {
        Path pictures = folder.resolve("p" + width + "x" + height);
        for (String name : List.of("a", "b", "c")) {
            Path own = Files.createDirectories(pictures.resolve(name));
            for (int i = 0; i < 10; i++) {
                BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_BYTE_GRAY);
                ImageIO.write(image, "png", own.resolve(i + ".png").toFile());
            }
        }
        return pictures;
    }

    private static ImportedModel imported(Path data, ImportOptions options) throws IOException {
        return imported(data.toString(), options);
    }

    private static ImportedModel imported(String data, ImportOptions options) throws IOException {
        try (ImportedNetwork network = NetworkImporter.read(Fixtures.file("net_mlp.npz"), options.withSigma(0.1))) {
            return ModelImport.withDefaults()
                    .withData(data, DataOptions.withDefaults())
                    .model(network);
        }
    }

    @Test
    void picturesNeedTheShapeThatTheNetworkTakes() throws IOException {
        Path fitting = pictures(5, 1);
        assertThatThrownBy(() -> imported(fitting, options()))
                .hasMessage(
                        "the network has 5 inputs, but the pictures of " + fitting + " are 1×1×5: use --input 1x1x5");
        // Four examples cannot tell the order of three classes.
        assertThat(imported(fitting, options().with(new Volume(1, 1, 5))).text())
                .contains(
                        "WARNING: 25.0 % of 4 examples are predicted right, and 50.0 % with --classes b,a,c; these are too")
                .contains("few examples to be sure");
        Path others = pictures(4, 3);
        assertThatThrownBy(() -> imported(others, options()))
                .hasMessage("the network has 5 inputs, but the pictures of " + others
                        + " are 1×3×4, which are 12 numbers: if they should be resized, use --input CxHxW with channels,"
                        + " height and width whose product is 5");
        assertThatThrownBy(() -> imported("mnist", options()))
                .hasMessageContaining("the pictures of mnist are 1×28×28, which are 784 numbers");
        Files.copy(others.resolve("a/0.png"), fitting.resolve("a/other.png"));
        assertThatThrownBy(() -> imported(fitting, options())).hasMessageContaining("are not known: use --input CxHxW");
    }

    @Test
    void aTableNeedsASchema() throws IOException {
        Path table = Files.writeString(folder.resolve("wine.csv"), "a,b,c,d,e,kind\n1,2,3,4,5,x\n");
        for (Optional<Volume> input : List.of(Optional.<Volume>empty(), Optional.of(new Volume(1, 1, 5)))) {
            ImportOptions options = input.map(options()::with).orElse(options());
            assertThatThrownBy(() -> imported(table, options))
                    .hasMessage(table
                            + " is a table: --schema must say how its columns become the 5 inputs of the network");
        }
    }
}
