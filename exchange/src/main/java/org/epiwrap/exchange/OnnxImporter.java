package org.epiwrap.exchange;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.exchange.convention.Axes;
import org.epiwrap.exchange.file.ArrayFiles;
import org.epiwrap.exchange.file.NamedArrays;
import org.epiwrap.exchange.layer.Assembly;
import org.epiwrap.exchange.layer.RawLayer;
import org.epiwrap.exchange.layer.RawNorm;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.onnx.read.OnnxArray;
import org.epiwrap.onnx.read.OnnxNetwork;
import org.epiwrap.onnx.read.OnnxReader;
import org.epiwrap.store.ArrayFile;
import org.epiwrap.store.Shape;
import org.epiwrap.store.StoreException;
import org.epiwrap.store.Text;

/**
 * Reads plain networks from ONNX graphs, which have the architecture, and adds what they lack: the standard deviations of the
 * weights, as numbers or from a file of arrays.
 */
public final class OnnxImporter {
    private final OnnxNetwork graph;
    /** The standard deviations of kernels and biases, as they stand in the graph. */
    private final Map<OnnxArray, double[]> deviations = new LinkedHashMap<>();
    /** Where these come from, for the report. */
    private final Map<OnnxArray, String> origins = new LinkedHashMap<>();

    private final List<String> notes;

    private OnnxImporter(OnnxNetwork graph) {
        this.graph = graph;
        this.notes = new ArrayList<>(graph.notes());
    }

    /** Returns whether a file is named like an ONNX graph, whose bytes begin like those of others. */
    public static boolean isNamedLikeOne(Path path) {
        Path name = path.getFileName();
        return name != null && name.toString().toLowerCase(Locale.ROOT).endsWith(".onnx");
    }

    /** Reads a graph whose standard deviations are given as numbers, one for all layers or one for each. */
    public static ImportedNetwork read(Path file, ImportOptions options) throws IOException {
        checkApply(file, options);
        OnnxImporter importer = new OnnxImporter(OnnxReader.read(file, options.input()));
        return importer.network(file, options, () -> importer.spread(options.sigma()));
    }

    /**
     * Reads a graph whose standard deviations are the arrays of a file: those of each kernel, and of biases that have some.
     * Arrays have the names of the graph's initializers, or are in the order of its layers: kernels alone, or each with its
     * bias.
     */
    public static ImportedNetwork read(Path file, Path posterior, ImportOptions options) throws IOException {
        checkApply(file, options);
        if (!options.sigma().isEmpty()) {
            throw new StoreException(
                    file, "its standard deviations must be given once, but are by --sigma and --posterior");
        }
        OnnxImporter importer = new OnnxImporter(OnnxReader.read(file, options.input()));
        return importer.network(file, options, () -> {
            try (ArrayFile arrays = ArrayFiles.open(posterior)) {
                importer.spread(NamedArrays.of(arrays));
            } catch (IllegalArgumentException | ArithmeticException e) {
                throw new StoreException(posterior, String.valueOf(e.getMessage()), e);
            }
        });
    }

    /** Refuses options on what a graph has itself. */
    private static void checkApply(Path file, ImportOptions options) throws StoreException {
        if (options.describesFile()) {
            throw new StoreException(
                    file,
                    "an ONNX graph has its architecture and its arrays by name: of the options that describe a file,"
                            + " only --sigma, --posterior, --input and --check apply");
        }
    }

    private interface Spreading {
        void run() throws IOException;
    }

    private ImportedNetwork network(Path file, ImportOptions options, Spreading spreading) throws IOException {
        try {
            spreading.run();
            Architecture architecture = graph.architecture();
            if (architecture.classes() == 1) {
                architecture = OneOutput.asTwoClasses(architecture, notes);
            }
            Assembly assembly = new Assembly(architecture, Axes.OUTPUTS_FIRST, layers(), norms());
            assembly.raised().ifPresent(notes::add);
            BayesianNetwork network = assembly.network();
            ImportReport report = new ImportReport(
                    file,
                    "onnx",
                    "the ONNX graph of a plain network",
                    architecture,
                    Axes.OUTPUTS_FIRST,
                    assembly.mapped(),
                    Map.of(),
                    notes,
                    Optional.empty());
            return new ImportedNetwork(network, report, Optional.empty(), options.reference()).compared();
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new StoreException(file, String.valueOf(e.getMessage()), e);
        }
    }

