package org.epiwrap.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;
import static org.epiwrap.exchange.GraphFile.integer;
import static org.epiwrap.exchange.GraphFile.ints;
import static org.epiwrap.exchange.GraphFile.number;
import static org.epiwrap.exchange.GraphFile.text;

import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.epiwrap.activation.Activation;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Layer;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.data.Part;
import org.epiwrap.data.Volume;
import org.epiwrap.data.builtin.Mnist;
import org.epiwrap.exchange.reference.ReferenceOutputs;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.Wrapping;
import org.epiwrap.intervalnet.pass.Averaging;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.onnx.OnnxExport;
import org.epiwrap.prediction.Predictions;
import org.epiwrap.store.Shape;
import org.epiwrap.store.StoreException;
import org.epiwrap.store.numpy.NumpyFileWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Networks of ONNX graphs are read with their architecture, and compute what ONNX Runtime computes of the file. */
class OnnxImporterTest {
    private static final Volume IMAGE = new Volume(1, 28, 28);
    private static final int IMAGES = 4;
    private static final ImportOptions SIGMA = ImportOptions.withDefaults().withSigma(0.05);

    @TempDir
    private Path folder;

    private static GraphFile image() {
        return new GraphFile(1, 28, 28);
    }

    private static Arguments hidden(String name, Layer.Nonlinearity layer, int opset, Consumer<GraphFile> nodes) {
        return Arguments.of(
                name,
                new Architecture(IMAGE, List.of(new Layer.Flatten(), new Layer.Dense(9), layer, new Layer.Dense(3))),
                build(image().opset(opset).then("Flatten").gemm(784, 9), nodes).gemm(9, 3));
    }

    private static Arguments hidden(Activation activation, int opset, Consumer<GraphFile> nodes) {
        return hidden(activation + " in operator set " + opset, new Layer.Nonlinearity(activation), opset, nodes);
    }

    private static GraphFile build(GraphFile file, Consumer<GraphFile> nodes) {
        nodes.accept(file);
        return file;
    }

    static Stream<Arguments> activations() {
        return Stream.of(
                hidden(new Activation.Relu(), 9, file -> file.then("Relu")),
                hidden(new Activation.LeakyRelu(0.2), 17, file -> file.then("LeakyRelu", number("alpha", 0.2))),
                hidden(new Activation.LeakyRelu(0.01), 16, file -> file.then("LeakyRelu")),
                hidden(new Activation.Elu(1), 17, file -> file.then("Elu")),
                hidden(new Activation.Softplus(), 17, file -> file.then("Softplus")),
                hidden(new Activation.Sigmoid(), 17, file -> file.then("Sigmoid")),
                hidden(new Activation.Tanh(), 17, file -> file.then("Tanh")),
                hidden(new Activation.HardSigmoid(0.2), 17, file -> file.then("HardSigmoid")),
                hidden(
                        new Activation.HardSigmoid(1.0 / 6),
                        17,
                        file -> file.then("HardSigmoid", number("alpha", 1.0 / 6))),
                hidden(
                        new Activation.HardTanh(),
                        17,
                        file -> file.node("Clip", file.last(), file.scalar(-1), file.scalar(1))),
                hidden(new Activation.HardTanh(), 10, file -> file.then("Clip", number("min", -1), number("max", 1))),
                hidden(new Activation.Gelu(), 20, file -> file.then("Gelu")),
                hidden(new Activation.TanhGelu(), 20, file -> file.then("Gelu", text("approximate", "tanh"))),
                hidden(new Activation.Mish(), 18, file -> file.then("Mish")),
                hidden(new Activation.Silu(), 17, file -> {
                    String x = file.last();
                    file.node("Mul", x, file.node("Sigmoid", x));
                }),
                hidden(new Activation.Mish(), 17, file -> {
                    String x = file.last();
                    file.node("Mul", file.node("Tanh", file.node("Softplus", x)), x);
                }),
                hidden(new Activation.Gelu(), 17, file -> {
                    String x = file.last();
                    String erf = file.node("Erf", file.node("Div", x, file.scalar(Math.sqrt(2))));
                    file.node("Mul", x, file.node("Add", erf, file.scalar(1)));
                    file.node("Mul", file.last(), file.scalar(0.5));
                }),
                hidden(new Activation.TanhGelu(), 17, file -> {
                    String x = file.last();
                    String cube = file.node("Mul", file.node("Pow", x, file.scalar(3)), file.scalar(0.044715));
                    String inner = file.node("Mul", file.node("Add", x, cube), file.scalar(Math.sqrt(2 / Math.PI)));
                    String outer = file.node("Add", file.node("Tanh", inner), file.scalar(1));
                    file.node("Mul", file.node("Mul", x, file.scalar(0.5)), outer);
                }));
    }

