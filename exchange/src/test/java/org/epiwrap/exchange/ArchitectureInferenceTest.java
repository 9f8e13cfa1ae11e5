package org.epiwrap.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Volume;
import org.epiwrap.model.ArchitectureJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArchitectureInferenceTest {
    @TempDir
    private Path folder;

    private static Architecture infer(ImportOptions.Pool pool, Kernel... kernels) {
        return ArchitectureInference.of(Arrays.asList(kernels), Optional.empty(), pool);
    }

    @Test
    void findsLeNet5() {
        Architecture found = infer(
                ImportOptions.Pool.AVERAGE,
                new Kernel(6, 1, 5),
                new Kernel(16, 6, 5),
                new Kernel(120, 400, 0),
                new Kernel(84, 120, 0),
                new Kernel(10, 84, 0));
        assertThat(found).isEqualTo(Architecture.leNet5(new Volume(1, 28, 28), 10));
    }

    @Test
    void knowsUsualImages() {
        assertThat(infer(ImportOptions.Pool.MAX, new Kernel(10, 3072, 0)).input())
                .isEqualTo(new Volume(3, 32, 32));
        assertThat(infer(ImportOptions.Pool.MAX, new Kernel(10, 784, 0)).input())
                .isEqualTo(new Volume(1, 28, 28));
        assertThat(infer(ImportOptions.Pool.MAX, new Kernel(10, 7, 0)).input()).isEqualTo(Volume.features(7));
        // 32 → 30 → 15 without padding.
        assertThat(infer(ImportOptions.Pool.MAX, new Kernel(4, 3, 3), new Kernel(10, 4 * 15 * 15, 0))
                        .input())
                .isEqualTo(new Volume(3, 32, 32));
    }

    @Test
    void refusesWhatCannotBeSeen() {
        assertThatThrownBy(() -> infer(ImportOptions.Pool.MAX, new Kernel(4, 2, 3), new Kernel(10, 4, 0)))
                .hasMessageContaining("images with 2 channels cannot be seen");
        assertThatThrownBy(() -> infer(ImportOptions.Pool.MAX, new Kernel(4, 1, 3)))
                .hasMessageContaining("1 convolutions and 0 dense layers cannot be inferred");
        assertThatThrownBy(() -> infer(ImportOptions.Pool.MAX, new Kernel(4, 1, 3), new Kernel(10, 5 * 4, 0)))
                .hasMessageContaining("no usual architecture fits its shapes for images of 1×28×28");
        // 10 → 10 → 5 → 4 and 10 → 10 → 9 → 4: the pool may come first or last.
        assertThatThrownBy(() -> ArchitectureInference.of(
                        List.of(new Kernel(2, 1, 1), new Kernel(2, 2, 2), new Kernel(10, 2 * 4 * 4, 0)),
                        Optional.of(new Volume(1, 10, 10)),
                        ImportOptions.Pool.MAX))
                .hasMessageContaining("more than one architecture fits its shapes");
        assertThatThrownBy(() -> ArchitectureInference.of(
                        List.of(new Kernel(10, 5, 0)), Optional.of(Volume.features(6)), ImportOptions.Pool.MAX))
                .hasMessageContaining("the first layer has 5 inputs");
        assertThatThrownBy(() -> ArchitectureInference.of(
                        List.of(new Kernel(4, 1, 3), new Kernel(10, 16, 0)),
                        Optional.of(new Volume(3, 8, 8)),
                        ImportOptions.Pool.MAX))
                .hasMessageContaining("images of 1 channels");
        // A window larger than the image.
        assertThatThrownBy(() -> ArchitectureInference.of(
                        List.of(new Kernel(4, 1, 4), new Kernel(10, 16, 0)),
                        Optional.of(new Volume(1, 3, 3)),
                        ImportOptions.Pool.MAX))
                .hasMessageContaining("no usual architecture");
    }

    @Test
    void readsNames() throws IOException {
        Volume grey = new Volume(1, 28, 28);
        assertThat(ArchitectureText.parse("mlp:784-8-10", Optional.empty()))
                .isEqualTo(ArchitectureInference.dense(grey, 8, 10));
        assertThat(ArchitectureText.parse("lenet-5", Optional.empty())).isEqualTo(Architecture.leNet5(grey, 10));
        assertThat(ArchitectureText.parse("resnet-18:7", Optional.empty()))
                .isEqualTo(Architecture.resNet18(new Volume(3, 32, 32), 7));
        assertThat(ArchitectureText.parse("vgg-16", Optional.of(grey))).isEqualTo(Architecture.vgg16(grey, 10));
        Path json = folder.resolve("a.json");
        Files.writeString(json, ArchitectureJson.write(Fixtures.mlp()).toString());
        assertThat(ArchitectureText.parse(json.toString(), Optional.empty())).isEqualTo(Fixtures.mlp());
        assertThat(ArchitectureText.volume("3x32x16")).isEqualTo(new Volume(3, 32, 16));
    }

    @ParameterizedTest
    @ValueSource(strings = {"mlp:8", "mlp:a-b", "lenet", "", "none.json", "mlp:784-8-10-"})
    void refusesOtherNames(String text) {
        assertThatThrownBy(() -> ArchitectureText.parse(text, Optional.empty()))
                .hasMessageMatching(".*(must be|no such).*");
    }

    @Test
    void refusesWhatDoesNotFit() throws IOException {
        assertThatThrownBy(() -> ArchitectureText.parse("mlp:784-10", Optional.of(new Volume(1, 2, 2))))
                .hasMessageContaining("has 784 inputs, but an image of 1×2×2 has 4");
        assertThatThrownBy(() -> ArchitectureText.volume("28x28")).hasMessageContaining("such as 1x28x28");
        Path json = Files.writeString(folder.resolve("a.json"), "{\"input\": 5}");
        assertThatThrownBy(() -> ArchitectureText.parse(json.toString(), Optional.empty()))
                .hasMessageContaining("the architecture is not as it should be");
        Path broken = Files.writeString(folder.resolve("b.json"), "{");
        assertThatThrownBy(() -> ArchitectureText.parse(broken.toString(), Optional.empty()))
                .hasMessageContaining("the architecture is not as it should be");
    }
}
