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
import org.epiwrap.architecture.Layer;
import org.epiwrap.data.Volume;
import org.epiwrap.exchange.convention.Kernel;
import org.epiwrap.exchange.layer.ArchitectureInference;
import org.epiwrap.exchange.layer.Pool;
import org.epiwrap.model.manifest.ArchitectureJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArchitectureInferenceTest {
    @TempDir
    private Path folder;

    private static Architecture infer(Pool pool, Kernel... kernels) {
        return ArchitectureInference.of(Arrays.asList(kernels), Optional.empty(), Optional.of(pool));
    }

    @Test
    void findsLeNet5() {
        Architecture found = infer(
                Pool.AVERAGE,
                new Kernel(6, 1, 5),
                new Kernel(16, 6, 5),
                new Kernel(120, 400, 0),
                new Kernel(84, 120, 0),
                new Kernel(10, 84, 0));
        assertThat(found).isEqualTo(Architecture.leNet5(new Volume(1, 28, 28), 10));
    }

    @Test
    void knowsUsualImages() {
        assertThat(infer(Pool.MAX, new Kernel(10, 3072, 0)).input()).isEqualTo(new Volume(3, 32, 32));
        assertThat(infer(Pool.MAX, new Kernel(10, 784, 0)).input()).isEqualTo(new Volume(1, 28, 28));
        assertThat(infer(Pool.MAX, new Kernel(10, 7, 0)).input()).isEqualTo(Volume.features(7));
        // 32 → 30 → 15 without padding.
        assertThat(infer(Pool.MAX, new Kernel(4, 3, 3), new Kernel(10, 4 * 15 * 15, 0))
                        .input())
                .isEqualTo(new Volume(3, 32, 32));
    }

    @Test
    void infersWhatOnlyPoolsOrOnlyStridesFit() {
        Optional<Volume> image = Optional.of(new Volume(1, 9, 9));
        // 9 → 4 by a pool alone: a stride gives 5.
        List<Kernel> pooled = List.of(new Kernel(2, 1, 1), new Kernel(3, 2 * 4 * 4, 0));
        assertThat(ArchitectureInference.of(pooled, image, Optional.empty()).layers())
                .contains(new Layer.MaxPool(2));
        List<Kernel> strided = List.of(new Kernel(2, 1, 1), new Kernel(3, 2 * 5 * 5, 0));
        assertThat(ArchitectureInference.of(strided, image, Optional.empty()).layers())
                .contains(new Layer.Convolution(2, 1, 2, 0));
        // Neither: nothing is reduced.
        List<Kernel> plain = List.of(new Kernel(2, 1, 1), new Kernel(3, 2 * 9 * 9, 0));
        assertThat(ArchitectureInference.of(plain, image, Optional.empty()).layers())
                .contains(new Layer.Convolution(2, 1, 1, 0));
    }

    @Test
    void refusesWhatCannotBeInferred() {
        assertThatThrownBy(() -> infer(Pool.MAX, new Kernel(4, 2, 3), new Kernel(10, 4, 0)))
                .hasMessageContaining("images with 2 channels cannot be inferred");
        assertThatThrownBy(() -> infer(Pool.MAX, new Kernel(4, 1, 3)))
                .hasMessageContaining("1 convolutions and 0 dense layers cannot be inferred");
        assertThatThrownBy(() -> infer(Pool.MAX, new Kernel(4, 1, 3), new Kernel(10, 5 * 4, 0)))
                .hasMessageContaining("its shapes fit no common architecture for images of 1×28×28");
        // 10 → 10 → 5 → 4 and 10 → 10 → 9 → 4: the pool may come first or last.
        assertThatThrownBy(() -> ArchitectureInference.of(
                        List.of(new Kernel(2, 1, 1), new Kernel(2, 2, 2), new Kernel(10, 2 * 4 * 4, 0)),
                        Optional.of(new Volume(1, 10, 10)),
                        Optional.of(Pool.MAX)))
                .hasMessageContaining("its shapes fit more than one architecture");
        assertThatThrownBy(() -> ArchitectureInference.of(
                        List.of(new Kernel(10, 5, 0)), Optional.of(Volume.features(6)), Optional.empty()))
                .hasMessageContaining("the first layer has 5 inputs");
        assertThatThrownBy(() -> ArchitectureInference.of(
                        List.of(new Kernel(4, 1, 3), new Kernel(10, 16, 0)),
                        Optional.of(new Volume(3, 8, 8)),
                        Optional.of(Pool.MAX)))
                .hasMessageContaining("images of 1 channels");
        // A window larger than the image.
        assertThatThrownBy(() -> ArchitectureInference.of(
                        List.of(new Kernel(4, 1, 4), new Kernel(10, 16, 0)),
                        Optional.of(new Volume(1, 3, 3)),
                        Optional.of(Pool.MAX)))
                .hasMessageContaining("no common architecture");
    }

    @Test
    void readsBackbonesAndJson() throws IOException {
        Volume grey = new Volume(1, 28, 28);
        Volume colour = new Volume(3, 32, 32);
        assertThat(given("mlp:8", 10)).isEqualTo(Architecture.mlp(grey, 10, 8));
        assertThat(given("lenet-5", 26)).isEqualTo(Architecture.leNet5(grey, 26));
        assertThat(given("resnet-18", 7)).isEqualTo(Architecture.resNet18(colour, 7));
        assertThat(given("vgg-16/4", 10)).isEqualTo(Architecture.vgg16(colour, 10, 16));
        assertThat(GivenArchitecture.parse("vgg-16", Optional.of(grey), 10, Optional.empty()))
                .isEqualTo(Architecture.vgg16(grey, 10));
        Path json = folder.resolve("a.json");
        Files.writeString(json, ArchitectureJson.write(Fixtures.mlp()).toString());
        assertThat(given(json.toString(), 10)).isEqualTo(Fixtures.mlp());
        assertThat(GivenArchitecture.volume("3x32x16")).isEqualTo(new Volume(3, 32, 16));
    }

    private static Architecture given(String text, int classes) throws IOException {
        return GivenArchitecture.parse(text, Optional.empty(), classes, Optional.empty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"mlp", "mlp:a-b", "lenet", "", "none.json", "mlp:8-10-"})
    void refusesOtherNames(String text) {
        assertThatThrownBy(() -> given(text, 10)).hasMessageMatching(".*(must be|no such).*");
    }

    @Test
    void refusesInvalidTexts() throws IOException {
        assertThatThrownBy(() -> GivenArchitecture.volume("28x28")).hasMessageContaining("such as 1x28x28");
        Path unclosed = Files.writeString(folder.resolve("b.json"), "{\"input\": [1, 8, 8],\n \"layers\": [}");
        assertThatThrownBy(() -> given(unclosed.toString(), 10))
                .hasMessageContaining("its architecture is not valid: line 2, column 13: Unexpected")
                .hasMessageContaining("expected");
        for (String text : List.of("{\"input\": 5}", "{", "", "[]")) {
            Path json = Files.writeString(folder.resolve("a.json"), text);
            assertThatThrownBy(() -> given(json.toString(), 10)).hasMessageContaining("its architecture is not valid");
        }
    }
}