    private static Architecture shallow(Layer... layers) {
        return new Architecture(IMAGE, List.of(layers));
    }

    static Stream<Arguments> networks() {
        Architecture resNet = Architecture.resNet18(IMAGE, 10, 4);
        return Stream.of(
                Arguments.of("ResNet-18", resNet, image().layers(resNet)),
                Arguments.of(
                        "a row of pixels",
                        shallow(new Layer.Flatten(), new Layer.Dense(4)),
                        new GraphFile(784).gemm(784, 4)),
                Arguments.of(
                        "pools",
                        shallow(
                                new Layer.Convolution(3, 5, 1, 2),
                                new Layer.MaxPool(2),
                                new Layer.AveragePool(2),
                                new Layer.Flatten(),
                                new Layer.Dense(4)),
                        image().conv(1, 3, 5, 1, 2)
                                .pool("MaxPool", 2)
                                .pool("AveragePool", 2)
                                .then("Flatten")
                                .gemm(147, 4)),
                Arguments.of(
                        "a padding of nothing, as PyTorch writes it",
                        shallow(new Layer.AveragePool(4), new Layer.Flatten(), new Layer.Dense(4)),
                        padded()),
                Arguments.of(
                        "another epsilon, a mean over axes, a dropout and a softmax",
                        shallow(
                                new Layer.Convolution(3, 3, 3, 0),
                                new Layer.BatchNorm(),
                                Layer.relu(),
                                new Layer.AveragePool(9),
                                new Layer.Flatten(),
                                new Layer.Dense(4)),
                        image().conv(1, 3, 3, 3, 0)
                                .norm(3, 1e-3)
                                .then("Relu")
                                .then("ReduceMean", ints("axes", 2, 3), integer("keepdims", 0))
                                .then("Dropout")
                                .then("Identity")
                                .gemm(3, 4)),
                Arguments.of(
                        "products with sums, reshaped",
                        shallow(new Layer.Flatten(), new Layer.Dense(6), Layer.relu(), new Layer.Dense(4)),
                        products()),
                Arguments.of(
                        "a convolution with a sum",
                        shallow(new Layer.Convolution(3, 4, 4, 0), new Layer.Flatten(), new Layer.Dense(4)),
                        convolutionWithSum()));
    }

    private static GraphFile padded() {
        GraphFile file = image();
        file.node("Pad", List.of(text("mode", "constant")), "x", file.integers(0, 0, 0, 0, 0, 0, 0, 0));
        return file.pool("AveragePool", 4).then("Flatten").gemm(49, 4);
    }

    private static GraphFile products() {
        GraphFile file = image();
        file.node("Reshape", "x", file.integers(-1, 784));
        file.node("MatMul", file.last(), file.weights("one", 0, 0.1, 784, 6));
        file.node("Add", file.weights("two", 0, 1, 6), file.last());
        file.then("Relu");
        String turned = file.weights("three", 0, 1, 4, 6);
        String before = file.last();
        file.node("MatMul", before, file.node("Transpose", List.of(ints("perm", 1, 0)), turned));
        return file;
    }

