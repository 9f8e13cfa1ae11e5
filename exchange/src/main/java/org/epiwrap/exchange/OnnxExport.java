package org.epiwrap.exchange;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.epiwrap.architecture.Volume;
import org.epiwrap.check.Check;
import org.epiwrap.intervalnet.Averaging;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.model.ModelCard;
import org.epiwrap.model.Versions;
import org.epiwrap.onnx.OnnxGraph;
import org.epiwrap.onnx.OnnxGraph.Value;

/**
 * An interval network as an ONNX graph, for any runtime that knows operator set 17.
 *
 * <p>In goes {@value #INPUT}, [examples, channels, height, width]: images as the network sees them, after the normalisation
 * it was trained with. Numbers of either sign are allowed. Out come
 *
 * <ul>
 *   <li>{@value #PROBABILITIES}, [examples, classes], by the averaging;
 *   <li>{@value #LOWER} and {@value #UPPER}, [examples, classes], between which the logits lie whatever weights are taken
 *       from the intervals. They are moved outward by what rounding may cost in single precision, in whatever order a
 *       runtime adds, so that they hold in real numbers too;
 *   <li>{@value #CENTRE} and {@value #RADIUS}, [examples, features]: what the last layer sees before its ReLU, and to first
 *       order how far it may be off. Epistemic scores are computed from these.
 * </ul>
 *
 * <p>Weights are constants named {@code dense0_kernel_lower} and so on, as in {@link ArrayExport#bounds} but for the dots.
 * Metadata say how the probabilities are averaged and, where it is known, how images are normalised and what the classes
 * are called.
 *
 * @param card what is known of the network
 */
public record OnnxExport(IntervalNetwork network, Averaging averaging, Optional<ModelCard> card) {
    public static final String INPUT = "images";
    public static final String PROBABILITIES = "probabilities";
    public static final String LOWER = "lower_logits";
    public static final String UPPER = "upper_logits";
    public static final String CENTRE = "hidden_centre";
    public static final String RADIUS = "hidden_radius";

    public OnnxExport {
        Check.between("the number of runs", network.seeds().runs(), 1, 1);
        if (network.crossed() > 0) {
            throw new IllegalArgumentException(
                    "the bounds of all weights must be in order to be exported, but those of a" + " share of "
                            + network.crossed() + " have crossed");
        }
    }

    /** A model, with what it predicts by and all that is known of it. */
    public static OnnxExport of(EpistemicModel model) {
        return new OnnxExport(model.network(), model.averaging(), Optional.of(model.card()));
    }

    /** With the averaging that suits the depth. */
    public static OnnxExport of(IntervalNetwork network) {
        return new OnnxExport(network, network.usualAveraging(), Optional.empty());
    }

    public OnnxExport with(ModelCard newCard) {
        return new OnnxExport(network, averaging, Optional.of(newCard));
    }

    /** Writes the file whole or not at all. */
    public void write(Path file) throws IOException {
        OnnxGraph graph = new OnnxGraph("interval_network");
        Volume volume = network.architecture().input();
        int classes = network.architecture().classes();
        OnnxWeights weights = new OnnxWeights(graph, network);
        Value input = graph.input(INPUT, volume.channels(), volume.height(), volume.width());
        OnnxFirstOrder firstOrder = new OnnxFirstOrder(graph, weights, network.architecture());
        OnnxFirstOrder.Result linear = firstOrder.of(input);
        OnnxBounds.Result outer = bounds(graph, weights, input, true, false);
        Value probabilities = switch (averaging) {
            case LOGITS ->
                softmax(graph, bounds(graph, weights, input, false, false).midpoint(graph));
            case ACTIVATIONS ->
                softmax(graph, bounds(graph, weights, input, false, true).midpoint(graph));
            case SOFTMAXES -> {
                OnnxBounds.Result near = bounds(graph, weights, input, false, false);
                Value sum = graph.apply("Add", softmax(graph, near.lower()), softmax(graph, near.upper()));
                yield graph.apply("Mul", sum, graph.number(0.5f));
            }
            case WEIGHTS -> softmax(graph, linear.logits());
        };
        graph.output(PROBABILITIES, probabilities, classes);
        graph.output(LOWER, outer.lower(), classes);
        graph.output(UPPER, outer.upper(), classes);
        graph.output(CENTRE, linear.hiddenCentre(), linear.features());
        graph.output(RADIUS, linear.hiddenRadius(), linear.features());
        graph.metadata("averaging", averaging.name().toLowerCase(Locale.ROOT));
        card.ifPresent(known -> describe(graph, known));
        graph.writeTo(file, "epiwrap", Versions.epiwrap());
    }

    private static void describe(OnnxGraph graph, ModelCard card) {
        graph.metadata(
                "input", "(x/255 - normalisation_mean)/normalisation_scale of bytes x, for each channel or for all");
        graph.metadata("normalisation_mean", card.normalisation().mean().toString());
        graph.metadata("normalisation_scale", card.normalisation().scale().toString());
        ArrayNode classes = JsonNodeFactory.instance.arrayNode();
        card.classNames().forEach(classes::add);
        graph.metadata("class_names", classes.toString());
    }

    private OnnxBounds.Result bounds(
            OnnxGraph graph, OnnxWeights weights, Value input, boolean outward, boolean averaged) {
        return new OnnxBounds(graph, weights, network.architecture(), outward, averaged).of(input);
    }

    private static Value softmax(OnnxGraph graph, Value logits) {
        // Along the last axis, the default since operator set 13.
        return graph.apply("Softmax", logits);
    }
}