    private void spread(List<Double> sigma) {
        int layers = graph.linear().size();
        if (sigma.size() != 1 && sigma.size() != layers) {
            throw new IllegalArgumentException(
                    "the weights of an ONNX graph have no spread: --sigma must give one standard"
                            + " deviation for all layers or one for each of the " + layers
                            + ", or --posterior a file of them, but "
                            + (sigma.isEmpty() ? "none is given" : sigma.size() + " are given"));
        }
        for (int i = 0; i < layers; i++) {
            OnnxArray kernel = graph.linear().get(i).kernel();
            double[] all = new double[kernel.values().length];
            double given = sigma.get(sigma.size() == 1 ? 0 : i);
            Arrays.fill(all, given);
            deviations.put(kernel, all);
            origins.put(kernel, ", sigma = " + given + " (given)");
        }
    }

    private void spread(NamedArrays arrays) throws IOException {
        List<OnnxArray> kernels =
                graph.linear().stream().map(OnnxNetwork.Linear::kernel).toList();
        List<OnnxArray> parts = graph.linear().stream()
                .flatMap(layer -> Stream.concat(Stream.of(layer.kernel()), layer.bias().stream()))
                .toList();
        List<String> names = List.copyOf(arrays.shapes().keySet());
        if (kernels.stream().allMatch(kernel -> names.contains(kernel.name()))) {
            byName(arrays, parts, names);
            return;
        }
        List<OnnxArray> ordered =
                names.size() == kernels.size() ? kernels : names.size() == parts.size() ? parts : List.of();
        if (ordered.isEmpty() || !arrays.keepsOrder()) {
            throw new IllegalArgumentException("it must have an array for each kernel of the graph, "
                    + kernels.stream()
                            .map(kernel -> Text.shown(kernel.name()))
                            .limit(6)
                            .toList()
                    + ", or in their order, kernels alone or each with its bias, but has "
                    + names.stream().map(Text::shown).limit(6).toList());
        }
        for (int i = 0; i < ordered.size(); i++) {
            put(arrays, names.get(i), ordered.get(i));
        }
        notes.add("the standard deviations are taken in the order of their file, which has other names than the graph");
    }

    private void byName(NamedArrays arrays, List<OnnxArray> parts, List<String> names) throws IOException {
        for (String name : names) {
            OnnxArray part = parts.stream()
                    .filter(each -> each.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("array " + Text.shown(name)
                            + " must have the name of a kernel or bias of the graph, but has not"));
            put(arrays, name, part);
        }
    }

    private void put(NamedArrays arrays, String name, OnnxArray part) throws IOException {
        Shape wanted = Shape.of(
                part.storedSizes().stream().mapToLong(Integer::longValue).toArray());
        if (!arrays.shape(name).equals(wanted)) {
            throw new IllegalArgumentException("array " + Text.shown(name) + " must have the shape of " + part
                    + " of the graph, but has " + arrays.shape(name));
        }
        double[] sigma = arrays.numbers(name);
        for (double each : sigma) {
            if (!(each >= 0 && each <= Float.MAX_VALUE)) {
                throw new IllegalArgumentException(
                        "array " + Text.shown(name) + " must hold standard deviations >= 0, but one is " + each);
            }
        }
        deviations.put(part, part.turn(sigma));
        origins.put(part, ", sigma = " + Text.shown(name));
    }

    private List<RawLayer> layers() {
        List<RawLayer> layers = new ArrayList<>();
        for (OnnxNetwork.Linear layer : graph.linear()) {
            layers.add(new RawLayer(
                    layer.name(),
                    layers.size(),
                    part(layer.kernel()),
                    layer.bias().map(this::part)));
        }
        return layers;
    }

    private RawLayer.Part part(OnnxArray array) {
        Shape shape =
                Shape.of(array.sizes().stream().mapToLong(Integer::longValue).toArray());
        return new RawLayer.Part(
                array + origins.getOrDefault(array, ""),
                shape,
                array.values(),
                Optional.ofNullable(deviations.get(array)),
                List.of());
    }

    private List<RawNorm> norms() {
        return graph.norms().stream()
                .map(norm -> new RawNorm(
                        norm.name(),
                        norm.scale() + ", " + norm.shift() + ", " + norm.mean() + ", " + norm.variance(),
                        norm.scale().values(),
                        norm.shift().values(),
                        norm.mean().values(),
                        norm.variance().values()))
                .toList();
    }
}
