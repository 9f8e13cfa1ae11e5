package org.epiwrap.exchange;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.exchange.convention.Axes;
import org.epiwrap.exchange.convention.Convention;
import org.epiwrap.exchange.convention.Convention.Form;
import org.epiwrap.exchange.convention.Conventions;
import org.epiwrap.exchange.convention.Leftovers;
import org.epiwrap.exchange.convention.Match;
import org.epiwrap.exchange.convention.Recogniser;
import org.epiwrap.exchange.draws.WeightDraws;
import org.epiwrap.exchange.file.NamedArrays;
import org.epiwrap.exchange.layer.ArchitectureInference;
import org.epiwrap.exchange.layer.Assembly;
import org.epiwrap.exchange.layer.LastLayerPosterior;
import org.epiwrap.exchange.layer.LayerOrder;
import org.epiwrap.exchange.layer.NormReader;
import org.epiwrap.exchange.layer.RawLayer;
import org.epiwrap.exchange.layer.RawNorm;
import org.epiwrap.exchange.layer.RawReader;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.store.ArrayFile;
import org.epiwrap.store.Manifest;
import org.epiwrap.store.Shape;
import org.epiwrap.store.TensorFile;
import org.epiwrap.store.Text;

/**
 * Reads one network from the arrays of a file: recognises them, puts layers in order, finds the architecture, and assembles
 * the numbers.
 */
final class Reading {
    private final NamedArrays arrays;
    private final ArrayFile file;
    private final ImportOptions options;
    private final Leftovers leftovers;
    private final Optional<LastLayerPosterior> last;
    private final List<String> notes = new ArrayList<>();

    /**
     * The layers of a file, before their order is known unless they were cut from vectors.
     *
     * @param given the architecture, if it is known
     */
    private record Found(
            Match match,
            RawReader reader,
            Axes axes,
            List<RawLayer> layers,
            NormReader norms,
            Set<String> taken,
            Optional<Architecture> given) {
        boolean isOfVectors() {
            return match.convention().form().isOfVectors();
        }
    }

    Reading(ArrayFile file, ImportOptions options) throws IOException {
        this(file, options, Optional.empty());
    }

    /**
     * Prepares the reading of a file.
     *
     * @param last the posterior of the last layer, where the file holds the network without one
     */
    Reading(ArrayFile file, ImportOptions options, Optional<LastLayerPosterior> last) throws IOException {
        this.file = file;
        this.last = last;
        this.arrays = NamedArrays.of(file);
        this.options = options;
        this.leftovers = new Leftovers(arrays, options.ignored());
    }

    /** Returns the network, compared with outputs of the original where there are some. */
    ImportedNetwork network() throws IOException {
        return uncompared().compared();
    }

    /** Returns the network, which is to be compared by itself or with others. */
    ImportedNetwork uncompared() throws IOException {
        Found found = found();
        Map<String, String> ignored = leftovers.checked(found.match, found.reader.priors(), found.taken);
        leftovers
                .differing()
                .forEach(name ->
                        notes.add(name + " differs from its layer's sampler, which happens when a model is moved"
                                + " to another device; the sampler's numbers are used, as the layer does"));
        LayerPlaces places = new LayerPlaces(arrays, options, found.axes, notes);
        List<RawLayer> layers = found.layers;
        if (!found.isOfVectors()) {
            layers = places.ordered(layers, found.norms.layers(), found.given.map(ArchitectureChoice::kernels));
        }
        if (last.isPresent()) {
            layers = new ArrayList<>(layers);
            layers.add(last.get().of(layers.remove(layers.size() - 1), found.axes));
            notes.addAll(last.get().notes());
            ignored.putAll(last.get().ignored());
        } else if (found.match.convention().form() == Form.POINTS) {
            layers = PlainSpreads.added(layers, options.sigma(), arrays);
        }
        remark(found);
        Architecture architecture = found.given.isPresent()
                ? found.given.get()
                : ArchitectureChoice.inferred(ArchitectureChoice.kernels(layers, found.axes), options, notes);
        List<RawNorm> norms = places.norms(found.norms, architecture, layers);
        if (architecture.classes() == 1) {
            architecture = OneOutput.asTwoClasses(architecture, notes);
        }
        Assembly assembly = new Assembly(architecture, found.axes, layers, norms);
        assembly.raised().ifPresent(notes::add);
        BayesianNetwork network = assembly.network();
        Convention convention = last.map(LastLayerPosterior::convention).orElse(found.match.convention());
        ImportReport report = new ImportReport(
                last.map(LastLayerPosterior::path).orElse(file.path()),
                convention.id(),
                convention.library(),
                architecture,
                found.axes,
                assembly.mapped(),
                ignored,
                notes,
                Optional.empty());
        Optional<WeightDraws> draws = assembly.draws().map(values -> new WeightDraws(network, values));
        return new ImportedNetwork(network, report, draws, options.reference());
    }

