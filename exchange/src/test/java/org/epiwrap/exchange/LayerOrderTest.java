package org.epiwrap.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.epiwrap.exchange.ImportChecks.assertRefused;
import static org.epiwrap.exchange.ImportChecks.notes;
import static org.epiwrap.exchange.ImportChecks.options;
import static org.epiwrap.exchange.LayerFiles.layers;
import static org.epiwrap.exchange.LayerFiles.npz;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Layer;
import org.epiwrap.data.Volume;
import org.epiwrap.exchange.convention.Axes;
import org.epiwrap.exchange.layer.ArchitectureInference;
import org.epiwrap.exchange.layer.LayerOrder;
import org.epiwrap.exchange.layer.NaturalOrder;
import org.epiwrap.exchange.layer.RawLayer;
import org.epiwrap.store.Shape;
import org.epiwrap.store.StoreException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The order and the layout of layers are proved, reported or refused, but never guessed. */
class LayerOrderTest {
    @TempDir
    private Path folder;

    @Test
    void aTransposedKernelIsReportedAndNeverGuessed() throws IOException {
        // The same shapes chain in one layout alone.
        assertRefused(
                Fixtures.file("bayesian_torch.npz"),
                options().with(Axes.INPUTS_FIRST),
                "the layers do not fit together: fc2 is a dense layer from 4 to 3 after a dense"
                        + " layer from 3 to 5; they fit with outputs first: if that is the layout, use --axes");
        // Squares chain in both.
        Path square = layers(folder, "fc1", new int[] {3, 3}, "fc2", new int[] {3, 3});
        assertThat(notes(square, options()))
                .contains("the kernels are read outputs first, as in the convention; their shapes would also fit"
                        + " inputs first");
    }

    @Test
    void anOrderIsFoundByShapesIfNamesHaveAnother() throws IOException {
        Path file = layers(folder, new int[] {2, 4}, new int[] {5, 3}, new int[] {4, 5});
        try (ImportedNetwork imported = NetworkImporter.read(file, options())) {
            assertThat(imported.report().notes())
                    .contains("the order of the layers is b, c, a: the only order in which their shapes fit");
            assertThat(imported.network().architecture())
                    .isEqualTo(ArchitectureInference.dense(Volume.features(3), 5, 4, 2));
        }
        // Two layers the wrong way round could as well be transposed; an architecture decides, or an order that is
        // given.
        Path two = layers(folder, new int[] {2, 4}, new int[] {4, 3});
        assertRefused(two, options(), "they fit with inputs first");
        Architecture known = ArchitectureInference.dense(Volume.features(3), 4, 2);
        assertThat(notes(two, options().with(known)))
                .contains("the order of the layers is b, a: the only order in which their shapes fit");
        Path none = layers(folder, new int[] {2, 5}, new int[] {4, 3});
        assertRefused(none, options(), "b is a dense layer from 3 to 4 after a dense layer from 5 to 2");
        try (ImportedNetwork imported = NetworkImporter.read(two, options().withOrder(List.of("b", "a")))) {
            assertThat(imported.network().architecture()).isEqualTo(known);
        }
        for (List<String> wrong : List.of(List.of("b"), List.of("b", "a", "a"), List.of("b", "c"))) {
            assertRefused(two, options().withOrder(wrong), "the order must name each layer once (a, b), but is b");
        }
        assertRefused(
                two,
                options().withOrder(List.of("a", "b")),
                "in the given order: b is a dense layer from 3 to 4 after");
    }

    @Test
    void ofSeveralOrdersTheOneInTheFileIsTaken() throws IOException {
        // Either of the squares could come first; the file has the last first.
        Path file = layers(folder, "zeta", new int[] {3, 3}, "alpha", new int[] {3, 3}, "out", new int[] {2, 3});
        try (ImportedNetwork imported = NetworkImporter.read(file, options())) {
            assertThat(imported.report().notes())
                    .contains("the order of the layers is zeta, alpha, out: as in the file; their shapes would"
                            + " also fit in other orders");
            assertThat(imported.report().mapped().get("dense0.kernel")).startsWith("zeta.weight_mu");
        }
        // In the order of the alphabet someone may have sorted them.
        Path sorted = layers(folder, "alpha", new int[] {3, 3}, "out", new int[] {2, 3}, "zeta", new int[] {3, 3});
        assertRefused(
                sorted,
                options(),
                "the shapes of the layers fit in more than one order, for instance alpha, zeta, out and zeta,"
                        + " alpha, out, and neither the file nor numbers in their names tell which is right: use for"
                        + " instance --order alpha,zeta,out");
        // So does the usual writer of safetensors; numbers tell nevertheless.
        Path numbered = layers(folder, "fc1", new int[] {3, 3}, "fc10", new int[] {3, 3}, "fc9", new int[] {3, 3});
        assertThat(notes(numbered, options()))
                .contains("the order of the layers is fc1, fc9, fc10: by the numbers in their names; their shapes"
                        + " would also fit in other orders");
        try (ImportedNetwork imported =
                NetworkImporter.read(sorted, options().withOrder(List.of("zeta", "alpha", "out")))) {
            assertThat(imported.report().mapped().get("dense0.kernel")).startsWith("zeta.weight_mu");
        }
        // What an architecture says of shapes leaves squares open too.
        Architecture known = ArchitectureInference.dense(Volume.features(3), 3, 3, 2);
        assertRefused(sorted, options().with(known), "more than one order");
    }

    @Test
    void whatIsWrittenInItsOrderNeedsNoOtherProof() throws IOException {
        // By their names these would be transposed, but the file has them as they are.
        Path file = layers(folder, "hidden", new int[] {4, 3}, "classes", new int[] {2, 4});
        try (ImportedNetwork imported = NetworkImporter.read(file, options())) {
            assertThat(imported.network().architecture())
                    .isEqualTo(ArchitectureInference.dense(Volume.features(3), 4, 2));
        }
    }

