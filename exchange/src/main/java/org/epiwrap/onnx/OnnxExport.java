package org.epiwrap.onnx;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.epiwrap.check.Check;
import org.epiwrap.data.Volume;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.pass.Averaging;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.model.manifest.ModelCard;
import org.epiwrap.model.manifest.Versions;
import org.epiwrap.model.promise.PromiseRecord;
import org.epiwrap.onnx.OnnxGraph.Value;
import org.epiwrap.prediction.Abstention;
import org.epiwrap.prediction.Score;
import org.epiwrap.prediction.promise.CalibratedPromises;
import org.epiwrap.promise.ConformalSets;
import org.epiwrap.promise.Promise;
import org.epiwrap.promise.SetScore;
import org.epiwrap.scoring.EpistemicScorer;

/**
 * Exports an interval network as an ONNX graph, for any runtime that supports operator set 17.
 *
 * <p>The input is {@code images}, [examples, channels, height, width]: normalised as the network was trained, of either
 * sign. The outputs are
 *
 * <ul>
 *   <li>{@code probabilities}, [examples, classes], by the averaging;
 *   <li>{@code lower_logits} and {@code upper_logits}, [examples, classes]: the bounds of the logits for every choice of weights from
 *       the intervals. They are moved outward by what rounding may cost in single precision, in whatever order a runtime
 *       adds, so that they hold in real numbers too;
 *   <li>{@code hidden_centre} and {@code hidden_radius}, [examples, features]: the inputs of the last layer before their
 *       activation, and their radii to first order. Epistemic scores are computed from these;
 *   <li>{@code label}, [examples]: the most probable class, among equals the first;
 *   <li>{@code possible}, [examples, classes]: 1 for each class that not every choice of weights rules out, else 0;
 *       for at most {@value #MAX_CLASSES} classes, since each is compared with each;
 *   <li>for a model with calibrated scores {@code eu}, {@code tu}, {@code tu0}, {@code u}, {@code delta} and {@code entropy},
 *       [examples], in double precision, and {@code uf} if it has the unfamiliarity;
 *   <li>for a model with a threshold {@code abstains}, [examples], 0 or 1, and {@code reason}: 0 where it decides, 1 for
 *       unfamiliar, 2 for ambiguous. What is not a number is above every threshold;
 *   <li>for a model with promises of its decisions the p-values of both reasons, {@code p_unfamiliar} and {@code
 *       p_ambiguous}, [examples], in double precision;
 *   <li>for a model with promised prediction sets by {@link SetScore#LAC} {@code prediction_set}, [examples, classes], 1 for
 *       each class in the set, else 0. Other sets are not exported.
 * </ul>
 *
 * <p>Weights are constants named {@code dense0_kernel_lower} and so on, as in exported arrays, with underscores for dots.
 * The metadata hold the averaging and, where they are known, the normalisation, the class names, the threshold and what is
 * promised of the outputs.
 *
 * @param card the model card, where there is one
 * @param scorer the calibrated scores, where there are some
 * @param abstention the rule by which the model abstains
 * @param promises what is promised of its predictions, where there are promises
 */
