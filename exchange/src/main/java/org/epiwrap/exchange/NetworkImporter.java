package org.epiwrap.exchange;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.epiwrap.activation.Activation;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.architecture.BlockShape;
import org.epiwrap.architecture.Layer;
import org.epiwrap.architecture.Layout;
import org.epiwrap.exchange.LayerOrder.Chain;
import org.epiwrap.exchange.convention.Axes;
import org.epiwrap.exchange.convention.Convention;
import org.epiwrap.exchange.convention.Convention.Form;
import org.epiwrap.exchange.convention.Conventions;
import org.epiwrap.exchange.convention.Kernel;
import org.epiwrap.exchange.convention.Leftovers;
import org.epiwrap.exchange.convention.Match;
import org.epiwrap.exchange.convention.NameTemplate;
import org.epiwrap.exchange.convention.Recogniser;
import org.epiwrap.exchange.draws.WeightDraws;
import org.epiwrap.exchange.file.ArrayFiles;
import org.epiwrap.exchange.file.NamedArrays;
import org.epiwrap.exchange.file.StackedFile;
import org.epiwrap.exchange.reference.ReferenceOutputs;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.store.ArrayFile;
import org.epiwrap.store.Manifest;
import org.epiwrap.store.Shape;
import org.epiwrap.store.StoreException;
import org.epiwrap.store.TensorFile;
import org.epiwrap.store.Text;

/**
 * Reads Bayesian networks from the files of other libraries.
 *
 * <p>The convention is recognised by the names of the arrays, see {@link Conventions}. The layout is checked: the shapes of
 * the layers must chain, or fit the given architecture. No file contains activations: ReLU is assumed between layers unless
 * {@linkplain ImportOptions#with(Activation) another} is given. Whether the network computes what it should is known only
 * by {@linkplain ImportOptions#with(ReferenceOutputs) comparison} with outputs of the original.
 */
public final class NetworkImporter {
    /** Each member is read by itself, for which all arrays are read again. */
    private static final int MAX_MEMBERS = 1000;

    private final NamedArrays arrays;
    private final ArrayFile file;
    private final ImportOptions options;
    private final Leftovers leftovers;
    private final Optional<LastLayerPosterior> last;
    private final List<String> notes = new ArrayList<>();

    /**
     * Prepares an import.
     *
     * @param last the posterior of the last layer, where the file holds the network without one
     */
    private NetworkImporter(ArrayFile file, ImportOptions options, Optional<LastLayerPosterior> last)
            throws IOException {
        this.file = file;
        this.last = last;
        this.arrays = NamedArrays.of(file);
        this.options = options;
        this.leftovers = new Leftovers(arrays, options.ignored());
    }

    /** Reads a file, or a folder of npy files; the message of a refusal is one sentence. ONNX graphs are {@link OnnxImporter}'s. */
    public static ImportedNetwork read(Path path, ImportOptions options) throws IOException {
        if (OnnxImporter.isNamedLikeOne(path)) {
            return OnnxImporter.read(path, options);
        }
        try (ArrayFile file = ArrayFiles.open(path)) {
            if (options.network().isPresent()) {
                return withLastLayer(file, options.network().get(), options);
            }
            NetworkImporter importer = new NetworkImporter(file, options, Optional.empty());
            Optional<Match> member = importer.member();
            return member.isPresent() ? importer.ensemble(member.get()) : importer.network();
        } catch (IllegalArgumentException | ArithmeticException e) {
            String hint = options.reference()
                    .map(new Alternatives(path, options)::hint)
                    .orElse("");
            throw new StoreException(path, e.getMessage() + hint, e);
        }
    }

    private static ImportedNetwork withLastLayer(ArrayFile posterior, Path network, ImportOptions options)
            throws IOException {
        try (ArrayFile whole = ArrayFiles.open(network)) {
            return new NetworkImporter(whole, options, Optional.of(new LastLayerPosterior(posterior))).network();
        }
    }

