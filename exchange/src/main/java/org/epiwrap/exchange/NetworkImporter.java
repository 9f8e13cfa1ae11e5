package org.epiwrap.exchange;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.epiwrap.exchange.Convention.Form;
import org.epiwrap.network.Architecture;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.Bias;
import org.epiwrap.network.BlockShape;
import org.epiwrap.network.Layout;
import org.epiwrap.store.ArrayFile;
import org.epiwrap.store.Manifest;
import org.epiwrap.store.Shape;
import org.epiwrap.store.StoreException;
import org.epiwrap.store.TensorFile;

/**
 * Reads Bayesian networks from the files of other libraries.
 *
 * <p>The convention is recognised by the names of the arrays, see {@link Conventions}. The layout is checked: the shapes of
 * the layers must chain, or fit the architecture that was given. Activations are not in any file; between layers they are
 * taken to be ReLU.
 */
public final class NetworkImporter {
    private static final List<NameTemplate> USELESS = NameTemplate.list(
            "*num_batches_tracked|optimizer_weights/*|optimizer/*|*/optimizer/*|*seed_generator*|*iterations");

    private final NamedArrays arrays;
    private final ArrayFile file;
    private final ImportOptions options;
    private final List<String> notes = new ArrayList<>();

    private NetworkImporter(ArrayFile file, ImportOptions options) throws IOException {
        this.file = file;
        this.arrays = NamedArrays.of(file);
        this.options = options;
    }

    /** Reads a file, or a folder of npy files; what cannot be a network is refused in one sentence. */
    public static ImportedNetwork read(Path path, ImportOptions options) throws IOException {
        try (ArrayFile file = ArrayFiles.open(path)) {
            return new NetworkImporter(file, options).network();
        } catch (IllegalArgumentException e) {
            throw new StoreException(path, String.valueOf(e.getMessage()), e);
        }
    }

    private ImportedNetwork network() throws IOException {
        if (file instanceof TensorFile tensors && tensors.metadata().containsKey(Manifest.KEY)) {
            throw new IllegalArgumentException("it is a file of epiwrap's own, and need not be imported");
        }
        Match match = match();
        RawReader reader = new RawReader(arrays, match);
        Axes axes = options.axes().orElseGet(() -> axes(match));
        Optional<Architecture> given =
                options.architecture().isPresent() ? options.architecture() : architectureInFile();
        List<RawLayer> layers;
        Set<String> taken = new HashSet<>(match.used().keySet());
        if (isWholeNetwork(match)) {
            Architecture known = given.orElseThrow(() -> new IllegalArgumentException(
                    "the numbers of all layers are one vector in this file: the architecture must be given"));
            layers = reader.layers(kernels(known), axes);
            notes.add("the layers are taken to follow each other in the file as in the architecture");
        } else {
            layers = new ArrayList<>(reader.layers());
            if (match.convention().form() == Form.LAYERS) {
                layers.addAll(points(match, taken));
            }
            layers = ordered(layers, axes, given.map(NetworkImporter::kernels));
        }
        if (match.convention().form() == Form.LAYERS_AND_VECTOR) {
            layers = reader.withVector(layers);
        } else if (match.convention().form() == Form.POINTS) {
            layers = withSigma(layers);
        }
        Architecture architecture = given.isPresent() ? given.get() : inferred(kernels(layers, axes));
        NormReader norms = new NormReader(arrays, taken);
        List<RawNorm> found = checkedNorms(norms, architecture);
        taken.addAll(norms.names());
        Assembly assembly = new Assembly(architecture, axes, layers, found);
        BayesianNetwork network = assembly.network();
        ImportReport report = new ImportReport(
                file.path(),
                match.convention().id(),
                match.convention().library(),
                architecture,
                assembly.mapped(),
                ignored(match, taken),
                List.copyOf(notes));
        return new ImportedNetwork(network, report, assembly.draws().map(draws -> new WeightDraws(network, draws)));
    }

    private Match match() {
        List<Convention> conventions = options.convention().map(List::of).orElse(Conventions.all());
        return Recogniser.recognise(arrays.shapes(), conventions)
                .orElseThrow(() -> new IllegalArgumentException("no known convention fits its names, such as "
                        + arrays.shapes().entrySet().stream()
                                .limit(6)
                                .map(array -> shown(array.getKey()) + " " + array.getValue())
                                .collect(Collectors.joining(", "))
                        + "; a mapping can say which of them are means and spreads"));
    }