public record OnnxExport(
        IntervalNetwork network,
        Averaging averaging,
        Optional<ModelCard> card,
        Optional<EpistemicScorer> scorer,
        Abstention abstention,
        Optional<CalibratedPromises> promises) {
    private static final int MAX_CLASSES = 128;

    /** The input and the outputs of the graph. */
    public enum Port {
        /** The input: images as the network receives them, after normalisation. */
        IMAGES,
        /** The probabilities of the classes. */
        PROBABILITIES,
        /** The lower bounds of the logits. */
        LOWER_LOGITS,
        /** The upper bounds of the logits. */
        UPPER_LOGITS,
        /** The centres of the last hidden layer. */
        HIDDEN_CENTRE,
        /** The first-order radii of the last hidden layer. */
        HIDDEN_RADIUS,
        /** The most probable class. */
        LABEL,
        /** The classes that remain possible. */
        POSSIBLE,
        /** Whether the model abstains. */
        ABSTAINS,
        /** Why it abstains. */
        REASON,
        /** The p-value of the unfamiliarity among calibration examples. */
        P_UNFAMILIAR,
        /** The p-value of the error score among calibration examples. */
        P_AMBIGUOUS,
        /** The classes of a set with a promised coverage. */
        PREDICTION_SET;

        /** Returns its name in the graph, in lower case. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Checks that the network has one run and bounds in order. */
    public OnnxExport {
        Check.between("the number of runs", network.seeds().runs(), 1, 1);
        if (network.crossed() > 0) {
            throw new IllegalArgumentException(
                    "the bounds of all weights must be in order to be exported, but a share of " + network.crossed()
                            + " have crossed");
        }
    }

    /** Returns the export of a model, with its averaging and its card. */
    public static OnnxExport of(EpistemicModel model) {
        return new OnnxExport(
                model.network(),
                model.averaging(),
                Optional.of(model.card()),
                model.predictor().scorer(),
                model.predictor().abstention(),
                model.promises().map(PromiseRecord::calibrated));
    }

    /** Returns the export of a network with the bounds' averaging that suits its depth. */
    public static OnnxExport of(IntervalNetwork network) {
        return new OnnxExport(
                network,
                network.usualAveraging(),
                Optional.empty(),
                Optional.empty(),
                Abstention.never(),
                Optional.empty());
    }

    /** Returns the export with a model card. */
    public OnnxExport with(ModelCard newCard) {
        return new OnnxExport(network, averaging, Optional.of(newCard), scorer, abstention, promises);
    }

    /** Returns the export with another averaging, which never abstains: thresholds and promises are for one alone. */
    public OnnxExport with(Averaging newAveraging) {
        return newAveraging == averaging
                ? this
                : new OnnxExport(network, newAveraging, card, scorer, Abstention.never(), Optional.empty());
    }

    /** Writes the file atomically. */
    public void write(Path file) throws IOException {
        OnnxGraph graph = new OnnxGraph("interval_network");
        Volume volume = network.architecture().input();
        int classes = network.architecture().classes();
        OnnxWeights weights = new OnnxWeights(graph, network);
        Value input = graph.input(Port.IMAGES.text(), volume.channels(), volume.height(), volume.width());
        OnnxFirstOrder.Result linear = new OnnxFirstOrder(graph, weights).of(network.architecture(), input);
        OnnxBounds.Interval outer = bounds(graph, weights, input, OnnxBounds.Mode.OUTWARD);
        Value probabilities = switch (averaging) {
            case LOGITS -> softmax(graph, midpoints(graph, weights, input, OnnxBounds.Mode.ROUNDED));
            case ACTIVATIONS -> softmax(graph, midpoints(graph, weights, input, OnnxBounds.Mode.MIDPOINTS));
            case SOFTMAXES -> {
                OnnxBounds.Interval near = bounds(graph, weights, input, OnnxBounds.Mode.ROUNDED);
                yield graph.half(graph.add(softmax(graph, near.lower()), softmax(graph, near.upper())));
            }
            case WEIGHTS -> softmax(graph, linear.logits());
        };
        graph.output(Port.PROBABILITIES.text(), probabilities, classes);
        graph.output(Port.LOWER_LOGITS.text(), outer.lower(), classes);
        graph.output(Port.UPPER_LOGITS.text(), outer.upper(), classes);
        graph.output(Port.HIDDEN_CENTRE.text(), linear.hiddenCentre(), linear.features());
        graph.output(Port.HIDDEN_RADIUS.text(), linear.hiddenRadius(), linear.features());
        graph.output(Port.LABEL.text(), DataType.INT64, graph.top(probabilities));
        OnnxLastLayer last = new OnnxLastLayer(graph, weights.last());
        if (classes <= MAX_CLASSES) {
            graph.output(Port.POSSIBLE.text(), DataType.INT64, possible(graph, weights, input, last), classes);
        }
        scorer.ifPresent(scores -> assess(graph, last, scores, linear, probabilities));
        promises.ifPresent(given -> promise(graph, given, probabilities));
        graph.metadata("averaging", averaging.name().toLowerCase(Locale.ROOT));
        card.ifPresent(known -> describe(graph, known));
        graph.writeTo(file, "epiwrap", Versions.epiwrap());
    }

    /** The classes that the proven bounds of the last layer's input leave. */
    private Value possible(OnnxGraph graph, OnnxWeights weights, Value input, OnnxLastLayer last) {
        OnnxBounds.Interval hidden =
                new OnnxBounds(graph, weights, OnnxBounds.Mode.OUTWARD).hidden(network.architecture(), input);
        OnnxDoubles on = new OnnxDoubles(graph);
        return last.possible(new OnnxLastLayer.Box(on.of(hidden.lower()), on.of(hidden.upper())), hidden.nonNegative());
    }

    private void assess(
            OnnxGraph graph,
            OnnxLastLayer last,
            EpistemicScorer known,
            OnnxFirstOrder.Result linear,
            Value probabilities) {
        OnnxScores scores = new OnnxScores(
                graph, last, network.architecture(), known.input().isNonNegative());
        Map<Score, Value> values = scores.of(linear, probabilities, known.calibration());
        OnnxAbstention rule = new OnnxAbstention(graph);
        values.forEach(rule::add);
        rule.add(Score.MAX_SOFTMAX, scores.maxSoftmax(probabilities));
        known.unfamiliarity().ifPresent(calibration -> {
            OnnxUnfamiliarity.Result result = new OnnxUnfamiliarity(graph).of(linear, calibration);
            values.put(Score.UNFAMILIARITY, result.value());
            // Equal UF are common, and logarithms differ between runtimes: the sums behind them are compared.
            rule.add(Score.UNFAMILIARITY, result.sum(), calibration.combination()::largestSum);
        });
        values.forEach((score, value) -> graph.output(name(score), DataType.DOUBLE, value));
        abstain(graph, rule);
    }

    /** Returns the name of a score's output. */
    private static String name(Score score) {
        return score == Score.UNFAMILIARITY ? "uf" : score.id();
    }

    private void abstain(OnnxGraph graph, OnnxAbstention rule) {
        if (abstention.applies()) {
            OnnxAbstention.Decision decision = rule.decide(abstention);
            graph.output(Port.ABSTAINS.text(), DataType.INT64, decision.abstains());
            graph.output(Port.REASON.text(), DataType.INT64, decision.reason());
            graph.metadata(
                    "abstention_score",
                    abstention.thresholds().keySet().stream()
                            .map(OnnxExport::name)
                            .collect(Collectors.joining(",")));
            graph.metadata(
                    "abstention_threshold",
                    abstention.thresholds().values().stream()
                            .map(String::valueOf)
                            .collect(Collectors.joining(",")));
            graph.metadata("reason", "0 decides, 1 unfamiliar, 2 ambiguous");
        }
        rule.pValues(abstention).forEach((reason, p) -> graph.output("p_" + reason.id(), DataType.DOUBLE, p));
    }

    /** Says what is promised of the outputs, and on what it rests; adds the prediction sets that are exported. */
    private void promise(OnnxGraph graph, CalibratedPromises given, Value probabilities) {
        Optional<ConformalSets> sets = given.conformalSets().filter(OnnxSets::has);
        int classes = network.architecture().classes();
        sets.ifPresent(rule -> graph.output(
                Port.PREDICTION_SET.text(),
                DataType.INT64,
                new OnnxSets(graph).of(probabilities, classes, rule),
                classes));
        List<String> kept = new CalibratedPromises(
                        given.falseAlarm(), given.decisions(), sets.flatMap(any -> given.sets()))
                .all().stream().map(Promise::inWords).toList();
        if (!kept.isEmpty()) {
            graph.metadata("promises", String.join("; ", kept));
            graph.metadata("promises_hold_for", CalibratedPromises.BASIS);
        }
    }

    private static void describe(OnnxGraph graph, ModelCard card) {
        if (card.input() instanceof PictureInput pictures) {
            graph.metadata(
                    "input",
                    "(x/255 - normalisation_mean)/normalisation_scale of bytes x, for each channel or for all");
            graph.metadata("normalisation_mean", pictures.normalisation().mean().toString());
            graph.metadata(
                    "normalisation_scale", pictures.normalisation().scale().toString());
        } else {
            graph.metadata("input", "a row as the schema encodes it");
            graph.metadata("schema", ModelCard.schema(card.input()));
        }
        ArrayNode classes = JsonNodeFactory.instance.arrayNode();
        card.classNames().forEach(classes::add);
        graph.metadata("class_names", classes.toString());
    }

    private OnnxBounds.Interval bounds(OnnxGraph graph, OnnxWeights weights, Value input, OnnxBounds.Mode mode) {
        return new OnnxBounds(graph, weights, mode).of(network.architecture(), input);
    }

    private Value midpoints(OnnxGraph graph, OnnxWeights weights, Value input, OnnxBounds.Mode mode) {
        return bounds(graph, weights, input, mode).midpoint(graph);
    }

    private static Value softmax(OnnxGraph graph, Value logits) {
        // Along the last axis, the default since operator set 13.
        return graph.apply("Softmax", logits);
    }
}