    private ImportedNetwork network() throws IOException {
        if (file instanceof TensorFile tensors && tensors.metadata().containsKey(Manifest.KEY)) {
            throw new IllegalArgumentException("it is an epiwrap model already and does not need to be imported");
        }
        Match match = match();
        checkApplies(match);
        RawReader reader = new RawReader(arrays, match);
        Axes axes = options.axes().orElseGet(() -> axes(match));
        Optional<Architecture> given = given();
        Set<String> taken = new HashSet<>(match.used());
        Optional<Match> plain = match.convention().form() == Form.LAYERS ? plainLayers(match, taken) : Optional.empty();
        NormReader norms = new NormReader(arrays, leftovers.candidates().keySet(), taken);
        taken.addAll(norms.names());
        List<RawLayer> layers;
        if (match.convention().form().isOfVectors()) {
            Architecture known = given.orElseThrow(() -> new IllegalArgumentException(
                    "this file stores all layers as one vector: the architecture must be given (--arch)"));
            layers = reader.layers(kernels(known), axes);
            notes.add("the layers are assumed to be in the order of the architecture");
            notes.add(reading(axes) + "; " + name(axes.other()) + " would fit as well; use --axes to change this");
        } else {
            layers = new ArrayList<>(reader.layers(norms.parameters()));
            if (plain.isPresent()) {
                layers.addAll(points(plain.get()));
                layers.sort(Comparator.comparingInt(RawLayer::place));
            }
        }
        Map<String, String> ignored = leftovers.checked(match, reader.priors(), taken);
        leftovers
                .differing()
                .forEach(name ->
                        notes.add(name + " differs from its layer's sampler, which happens when a model is moved"
                                + " to another device; the sampler's numbers are used, as the layer does"));
        if (!match.convention().form().isOfVectors()) {
            given = withOneOutput(given, kernels(layers, axes));
            layers = ordered(layers, axes, norms.layers(), given.map(NetworkImporter::kernels));
        }
        if (last.isPresent()) {
            layers = new ArrayList<>(layers);
            layers.add(last.get().of(layers.remove(layers.size() - 1), axes));
            notes.addAll(last.get().notes());
            ignored.putAll(last.get().ignored());
        } else if (match.convention().form() == Form.POINTS) {
            layers = withSigma(layers);
        }
        remark(match, norms);
        reader.warning().ifPresent(notes::add);
        Architecture architecture = given.isPresent() ? given.get() : inferred(kernels(layers, axes));
        List<RawNorm> found = checkedNorms(norms, architecture, layers);
        if (architecture.classes() == 1) {
            architecture = withTwoClasses(architecture, notes);
        }
        Assembly assembly = new Assembly(architecture, axes, layers, found);
        assembly.raised().ifPresent(notes::add);
        BayesianNetwork network = assembly.network();
        Convention convention = last.map(LastLayerPosterior::convention).orElse(match.convention());
        ImportReport report = new ImportReport(
                last.map(LastLayerPosterior::path).orElse(file.path()),
                convention.id(),
                convention.library(),
                architecture,
                axes,
                assembly.mapped(),
                ignored,
                notes,
                Optional.empty());
        Optional<WeightDraws> draws = assembly.draws().map(values -> new WeightDraws(network, values));
        return new ImportedNetwork(network, report, draws, options.reference()).compared();
    }

    /** Returns a given architecture of two classes with one output where the file has one. */
    private static Optional<Architecture> withOneOutput(Optional<Architecture> given, List<Kernel> inFile) {
        return given.map(known -> {
            List<Kernel> wanted = kernels(known);
            Kernel last = wanted.get(wanted.size() - 1);
            int end = known.layers().size() - 1;
            boolean one = known.layers().get(end).equals(new Layer.Dense(2))
                    && !inFile.contains(last)
                    && inFile.contains(new Kernel(1, last.inputs(), 0));
            if (!one) {
                return known;
            }
            List<Layer> layers = new ArrayList<>(known.layers());
            layers.set(end, new Layer.Dense(1));
            return new Architecture(known.input(), layers);
        });
    }

    /** Replaces a single output, the logit of class 1, by those of two classes: 0 and itself. */
    static Architecture withTwoClasses(Architecture single, List<String> notes) {
        int end = single.layers().size() - 1;
        if (!(single.layers().get(end) instanceof Layer.Dense)) {
            throw new IllegalArgumentException(
                    "the last layer must be dense, but is " + single.layers().get(end));
        }
        List<Layer> layers = new ArrayList<>(single.layers());
        layers.set(end, new Layer.Dense(2));
        notes.add(
                "the one output is read as the logit of class 1 of two, whose probability is its sigmoid: class 0 has the"
                        + " logit 0, by a row of zeros without spread; regression networks cannot be imported");
        return new Architecture(single.input(), layers);
    }