    @Test
    void reportsHowKernelsInVectorsAreRead() throws IOException {
        ImportOptions known = options().with(Fixtures.mlp());
        for (String file : List.of("laplace.npz", "draws.npz")) {
            assertThat(notes(Fixtures.file(file), known))
                    .contains("the kernels are read outputs first, as in the convention; inputs first would fit as"
                            + " well; use --axes to change this");
            assertThat(notes(Fixtures.file(file), known.with(Axes.INPUTS_FIRST)))
                    .contains("the kernels are read inputs first, as requested; outputs first would fit as well; use"
                            + " --axes to change this");
        }
        Path square = layers(folder, "fc1", new int[] {3, 3}, "fc2", new int[] {3, 3});
        assertThat(notes(square, options().with(Axes.INPUTS_FIRST)))
                .contains("the kernels are read inputs first, as requested; their shapes would also fit outputs"
                        + " first");
    }

    @Test
    void shortcutsAreFilledInTheirOrder() throws IOException {
        Path file = folder.resolve("a.npz");
        npz(file, "conv1.weight 2x1x3x3", "conv2.weight 2x2x3x3", "fc.weight 2x32");
        Architecture known = new Architecture(
                new Volume(1, 4, 4),
                List.of(
                        new Layer.Convolution(2, 3, 1, 1),
                        Layer.relu(),
                        new Layer.Residual(List.of(new Layer.Convolution(2, 3, 1, 1)), List.of()),
                        new Layer.Flatten(),
                        new Layer.Dense(2)));
        try (ImportedNetwork imported =
                NetworkImporter.read(file, options().with(known).withSigma(0.1))) {
            assertThat(imported.report().mapped().get("convolution1.kernel")).startsWith("conv2.weight");
        }
    }

    @Test
    void anArchitectureThatDoesNotFitIsRefused() throws IOException {
        Architecture other = ArchitectureInference.dense(Volume.features(5), 3, 2);
        assertRefused(
                Fixtures.file("pyro.npz"),
                options().with(other),
                "the architecture has 2 layers with weights, but the file 3");
        Architecture wide = ArchitectureInference.dense(Volume.features(5), 7, 4, 2);
        assertRefused(
                Fixtures.file("pyro.npz"),
                options().with(wide),
                "fc1 is a dense layer from 5 to 3 where the architecture has a dense layer from 5" + " to 7");
        assertRefused(
                Fixtures.file("laplace.npz"),
                options().with(other),
                "array mean must have 21 numbers for the weights of its layers or 26 with their"
                        + " biases, but has 44");
        assertRefused(
                Fixtures.file("tfp_variational.npz"),
                options().with(other),
                "the architecture has 2 layers with weights, but the file 3");
    }

    /** A file of layers fc0, fc1, ... of one input and one output. */
    private Path squares(int count) throws IOException {
        Object[] squares = new Object[2 * count];
        for (int i = 0; i < count; i++) {
            squares[2 * i] = "fc" + i;
            squares[2 * i + 1] = new int[] {1, 1};
        }
        return layers(folder, squares);
    }

    @Test
    void fiveHundredLayersAreImported() throws IOException {
        try (ImportedNetwork imported = NetworkImporter.read(squares(500), options())) {
            assertThat(imported.report().mapped().get("dense499.kernel")).startsWith("fc499.weight_mu");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 1000})
    void manyLayersHaveOneOrder(int count) {
        // Widths that all differ leave one order, but a search can begin with any layer.
        List<RawLayer> layers = new ArrayList<>();
        for (int i = count - 1; i >= 0; i--) {
            layers.add(bare(String.valueOf(i * 7919 % 10007), i + 2, i + 1));
        }
        LayerOrder.Chain chain = LayerOrder.of(layers, false, Axes.OUTPUTS_FIRST, Optional.empty())
                .orElseThrow();
        assertThat(chain.source()).isEqualTo(LayerOrder.Source.SHAPES);
        assertThat(chain.layers().get(count - 1).kernel().shape()).isEqualTo(Shape.of(count + 1, count));
    }

    @Test
    void refusesASearchThatTakesTooLong() {
        List<RawLayer> layers = new ArrayList<>();
        for (char name = 'a'; name <= 'z'; name++) {
            layers.add(bare(String.valueOf(name), 3, 3));
        }
        layers.add(bare("unrelated", 7, 5));
        assertThatThrownBy(() -> LayerOrder.of(layers, true, Axes.OUTPUTS_FIRST, Optional.empty()))
                .hasMessageContaining("no order of the 27 layers that fits their shapes was found in 1000000 attempts")
                .hasMessageEndingWith("from the first to the last (--order)");
    }

    /** A layer of which nothing but the shape matters. */
    private static RawLayer bare(String name, int outputs, int inputs) {
        RawLayer.Part kernel = RawLayer.Part.point(name, Shape.of(outputs, inputs), new double[0]);
        return new RawLayer(name, 0, kernel, Optional.empty());
    }

    @Test
    void moreLayersThanAnyNetworkHasAreRefused() throws IOException {
        Path file = squares(1001);
        assertThatThrownBy(() -> NetworkImporter.read(file, options()))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining(
                        "the number of layers with weights must be a whole number from 1 to 1000, but is 1001");
    }

    @Test
    void numbersInNamesCountAsNumbers() {
        Comparator<String> order = new NaturalOrder();
        assertThat(Stream.of("fc10", "fc2", "dense_1", "dense", "fc2.a", "fc002b")
                        .sorted(order))
                .containsExactly("dense", "dense_1", "fc2", "fc2.a", "fc002b", "fc10");
    }
}