    /** Returns the names of the layers in each order in which they chain, at most so many. */
    List<List<String>> orders(int maximum) throws IOException {
        Found found = found();
        if (found.isOfVectors()) {
            return List.of();
        }
        return LayerOrder.all(found.layers, found.axes, found.given.map(ArchitectureChoice::kernels), maximum).stream()
                .map(order -> order.stream().map(RawLayer::name).toList())
                .toList();
    }

    /** Returns every architecture that the layers fit, where none is known. */
    Set<Architecture> architectures() throws IOException {
        Found found = found();
        if (found.given.isPresent()) {
            return Set.of();
        }
        List<RawLayer> layers = new LayerPlaces(arrays, options, found.axes, notes)
                .ordered(found.layers, found.norms.layers(), Optional.empty());
        return ArchitectureInference.all(ArchitectureChoice.kernels(layers, found.axes), options.input());
    }

    private Found found() throws IOException {
        if (file instanceof TensorFile tensors && tensors.metadata().containsKey(Manifest.KEY)) {
            throw new IllegalArgumentException("it is an epiwrap model already and does not need to be imported");
        }
        Match match = match();
        OptionCheck.check(options, match, last.isPresent());
        RawReader reader = new RawReader(arrays, match);
        Axes axes = options.axes().orElseGet(() -> LayerPlaces.axes(match));
        Optional<Architecture> given = ArchitectureChoice.given(file, options);
        Set<String> taken = new HashSet<>(match.used());
        Optional<Match> plain = match.convention().form() == Form.LAYERS ? plainLayers(match, taken) : Optional.empty();
        NormReader norms = new NormReader(arrays, leftovers.candidates().keySet(), taken);
        taken.addAll(norms.names());
        List<RawLayer> layers;
        if (match.convention().form().isOfVectors()) {
            Architecture known = given.orElseThrow(() -> new IllegalArgumentException(
                    "this file stores all layers as one vector: the architecture must be given (--arch)"));
            layers = reader.layers(ArchitectureChoice.kernels(known), axes);
        } else {
            layers = new ArrayList<>(reader.layers(norms.parameters()));
            if (plain.isPresent()) {
                layers.addAll(points(plain.get()));
                layers.sort(Comparator.comparingInt(RawLayer::place));
            }
            List<RawLayer> all = layers;
            given = given.map(known -> OneOutput.asInFile(known, ArchitectureChoice.kernels(all, axes)));
        }
        return new Found(match, reader, axes, layers, norms, taken, given);
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
                        + "; use --map to name those that are means and spreads, such as --map"
                        + " 'weight=*.mean,spread=*.std,bias=*.b', or plain weights, such as --map"
                        + " 'weight=*.w,bias=*.b,form=points' with --sigma"
                        + candidates.values().stream()
                                .map(Leftovers::hint)
                                .filter(hint -> !hint.isEmpty())
                                .findFirst()
                                .orElse("")));
        return options.spread().map(match::with).orElse(match);
    }

    private void remark(Found found) throws IOException {
        if (found.isOfVectors()) {
            notes.add("the layers are assumed to be in the order of the architecture");
            notes.add(LayerPlaces.reading(found.axes, options) + "; " + LayerPlaces.name(found.axes.other())
                    + " would fit as well; use --axes to change this");
        }
        if (options.spread().isEmpty()) {
            found.match.convention().remark().ifPresent(notes::add);
        }
        if (found.match.convention().form() == Form.LAYERS_AND_VECTOR
                && !found.norms.parameters().isEmpty()) {
            notes.add("the spreads of batch norm scales and shifts are not used: these are points here");
        }
        found.reader.warning().ifPresent(notes::add);
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
}