    /**
     * Returns how one member of an ensemble is read, if the file holds several networks along the first axis of its arrays
     * that have spreads, or batch norms, which draws of weights have not.
     */
    private Optional<Match> member() throws IOException {
        List<Convention> conventions = options.convention().map(List::of).orElse(Conventions.all());
        boolean single = Recogniser.recognise(leftovers.candidates(), conventions)
                .filter(match -> match.convention().form() != Form.STACKED_DRAWS
                        && match.convention().form() != Form.POINTS)
                .isPresent();
        if (single || members() < 2) {
            return Optional.empty();
        }
        NamedArrays first = NamedArrays.of(new StackedFile(file, 0));
        Map<String, Shape> candidates = new Leftovers(first, options.ignored()).candidates();
        return Recogniser.recognise(candidates, conventions)
                .filter(match -> match.convention().form().hasSpreads()
                        || (match.convention().form() == Form.POINTS
                                && !new NormReader(first, candidates.keySet(), match.used())
                                        .layers()
                                        .isEmpty()));
    }

    /** Returns the length of the first axis of all arrays of floating-point numbers; 0 if it is not the same. */
    private long members() throws IOException {
        Set<Long> lengths = new HashSet<>();
        for (Map.Entry<String, Shape> array : leftovers.candidates().entrySet()) {
            if (arrays.isFloating(array.getKey())) {
                lengths.add(array.getValue().rank() == 0 ? 0 : array.getValue().size(0));
            }
        }
        return lengths.size() == 1 ? lengths.iterator().next() : 0;
    }

