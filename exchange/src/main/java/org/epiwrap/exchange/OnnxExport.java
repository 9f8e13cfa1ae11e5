package org.epiwrap.exchange;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import org.epiwrap.check.Check;
import org.epiwrap.hybrid.Averaging;
import org.epiwrap.hybrid.IntervalNetwork;
import org.epiwrap.model.Versions;
import org.epiwrap.network.Volume;
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
 * <p>Weights are constants named {@code dense0.kernel.lower} and so on, as in {@link ArrayExport#bounds}.
 */
public record OnnxExport(IntervalNetwork network, Averaging averaging) {
    public static final String INPUT = "images";
    public static final String PROBABILITIES = "probabilities";
    public static final String LOWER = "lower_logits";
    public static final String UPPER = "upper_logits";
    public static final String CENTRE = "hidden_centre";
    public static final String RADIUS = "hidden_radius";

    public OnnxExport {
        Check.between("the number of runs", network.seeds().runs(), 1, 1);
    }

    /** With the averaging that suits the depth. */
    public static OnnxExport of(IntervalNetwork network) {
        return new OnnxExport(network, network.usualAveraging());
    }

    /** Writes the file whole or not at all. */
    public void write(Path file) throws IOException {
        OnnxGraph graph = new OnnxGraph("interval-network");
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
        graph.metadata("input", "images as the network sees them, after the normalisation it was trained with");
        graph.writeTo(file, "epiwrap", Versions.epiwrap());
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