    private static GraphFile convolutionWithSum() {
        GraphFile file = image();
        file.node("Conv", List.of(ints("strides", 4, 4)), "x", file.weights("kernel", 0, 0.3, 3, 1, 4, 4));
        file.node("Add", file.last(), file.weights("offsets", 0, 1, 1, 3, 1, 1));
        return file.then("Flatten").gemm(147, 4);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({"activations", "networks"})
    void computesWhatOnnxRuntimeComputes(String name, Architecture architecture, GraphFile graph) throws Exception {
        Path file = graph.write(folder.resolve("network.onnx"));
        Dataset images = Mnist.DIGITS.load(Part.TEST).subset(0, IMAGES);
        try (ImportedNetwork imported = NetworkImporter.read(file, SIGMA);
                BayesianModel model = imported.model(new Normalisation(List.of(0.13), List.of(0.31)))) {
            assertThat(imported.network().architecture()).isEqualTo(architecture);
            Predictions ours = model.meanNetwork().predict(images);
            float[] pixels = new float[IMAGES * 784];
            for (int i = 0; i < IMAGES; i++) {
                model.input().encoder(images).encode(i, pixels, 784 * i);
            }
            float[][] theirs = run(file, pixels);
            for (int i = 0; i < IMAGES; i++) {
                double[] logits = ours.logits(i);
                for (int c = 0; c < logits.length; c++) {
                    assertThat(logits[c]).isEqualTo(theirs[i][c], offset(1e-4));
                }
            }
        }
    }

    /** A whole ResNet-18 comes in from a graph and goes out as one: both compute the same probabilities. */
    @Test
    void aResNetWithNormsComesInAndGoesOut() throws Exception {
        Architecture resNet = Architecture.resNet18(IMAGE, 10, 4);
        Path in = image().layers(resNet).write(folder.resolve("in.onnx"));
        Path out = folder.resolve("out.onnx");
        Dataset images = Mnist.DIGITS.load(Part.TEST).subset(0, IMAGES);
        float[] pixels = new float[IMAGES * 784];
        try (ImportedNetwork imported = NetworkImporter.read(in, SIGMA);
                BayesianModel model = imported.model(Normalisation.unit());
                IntervalNetwork wrapped = IntervalNetwork.wrap(model.network(), Wrapping.withDefaults())) {
            for (int i = 0; i < IMAGES; i++) {
                model.input().encoder(images).encode(i, pixels, 784 * i);
            }
            OnnxExport.of(wrapped).with(Averaging.WEIGHTS).write(out);
        }
        float[][] logits = run(in, pixels);
        OrtEnvironment environment = OrtEnvironment.getEnvironment();
        try (OrtSession session = environment.createSession(out.toString());
                OnnxTensor input =
                        OnnxTensor.createTensor(environment, FloatBuffer.wrap(pixels), new long[] {IMAGES, 1, 28, 28});
                OrtSession.Result result = session.run(Map.of("images", input))) {
            float[][] probabilities =
                    (float[][]) result.get("probabilities").orElseThrow().getValue();
            for (int i = 0; i < IMAGES; i++) {
                double sum = 0;
                for (float logit : logits[i]) {
                    sum += Math.exp(logit);
                }
                for (int c = 0; c < 10; c++) {
                    assertThat((double) probabilities[i][c]).isEqualTo(Math.exp(logits[i][c]) / sum, offset(1e-4));
                }
            }
        }
    }

    private static float[][] run(Path file, float[] pixels) throws Exception {
        OrtEnvironment environment = OrtEnvironment.getEnvironment();
        try (OrtSession session = environment.createSession(file.toString())) {
            long[] shape = ((TensorInfo)
                            Objects.requireNonNull(session.getInputInfo().get("x"))
                                    .getInfo())
                    .getShape();
            shape[0] = IMAGES;
            try (OnnxTensor input = OnnxTensor.createTensor(environment, FloatBuffer.wrap(pixels), shape);
                    OrtSession.Result result = session.run(Map.of("x", input))) {
                return (float[][]) result.get(0).getValue();
            }
        }
    }

    @Test
    void whatIsLeftOutIsNoted() throws IOException {
        GraphFile graph = image().then("Flatten").gemm(784, 3).then("Softmax", integer("axis", 1));
        try (ImportedNetwork imported = NetworkImporter.read(graph.write(folder.resolve("a.onnx")), SIGMA)) {
            assertThat(imported.report().notes())
                    .containsExactly("'/softmax2' (Softmax) at the end is left out: networks give logits here");
            assertThat(imported.report().mapped())
                    .containsEntry("dense0.kernel", "fc1.weight [3, 784], sigma = 0.05 (given)");
            assertThat(imported.network().deviations(0))
                    .usingComparatorWithPrecision(1e-6f)
                    .startsWith(0.05f);
        }
    }

    @Test
    void spreadsComeFromAFileByNameOrInOrder() throws IOException {
        GraphFile graph = new GraphFile(2);
        graph.node("MatMul", "x", graph.weights("w1", 0, 1, 2, 3));
        graph.node("Add", graph.last(), graph.weights("b1", 0, 1, 3));
        graph.then("Relu").gemm(3, 2);
        Path file = graph.write(folder.resolve("network.onnx"));
        float[] first = {1, 2, 3, 4, 5, 6};
        float[] second = {7, 8, 9, 10, 11, 12};
        Path named = folder.resolve("named.npz");
        NumpyFileWriter.create()
                .add("fc3.weight", Shape.of(2, 3), second)
                .add("w1", Shape.of(2, 3), first)
                .add("b1", Shape.of(3), new float[] {20, 21, 22})
                .writeNpz(named);
        try (ImportedNetwork imported = OnnxImporter.read(file, named, ImportOptions.withDefaults())) {
            // The product has its inputs first, and its posterior has the shape of the initializer.
            assertThat(imported.network().deviations(0))
                    .usingComparatorWithPrecision(1e-3f)
                    .startsWith(1, 4, 2, 5, 3, 6, 20, 21, 22);
            assertThat(imported.report().mapped()).containsEntry("dense0.bias", "b1 [3], sigma = b1");
        }
        Path ordered = folder.resolve("ordered.npz");
        NumpyFileWriter.create()
                .add("sd0", Shape.of(2, 3), first)
                .add("sd1", Shape.of(2, 3), second)
                .writeNpz(ordered);
        try (ImportedNetwork imported = OnnxImporter.read(file, ordered, ImportOptions.withDefaults())) {
            assertThat(imported.network().deviations(0))
                    .usingComparatorWithPrecision(1e-3f)
                    .containsExactly(1, 4, 2, 5, 3, 6, 7, 8, 9, 10, 11, 12);
            assertThat(imported.report().notes()).anyMatch(note -> note.contains("in the order of their file"));
        }
        NumpyFileWriter.create().add("w1", Shape.of(2, 3), first).writeNpz(ordered);
        assertThatThrownBy(() -> OnnxImporter.read(file, ordered, ImportOptions.withDefaults()))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("an array for each kernel of the graph, [w1, fc3.weight]");
        assertThatThrownBy(() -> OnnxImporter.read(file, named, SIGMA)).hasMessageContaining("given once");
        assertThatThrownBy(() -> NetworkImporter.read(file, ImportOptions.withDefaults()))
                .hasMessageContaining(
                        "--sigma must give one standard deviation for all layers or one for each of the 2");
        assertThatThrownBy(() -> NetworkImporter.read(file, SIGMA.with(Architecture.mlp(Volume.features(2), 2, 3))))
                .hasMessageContaining("only --sigma, --posterior, --input and --check apply");
    }

    @Test
    void oneOutputIsComparedAsTheLogitOfTheSecondOfTwoClasses() throws IOException {
        GraphFile graph = new GraphFile(2);
        graph.node("MatMul", "x", graph.weights("w", 0, 1, 2, 1));
        Path file = graph.write(folder.resolve("one.onnx"));
        float[] kernel;
        try (ImportedNetwork imported = NetworkImporter.read(file, SIGMA)) {
            assertThat(imported.network().architecture().classes()).isEqualTo(2);
            kernel = imported.network().means(0);
            assertThat(kernel).startsWith(0, 0);
        }
        float[][] inputs = {{1, 0}, {0, 1}};
        ReferenceOutputs same = ReferenceOutputs.ofLogits(inputs, new float[][] {{kernel[2]}, {kernel[3]}});
        try (ImportedNetwork imported = NetworkImporter.read(file, SIGMA.with(same))) {
            assertThat(imported.report().checked()).isPresent();
        }
        ReferenceOutputs other = ReferenceOutputs.ofLogits(inputs, new float[][] {{kernel[2] + 1}, {kernel[3]}});
        assertThatThrownBy(() -> NetworkImporter.read(file, SIGMA.with(other)))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("computes something else than the original");
    }

    /** Networks of two classes with one output often end in its sigmoid. */
    @Test
    void theSigmoidOfOneOutputIsLeftOut() throws IOException {
        GraphFile graph = new GraphFile(2).gemm(2, 1).then("Sigmoid");
        Path file = graph.write(folder.resolve("sigmoid.onnx"));
        float[] means;
        float bias;
        try (ImportedNetwork imported = NetworkImporter.read(file, SIGMA)) {
            assertThat(imported.report().notes())
                    .contains("'/sigmoid1' (Sigmoid) at the end is left out: it is the probability of class 1 of two,"
                            + " and networks give logits here");
            // Zeros for class 0, then the weights and the bias of class 1.
            means = imported.network().means(0);
            bias = imported.network().pointValues(0)[1];
        }
        float[][] inputs = {{1, 0}, {0, 1}};
        float[][] probabilities = {
            {(float) (1 / (1 + Math.exp(-means[2] - bias)))}, {(float) (1 / (1 + Math.exp(-means[3] - bias)))}
        };
        ReferenceOutputs same = ReferenceOutputs.ofProbabilities(inputs, probabilities);
        try (ImportedNetwork imported = NetworkImporter.read(file, SIGMA.with(same))) {
            assertThat(imported.report().checked()).isPresent();
        }
        // Of several outputs it would be the labels of several classifiers.
        Path several = new GraphFile(2).gemm(2, 2).then("Sigmoid").write(folder.resolve("several.onnx"));
        assertThatThrownBy(() -> NetworkImporter.read(several, SIGMA))
                .hasMessageContaining("must end in a dense layer");
    }

    @Test
    void openSizesAreTakenFromTheOptions() throws IOException {
        GraphFile graph = new GraphFile(1, -1, -1)
                .conv(1, 2, 3, 1, 0)
                .then("GlobalAveragePool")
                .then("Flatten")
                .gemm(2, 3);
        Path file = graph.write(folder.resolve("open.onnx"));
        assertThatThrownBy(() -> NetworkImporter.read(file, SIGMA)).hasMessageContaining("must be given (--input)");
        try (ImportedNetwork imported = NetworkImporter.read(file, SIGMA.with(new Volume(1, 9, 9)))) {
            assertThat(imported.network().architecture().layers()).contains(new Layer.AveragePool(7));
        }
    }

    @Test
    void externalDataIsReadFromTheSameFolderOnly() throws IOException {
        float[] weights = {1, 2, 3, 4, 5, 6};
        ByteBuffer raw =
                ByteBuffer.allocate(32).order(ByteOrder.LITTLE_ENDIAN).putInt(0).putInt(0);
        for (float weight : weights) {
            raw.putFloat(weight);
        }
        Path inner = Files.createDirectory(folder.resolve("inner"));
        Files.write(inner.resolve("weights.bin"), raw.array());
        Files.write(folder.resolve("outer.bin"), raw.array());
        try (ImportedNetwork imported = NetworkImporter.read(external(inner, "weights.bin", 8, 24), SIGMA)) {
            assertThat(imported.network().means(0)).containsExactly(1, 4, 2, 5, 3, 6);
        }
        for (String elsewhere :
                List.of("../outer.bin", folder.resolve("outer.bin").toString(), "..", "", "none.bin")) {
            assertThatThrownBy(() -> NetworkImporter.read(external(inner, elsewhere, 8, 24), SIGMA))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("in a file of the same folder");
        }
        assertThatThrownBy(() -> NetworkImporter.read(external(inner, "weights.bin", 9, 24), SIGMA))
                .hasMessageContaining("from 9 on in an external file, which has only 32");
        assertThatThrownBy(() -> NetworkImporter.read(external(inner, "weights.bin", -1, 24), SIGMA))
                .hasMessageContaining("from 0 up, but has '-1'");
        assertThatThrownBy(() -> NetworkImporter.read(external(inner, "weights.bin", 8, 20), SIGMA))
                .hasMessageContaining("data of length 24 for its sizes, but has 20");
        GraphFile sharing = new GraphFile(2);
        sharing.node("MatMul", "x", sharing.external("one", "weights.bin", 8, 16, 2, 2));
        sharing.node("MatMul", sharing.last(), sharing.external("two", "weights.bin", 8, 24, 2, 3));
        Path file = sharing.write(inner.resolve("sharing.onnx"));
        assertThatThrownBy(() -> NetworkImporter.read(file, SIGMA))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("with it tensors have 40 of the 32 bytes of 'weights.bin'");
    }

    private static Path external(Path place, String location, long offset, long length) throws IOException {
        GraphFile graph = new GraphFile(2);
        graph.node("MatMul", "x", graph.external("w", location, offset, length, 2, 3));
        return graph.write(place.resolve("network.onnx"));
    }

    @Test
    void otherTypesOfNumbersAreRead() throws IOException {
        // 1.5, -2 and 2⁻²⁴ as half precision; the same but for the last as bfloat16.
        assertThat(read(TensorProto.DataType.FLOAT16_VALUE, 0x3e00, 0xc000, 0x0001))
                .containsExactly(1.5f, -2, 0x1p-24f);
        assertThat(read(TensorProto.DataType.BFLOAT16_VALUE, 0x3fc0, 0xc000, 0)).containsExactly(1.5f, -2, 0);
        assertThatThrownBy(() -> read(TensorProto.DataType.FLOAT16_VALUE, 0x7c00, 0, 0))
                .hasMessageContaining("must have finite numbers in its kernel");
        assertThatThrownBy(() -> read(TensorProto.DataType.STRING_VALUE, 0, 0, 0))
                .hasMessageContaining("ONNX's type 8");
        assertThatThrownBy(() -> read(TensorProto.DataType.FLOAT16_VALUE, 0)).hasMessageContaining("length 3");
    }

    private float[] read(int type, int... bits) throws IOException {
        GraphFile graph = new GraphFile(1);
        String kernel = graph.tensor(TensorProto.newBuilder()
                .setName("w")
                .setDataType(type)
                .addDims(1)
                .addDims(3)
                .addAllInt32Data(Arrays.stream(bits).boxed().toList()));
        graph.node("MatMul", "x", kernel);
        try (ImportedNetwork imported = NetworkImporter.read(graph.write(folder.resolve("typed.onnx")), SIGMA)) {
            return imported.network().means(0);
        }
    }

    static Stream<Arguments> refused() {
        GraphFile forked = new GraphFile(4);
        forked.gemm(4, 2);
        forked.node("MatMul", "x", forked.weights("other", 0, 1, 4, 2));
        GraphFile circle = new GraphFile(4);
        circle.node("Relu", "x");
        circle.node("Identity", "identity1");
        GraphFile padded = image();
        padded.node("Pad", "x", padded.integers(0, 0, 1, 1, 0, 0, 1, 1));
        GraphFile shared = new GraphFile(2);
        String kernel = shared.weights("kernel", 0, 1, 2, 2);
        shared.node("MatMul", shared.node("MatMul", "x", kernel), kernel);
        return Stream.of(
                Arguments.of(
                        image().then("Selu"), "the node '/selu0' (Selu) is of an operator that no layer here computes"),
                Arguments.of(image().then("Flatten").gemm(783, 3), "'/gemm1' (Gemm) has 783 inputs, but receives 784"),
                Arguments.of(image().gemm(28, 3), "has 28 inputs, but receives images of 1×28×28"),
                Arguments.of(image().conv(2, 3, 3, 1, 0), "takes 2 channels, but receives 1×28×28"),
                Arguments.of(
                        image().then("MaxPool", ints("kernel_shape", 3, 3), ints("strides", 2, 2)),
                        "'/maxpool0' (MaxPool) must have square windows, each beside the other"),
                Arguments.of(image().then("Clip", number("min", 0), number("max", 6)), "must cut at -1 and 1"),
                Arguments.of(image().then("Transpose", ints("perm", 0, 2, 3, 1)), "(Transpose) is of an operator"),
                Arguments.of(image().then("Flatten"), "must end in a dense layer (Gemm or MatMul)"),
                Arguments.of(new GraphFile(28, 14, 2, 2).then("Relu"), "must have the shape [examples, features]"),
                Arguments.of(padded, "'/pad0' (Pad) must add nothing: only convolutions have padding"),
                Arguments.of(circle, "from the input to the output 'identity1', but end at 'relu0'"),
                Arguments.of(shared, "'/matmul1' (MatMul) must not share its kernel 'kernel' with other layers"),
                Arguments.of(forked, "they do not meet: they begin with '/gemm0' (Gemm) and '/matmul1' (MatMul)"));
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource
    void refused(GraphFile graph, String reason) throws IOException {
        Path file = graph.write(folder.resolve("refused.onnx"));
        assertThatThrownBy(() -> NetworkImporter.read(file, SIGMA))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void otherBytesAreRefused() throws IOException {
        Path file = Files.writeString(folder.resolve("text.onnx"), "no graph");
        assertThatThrownBy(() -> NetworkImporter.read(file, SIGMA)).hasMessageContaining("is not a valid ONNX file");
        assertThatThrownBy(() -> NetworkImporter.read(folder.resolve("none.onnx"), SIGMA))
                .hasMessageContaining("there is no such file");
    }
}