    private static String shown(String name) {
        String visible = name.replaceAll("\\p{C}", "?");
        return visible.length() <= 80 ? visible : visible.substring(0, 80) + "...";
    }

    private static boolean isWholeNetwork(Match match) {
        return switch (match.convention().form()) {
            case VECTOR, VECTOR_BIASES_FIRST, HALVES, DRAWS -> true;
            default -> false;
        };
    }

    /** Where the convention leaves it open, the names of the arrays tell the layout. */
    private static Axes axes(Match match) {
        if (match.convention().axes().isPresent()) {
            return match.convention().axes().get();
        }
        long inputsFirst = match.layers().stream()
                .filter(layer ->
                        layer.weight().contains("kernel") || layer.weight().contains("vars/"))
                .count();
        if (inputsFirst > 0 && inputsFirst < match.layers().size()) {
            throw new IllegalArgumentException("some layers are named kernel and some weight, which leaves open whether"
                    + " inputs or outputs come first: the axes must be given");
        }
        return inputsFirst > 0 ? Axes.INPUTS_FIRST : Axes.OUTPUTS_FIRST;
    }

    /** Layers beside the Bayesian ones that are plain numbers. */
    private List<RawLayer> points(Match match, Set<String> taken) throws IOException {
        Convention plain = Conventions.all().get(Conventions.all().size() - 1);
        Map<String, Shape> left = new LinkedHashMap<>(arrays.shapes());
        left.keySet().removeAll(match.used().keySet());
        left.keySet().removeAll(match.other().keySet());
        Optional<Match> points = Recogniser.match(left, plain);
        if (points.isEmpty()) {
            return List.of();
        }
        taken.addAll(points.get().used().keySet());
        List<RawLayer> layers = new RawReader(arrays, points.get()).layers();
        layers.forEach(layer -> notes.add(layer.name() + " has no posterior: its weights are points"));
        return layers;
    }

    private List<RawLayer> ordered(List<RawLayer> layers, Axes axes, Optional<List<Kernel>> wanted) {
        boolean otherFits = LayerOrder.chainsByName(layers, axes.other(), wanted);
        if (LayerOrder.chainsByName(layers, axes, wanted)) {
            if (otherFits) {
                notes.add("the kernels are read " + name(axes) + ", as the convention has it; their shapes would fit "
                        + name(axes.other()) + " as well");
            }
            return LayerOrder.byName(layers, axes);
        }
        String misfit = "the layers do not fit each other: " + LayerOrder.misfit(layers, axes, wanted);
        if (otherFits) {
            throw new IllegalArgumentException(
                    misfit + "; they fit with " + name(axes.other()) + ", if that is how they are meant");
        }
        List<RawLayer> order =
                LayerOrder.byShape(layers, axes, wanted).orElseThrow(() -> new IllegalArgumentException(misfit));
        notes.add("the order of the layers was found by their shapes: "
                + order.stream().map(RawLayer::name).collect(Collectors.joining(", ")));
        return order;
    }

    private static String name(Axes axes) {
        return axes == Axes.OUTPUTS_FIRST ? "outputs first" : "inputs first";
    }

    private List<RawLayer> withSigma(List<RawLayer> layers) throws IOException {
        List<Double> sigma = new ArrayList<>(options.sigma());
        String from = "given";
        Optional<String> inFile = arrays.endingIn("sigma");
        if (sigma.isEmpty() && inFile.isPresent()) {
            for (double each : arrays.numbers(inFile.get())) {
                sigma.add(each);
            }
            from = inFile.get();
        }
        if (sigma.size() != 1 && sigma.size() != layers.size()) {
            throw new IllegalArgumentException(
                    "its weights have no spreads: a standard deviation must be given, one for"
                            + " all or one for each of the " + layers.size() + " layers, but there are "
                            + sigma.size());
        }
        List<RawLayer> result = new ArrayList<>();
        for (int i = 0; i < layers.size(); i++) {
            RawLayer layer = layers.get(i);
            double own = sigma.get(sigma.size() == 1 ? 0 : i);
            if (!(own >= 0 && own <= Float.MAX_VALUE)) {
                throw new IllegalArgumentException("sigma must be a finite number >= 0, but is " + own);
            }
            double[] all = new double[layer.kernel().mean().length];
            Arrays.fill(all, own);
            RawLayer.Part kernel = RawLayer.Part.gaussian(
                    layer.kernel().from() + ", sigma = " + own + " (" + from + ")",
                    layer.kernel().shape(),
                    layer.kernel().mean(),
                    all);
            result.add(new RawLayer(layer.name(), kernel, layer.bias()));
        }
        return result;
    }