    private ImportedNetwork ensemble(Match match) throws IOException {
        boolean points = match.convention().form() == Form.POINTS
                && options.sigma().isEmpty()
                && arrays.endingIn("sigma").isEmpty();
        ImportOptions own = (points ? options.withSigma(0) : options).withoutReference();
        int count = (int) members();
        if (count > MAX_MEMBERS) {
            throw new IllegalArgumentException("an ensemble must have at most " + MAX_MEMBERS
                    + " members with spreads or batch norms, but the first axis of its arrays has " + count);
        }
        List<ImportedNetwork> networks = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                networks.add(new NetworkImporter(new StackedFile(file, i), own, Optional.empty()).network());
            }
            WeightDraws draws = WeightDraws.of(
                    networks.stream().map(ImportedNetwork::network).toList(), points);
            ImportReport report = networks.get(0)
                    .report()
                    .with("every array holds " + count + " members along its first axis; each was read by itself");
            return new ImportedNetwork(draws.network(), report, Optional.of(draws), options.reference()).compared();
        } finally {
            networks.forEach(ImportedNetwork::close);
        }
    }

    private Match match() {
        List<Convention> conventions = last.isPresent()
                ? List.of(Conventions.POINTS)
                : options.convention().map(List::of).orElse(Conventions.all());
        Map<String, Shape> candidates = leftovers.candidates();
        if (candidates.isEmpty()) {
            throw new IllegalArgumentException("it holds no arrays that could be weights");
        }
        Match match = Recogniser.recognise(candidates, conventions)
                .orElseThrow(() -> new IllegalArgumentException("its names match no known convention: "
                        + candidates.entrySet().stream()
                                .limit(6)
                                .map(array -> Text.shown(array.getKey()) + " " + array.getValue())
                                .collect(Collectors.joining(", "))
                        + "; use --map to name those that are means and spreads"
                        + candidates.values().stream()
                                .map(Leftovers::hint)
                                .filter(hint -> !hint.isEmpty())
                                .findFirst()
                                .orElse("")));
        return options.spread().map(match::with).orElse(match);
    }

    /** Refuses options that do not apply to this file. */
    private void checkApplies(Match match) {
        Convention convention = match.convention();
        if (!options.sigma().isEmpty() && (convention.form() != Form.POINTS || last.isPresent())) {
            throw new IllegalArgumentException(
                    "a sigma can only be given for plain weights, but those of the convention " + convention.id()
                            + " have one");
        }
        if (options.spread().isPresent() && !convention.form().hasSpreads()) {
            throw new IllegalArgumentException(
                    "a spread rule can only be given where there are spreads, but the convention " + convention.id()
                            + " has none");
        }
        if (!options.order().isEmpty() && convention.form().isOfVectors()) {
            throw new IllegalArgumentException(
                    "an order can only be given for layers that have their own arrays, but those of the convention "
                            + convention.id() + " follow the architecture");
        }
        if (options.convention().isPresent()) {
            checkMapped(
                    "bias", convention.bias().means(), match.layers().stream().map(Match.LayerNames::bias));
            checkMapped(
                    "bias-spread",
                    convention.form() == Form.LAYERS ? convention.bias().spreads() : List.of(),
                    match.layers().stream().map(Match.LayerNames::biasSpread));
        }
    }

    private static void checkMapped(String field, List<NameTemplate> names, Stream<Optional<String>> found) {
        if (!names.isEmpty() && found.allMatch(Optional::isEmpty)) {
            throw new IllegalArgumentException("the mapping's " + field + " must match an array of some layer, but "
                    + names.stream().map(NameTemplate::text).collect(Collectors.joining("|")) + " matches none");
        }
    }

    /** Returns the architecture, if it does not need to be inferred. */
    private Optional<Architecture> given() throws IOException {
        Optional<Architecture> given =
                options.architecture().isPresent() ? options.architecture() : architectureInFile();
        if (given.isPresent() && options.pool().isPresent()) {
            throw new IllegalArgumentException(
                    "a kind of pooling can only be given for an inferred architecture, but this one is known");
        }
        if (given.isPresent() && options.activation().isPresent()) {
            throw new IllegalArgumentException(
                    "an activation can only be given for an inferred architecture, but this one is known");
        }
        if (given.isPresent()
                && options.input().isPresent()
                && !given.get().input().equals(options.input().get())) {
            throw new IllegalArgumentException(
                    "the input is given as " + options.input().get() + ", but the architecture takes "
                            + given.get().input());
        }
        return given;
    }

    private void remark(Match match, NormReader norms) {
        if (options.spread().isEmpty()) {
            match.convention().remark().ifPresent(notes::add);
        }
        if (match.convention().form() == Form.LAYERS_AND_VECTOR
                && !norms.parameters().isEmpty()) {
            notes.add("the spreads of batch norm scales and shifts are not used: these are points here");
        }
    }

    /** Returns the axes of the convention, or else those that the names of the arrays suggest. */
    private static Axes axes(Match match) {
        if (match.convention().axes().isPresent()) {
            return match.convention().axes().get();
        }
        long inputsFirst = match.layers().stream()
                .filter(layer ->
                        layer.weight().contains("kernel") || layer.weight().contains("vars/"))
                .count();
        if (inputsFirst > 0 && inputsFirst < match.layers().size()) {
            throw new IllegalArgumentException(
                    "some layers are named kernel and some weight, so it is not clear whether"
                            + " inputs or outputs come first: specify it by --axes");
        }
        return inputsFirst > 0 ? Axes.INPUTS_FIRST : Axes.OUTPUTS_FIRST;
    }

    /** Returns the plain layers beside the Bayesian ones. */
    private Optional<Match> plainLayers(Match match, Set<String> taken) {
        Map<String, Shape> left = leftovers.candidates();
        left.keySet().removeAll(match.used());
        left.keySet().removeAll(match.other());
        left.keySet().removeAll(match.same().keySet());
        Optional<Match> points = Recogniser.match(left, Conventions.POINTS);
        points.ifPresent(found -> taken.addAll(found.used()));
        return points;
    }

    private List<RawLayer> points(Match plain) throws IOException {
        List<RawLayer> layers = new RawReader(arrays, plain).layers(List.of());
        layers.forEach(layer -> notes.add(layer.name() + " has no posterior: its weights are points"));
        return layers;
    }

    /** Returns the layers, given in the order of the file, in the order of the network. */
    private List<RawLayer> ordered(List<RawLayer> layers, Axes axes, Set<String> norms, Optional<List<Kernel>> wanted) {
        if (!options.order().isEmpty()) {
            List<String> order = options.order().stream()
                    .filter(name -> !norms.contains(name))
                    .toList();
            return LayerOrder.given(layers, order, axes, wanted).layers();
        }
        boolean byName = LayerOrder.chainsByName(layers, axes, wanted);
        boolean otherFits = LayerOrder.chainsByName(layers, axes.other(), wanted);
        Optional<Chain> chain = LayerOrder.of(layers, arrays.keepsOrder(), axes, wanted);
        boolean byFile =
                arrays.keepsOrder() && chain.isPresent() && chain.get().layers().equals(layers);
        // With nothing but shapes to go by, another order and another layout are equally likely.
        if (chain.isEmpty() || (otherFits && !byName && !byFile)) {
            throw new IllegalArgumentException("the layers do not fit together: "
                    + LayerOrder.misfit(LayerOrder.byName(layers, axes), axes, wanted)
                    + (otherFits
                            ? "; they fit with " + name(axes.other()) + ": if that is the layout, use --axes"
                            : ""));
        }
        if (otherFits) {
            notes.add(reading(axes) + "; their shapes would also fit " + name(axes.other()));
        }
        if (!byName || chain.get().source() != LayerOrder.Source.SHAPES) {
            notes.add("the order of the layers is " + chain.get().names() + ": "
                    + chain.get().source().reason());
        }
        return chain.get().layers();
    }

    private String reading(Axes axes) {
        return "the kernels are read " + name(axes) + ", as "
                + (options.axes().isPresent() ? "requested" : "in the convention");
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
                    "its weights have no spreads: a standard deviation must be given (--sigma), one for"
                            + " all or one for each of the " + layers.size() + " layers, but the number given is "
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
            result.add(new RawLayer(layer.name(), layer.place(), kernel, layer.bias()));
        }
        return result;
    }

    private Architecture inferred(List<Kernel> kernels) {
        if (options.pool().isPresent() && !kernels.get(0).isConvolution()) {
            throw new IllegalArgumentException(
                    "a kind of pooling can only be given for convolutions, but the first layer is " + kernels.get(0));
        }
        Architecture architecture = ArchitectureInference.of(kernels, options.input(), options.pool());
        String check =
                options.reference().isPresent() ? "" : "; to check it, give outputs of the original network (--check)";
        if (kernels.size() > 1 && options.activation().isEmpty()) {
            notes.add("ReLU between the layers is assumed, since activations are not in the file; for another, use"
                    + " --activation" + check);
        }
        if (kernels.get(0).isConvolution() && options.pool().isEmpty()) {
            notes.add("padding, strides and pooling are inferred from the shapes; max pooling is assumed where there is"
                    + " pooling, since its kind is not in the file; for another, use --pool" + check);
        }
        return options.activation().map(architecture::with).orElse(architecture);
    }

    /** Returns the architecture that an exported posterior contains. */
    private Optional<Architecture> architectureInFile() throws IOException {
        byte[] text;
        if (file instanceof TensorFile tensors) {
            String json = tensors.metadata().get(ArrayExport.ARCHITECTURE);
            if (json == null) {
                return Optional.empty();
            }
            text = json.getBytes(StandardCharsets.UTF_8);
        } else if (file.names().contains(ArrayExport.ARCHITECTURE)) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            Arrays.stream(file.longs(ArrayExport.ARCHITECTURE)).forEach(each -> bytes.write((int) each));
            text = bytes.toByteArray();
        } else {
            return Optional.empty();
        }
        return Optional.of(GivenArchitecture.json(file.path(), text));
    }

    private List<RawNorm> checkedNorms(NormReader reader, Architecture architecture, List<RawLayer> layers)
            throws IOException {
        List<Integer> wanted = new Layout(architecture, Bias.POINT)
                .norms().stream().map(BlockShape::size).toList();
        NormOrder order = new NormOrder(reader.norms(), wanted);
        NormOrder.Chain chain = order.given(options.order())
                .or(() -> order.find(arrays.keepsOrder() && !arrays.isSorted()))
                .orElseThrow(() -> unordered(order, architecture, layers));
        if (chain.source() == LayerOrder.Source.FILE || chain.source() == LayerOrder.Source.NUMBERS) {
            notes.add("the order of the batch norms is " + chain.names() + ": "
                    + chain.source().reason());
        }
        if (reader.isKeras()) {
            notes.add("the variances of batch norms are 0.00099 larger than in the file, since Keras adds 1e-3 to them"
                    + " and 1e-5 is added here");
        }
        return chain.norms();
    }

    /** Suggests an order of the norms where it is not clear: that of their names is often right. */
    private static IllegalArgumentException unordered(
            NormOrder norms, Architecture architecture, List<RawLayer> layers) {
        List<String> names = WeightWalk.names(
                architecture,
                layers.stream().map(RawLayer::name).toList(),
                norms.byName().stream().map(RawNorm::name).toList());
        return new IllegalArgumentException(
                "the batch norms fit in more than one order, and neither the file nor numbers in their names"
                        + " tell which is right: name all layers and norms from the first to the last, for instance "
                        + "--order " + String.join(",", names)
                        + " if that is the order; an npz file, which keeps its order, does not need it");
    }

    private static List<Kernel> kernels(List<RawLayer> layers, Axes axes) {
        return layers.stream().map(layer -> axes.kernel(layer.kernel().shape())).toList();
    }

    /** Returns the kernels of an architecture in its order. */
    private static List<Kernel> kernels(Architecture architecture) {
        return new Layout(architecture, Bias.POINT)
                .random().stream()
                        .map(slot -> slot.shape().sizes())
                        .map(sizes -> new Kernel(sizes.get(0), sizes.get(1), sizes.size() == 2 ? 0 : sizes.get(2)))
                        .toList();
    }
}