    private Architecture inferred(List<Kernel> kernels) {
        Architecture architecture = ArchitectureInference.of(kernels, options.input(), options.pool());
        if (kernels.size() > 1) {
            notes.add("ReLU between the layers is taken for granted: activations are not in the file");
        }
        if (kernels.get(0).isConvolution()) {
            notes.add("padding and pooling are those which make the shapes fit; whether a pool takes the largest or the"
                    + " mean is not in the file: taken as "
                    + (options.pool() == ImportOptions.Pool.MAX ? "the largest" : "the mean"));
        }
        return architecture;
    }

    /** What an exported posterior says of its architecture. */
    private Optional<Architecture> architectureInFile() throws IOException {
        Optional<String> text = Optional.empty();
        if (file instanceof TensorFile tensors) {
            text = Optional.ofNullable(tensors.metadata().get(ArrayExport.ARCHITECTURE));
        } else if (file.names().contains(ArrayExport.ARCHITECTURE)) {
            long[] bytes = file.longs(ArrayExport.ARCHITECTURE);
            byte[] utf8 = new byte[bytes.length];
            for (int i = 0; i < utf8.length; i++) {
                utf8[i] = (byte) bytes[i];
            }
            text = Optional.of(new String(utf8, StandardCharsets.UTF_8));
        }
        return text.isEmpty()
                ? Optional.empty()
                : Optional.of(ArchitectureText.json(file.path(), text.get().getBytes(StandardCharsets.UTF_8)));
    }

    private List<RawNorm> checkedNorms(NormReader reader, Architecture architecture) throws IOException {
        List<RawNorm> norms = reader.norms();
        List<BlockShape> wanted = new Layout(architecture, Bias.POINT).norms();
        List<Integer> channels = wanted.stream().map(BlockShape::size).toList();
        List<Integer> sizes = norms.stream().map(RawNorm::channels).toList();
        if (!channels.equals(sizes)) {
            throw new IllegalArgumentException("the architecture has batch norms of " + channels
                    + " channels, but the file, in the order of their names, of " + sizes
                    + (wanted.isEmpty() ? ": an architecture with batch norms must be given" : ""));
        }
        if (reader.isKeras() && !norms.isEmpty()) {
            notes.add("the variances of batch norms are 0.00099 larger than in the file, since Keras adds 1e-3 to them"
                    + " where 1e-5 is added here");
        }
        return norms;
    }

    private Map<String, String> ignored(Match match, Set<String> taken) {
        Map<String, String> ignored = new LinkedHashMap<>();
        for (String name : arrays.shapes().keySet()) {
            if (!taken.contains(name)) {
                String unknown = Recogniser.fits(USELESS, name)
                        ? "no part of what the network computes"
                        : "its name and shape " + arrays.shape(name) + " say nothing in this convention";
                ignored.put(name, match.other().getOrDefault(name, unknown));
            }
        }
        return ignored;
    }

    private static List<Kernel> kernels(List<RawLayer> layers, Axes axes) {
        return layers.stream().map(layer -> axes.kernel(layer.kernel().shape())).toList();
    }

    /** The kernels of an architecture in its order. */
    private static List<Kernel> kernels(Architecture architecture) {
        return new Layout(architecture, Bias.POINT)
                .random().stream()
                        .map(slot -> slot.shape().sizes())
                        .map(sizes -> new Kernel(sizes.get(0), sizes.get(1), sizes.size() == 2 ? 0 : sizes.get(2)))
                        .toList();
    }
}
