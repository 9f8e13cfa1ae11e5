package org.epiwrap.scoring;

import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Layer;
import org.epiwrap.check.Check;
import org.epiwrap.credal.ClassContour;
import org.epiwrap.credal.DecisionRadii;
import org.epiwrap.credal.Entropy;
import org.epiwrap.credal.EpistemicCalibration;
import org.epiwrap.credal.FeatureDistance;
import org.epiwrap.credal.LastLayer;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.input.Input;
import org.epiwrap.familiarity.Unfamiliarity;
import org.epiwrap.familiarity.UnfamiliarityCalibration;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.pass.IntervalOverflowException;
import org.epiwrap.network.InputBatch;
import org.epiwrap.tensor.Scope;

/**
 * Assesses how much an interval network knows of an example. The decision radii give a contour over the classes, whose
 * non-specificity U measures how many of them remain; the distance of the last hidden layer's features to those of the
 * training examples gives the discount δ of that belief. Where it is calibrated, the unfamiliarity UF comes from the same
 * pass, see {@link UnfamiliarityScorer}.
 */
public final class EpistemicScorer {
    /** Examples by which the reach of decision radii is chosen. */
    private static final int FEW = 500;
    /** A power of two, so that levels of any reach are those of another times a number without rounding. */
    private static final double REACH_STEP = 8;

    private static final double LARGEST_REACH = DecisionRadii.REACH * REACH_STEP * REACH_STEP * REACH_STEP;

    private final IntervalNetwork network;
    private final Input input;
    private final LastLayer last;
    private final EpistemicCalibration calibration;
    private final Optional<UnfamiliarityScorer> unfamiliarity;

    private EpistemicScorer(
            IntervalNetwork network,
            Input input,
            LastLayer last,
            EpistemicCalibration calibration,
            Optional<UnfamiliarityScorer> unfamiliarity) {
        this.network = network;
        this.input = input;
        this.last = last;
        this.calibration = calibration;
        this.unfamiliarity = unfamiliarity;
    }

    /**
     * Returns a scorer that is calibrated on examples of the training set; a few thousand suffice, see
     * {@link EpistemicCalibration#fit} for the minimum. The network must have one run. Its intervals may be of any width:
     * decision radii are looked for the further, the narrower intervals are, so that a scale for all radii leaves the scores
     * as they are.
     *
     * @throws IntervalOverflowException if the radii leave the range of float
     */
    public static EpistemicScorer fit(IntervalNetwork network, Dataset train, Input input) {
        Check.between("the number of runs", network.seeds().runs(), 1, 1);
        return fit(network, train, input, reach(network, train.representative(FEW), input));
    }

    private static EpistemicScorer fit(IntervalNetwork network, Dataset train, Input input, double reach) {
        LastLayer last = lastLayer(network, input);
        double[][] features = new double[train.size()][];
        double[][] radii = new double[train.size()][];
        InputBatch.forEach(train, input, network.architecture(), batch -> {
            LayerRows.Spread hidden = hidden(network, batch);
            // Each example by itself: the same for any number of threads.
            IntStream.range(0, batch.count()).parallel().forEach(i -> {
                double[] centre = hidden.centres().of(i);
                double[] radius = hidden.radii().of(i);
                features[batch.first() + i] = FeatureDistance.features(centre, radius);
                radii[batch.first() + i] = DecisionRadii.of(last, centre, radius, reach);
            });
        });
        int[] labels = IntStream.range(0, train.size()).map(train::label).toArray();
        return new EpistemicScorer(
                network, input, last, EpistemicCalibration.fit(features, labels, radii, reach), Optional.empty());
    }

    /** Returns how far decision radii must go: further, the narrower the intervals are. */
    private static double reach(IntervalNetwork network, Dataset few, Input input) {
        LastLayer last = lastLayer(network, input);
        double reach = DecisionRadii.REACH;
        while (reach < LARGEST_REACH
                && !EpistemicCalibration.isEnough(reach, radii(network, last, few, input, reach))) {
            reach *= REACH_STEP;
        }
        return reach;
    }

    private static double[][] radii(IntervalNetwork network, LastLayer last, Dataset few, Input input, double reach) {
        double[][] radii = new double[few.size()][];
        InputBatch.forEach(few, input, network.architecture(), batch -> {
            LayerRows.Spread hidden = hidden(network, batch);
            IntStream.range(0, batch.count())
                    .parallel()
                    .forEach(i -> radii[batch.first() + i] = DecisionRadii.of(
                            last, hidden.centres().of(i), hidden.radii().of(i), reach));
        });
        return radii;
    }

    /** Returns a scorer of a network of one run with a known calibration. */
    public static EpistemicScorer of(IntervalNetwork network, Input input, EpistemicCalibration calibration) {
        Check.between("the number of runs", network.seeds().runs(), 1, 1);
        LastLayer last = lastLayer(network, input);
        Check.sameLength(
                "the calibration's features",
                calibration.distance().features(),
                "the network's",
                features(network.architecture()));
        return new EpistemicScorer(network, input, last, calibration, Optional.empty());
    }

    /** Returns this scorer with a known calibration of the unfamiliarity UF. */
    public EpistemicScorer with(UnfamiliarityCalibration known) {
        return with(UnfamiliarityScorer.of(network, known));
    }

    /**
     * Returns this scorer with the unfamiliarity UF calibrated on examples.
     *
     * @param train examples the network was trained on
     * @param heldOut examples it was not trained on, at least {@value UnfamiliarityScorer#MIN_HELD_OUT}
     * @throws IntervalOverflowException if a number of a layer leaves the range of float
     */
    public EpistemicScorer withUnfamiliarity(Dataset train, Dataset heldOut) {
        return with(UnfamiliarityScorer.fit(network, input, train, heldOut));
    }

    private EpistemicScorer with(UnfamiliarityScorer scorer) {
        return new EpistemicScorer(network, input, last, calibration, Optional.of(scorer));
    }

    /** Returns the same scores of another network with the same numbers. */
    public EpistemicScorer on(IntervalNetwork same) {
        EpistemicScorer scorer = of(same, input, calibration);
        return unfamiliarity
                .map(UnfamiliarityScorer::calibration)
                .map(scorer::with)
                .orElse(scorer);
    }

    private static LastLayer lastLayer(IntervalNetwork network, Input input) {
        features(network.architecture());
        return network.passes().lastLayerOfHidden(input.isNonNegative());
    }

    /** Returns the number of features of an example: two for each input of the last, dense layer. */
    public static int features(Architecture architecture) {
        List<Layer> layers = architecture.layers();
        int last = layers.size() - 1;
        if (last < 0 || !(layers.get(last) instanceof Layer.Dense)) {
            throw new IllegalArgumentException("a network must end in a dense layer to be scored, but does not");
        }
        int inputs =
                Layer.through(layers.subList(0, last), architecture.input()).size();
        return 2 * Check.between("the inputs of the last layer", inputs, 1, Integer.MAX_VALUE / 2);
    }

    /** Returns the calibration on the training examples. */
    public EpistemicCalibration calibration() {
        return calibration;
    }

    /** Returns the calibration of the unfamiliarity UF, if there is one. */
    public Optional<UnfamiliarityCalibration> unfamiliarity() {
        return unfamiliarity.map(UnfamiliarityScorer::calibration);
    }

    /**
     * Assesses each example of a batch.
     *
     * @throws IntervalOverflowException if the radii leave the range of float
     */
    public List<Assessment> assess(InputBatch batch) {
        return assess(
                batch,
                (centre, radius) -> ClassContour.of(
                        DecisionRadii.of(last, centre, radius, calibration.reach()), calibration.scale()));
    }

    /**
     * Assesses each example of a batch with the same scores, and with contours that tell apart how far out of reach classes
     * are: {@link ClassContour#ofFar}. It takes longer.
     *
     * @throws IntervalOverflowException if the radii leave the range of float
     */
    public List<Assessment> assessFar(InputBatch batch) {
        return assess(
                batch,
                (centre, radius) -> ClassContour.ofFar(
                        DecisionRadii.far(last, centre, radius, calibration.reach()),
                        calibration.scale(),
                        calibration.reach()));
    }

    private List<Assessment> assess(InputBatch batch, BiFunction<double[], double[], ClassContour> contour) {
        if (unfamiliarity.isEmpty()) {
            LayerRows.Spread hidden = hidden(batch);
            return assessed(batch, i -> assess(hidden, i, contour, Optional.empty()));
        }
        UnfamiliarityScorer scorer = unfamiliarity.get();
        LayerRows rows = LayerRows.of(network, batch);
        return assessed(batch, i -> assess(rows.hidden(), i, contour, Optional.of(scorer.of(rows, i))));
    }

    private static List<Assessment> assessed(InputBatch batch, IntFunction<Assessment> example) {
        return IntStream.range(0, batch.count()).parallel().mapToObj(example).toList();
    }

    /**
     * Returns for each example of a batch and each class how much all radii of the network, of weights and biases, may be
     * scaled before that class can be the top one for some choice of weights; 8 where it cannot up to that scale, 0 for
     * the top class of the weights' midpoints itself. Unlike the radii that the scores use, these are guarantees, up to
     * rounding: {@link DecisionRadii#guaranteed}. They exist only for networks of one hidden layer or none, with no
     * activation but one directly before the last layer; the radii of other networks are known to first order alone.
     *
     * @throws IntervalOverflowException if the radii leave the range of float
     */
    public List<double[]> guaranteedRadii(InputBatch batch) {
        Check.between("the layers with weights of a network with guaranteed radii", network.byFanIn().length, 1, 2);
        checkActivations(network.architecture().layers());
        LayerRows.Spread hidden = hidden(batch);
        return IntStream.range(0, batch.count())
                .parallel()
                .mapToObj(i -> DecisionRadii.guaranteed(
                        last, hidden.centres().of(i), hidden.radii().of(i)))
                .toList();
    }

    /**
     * Refuses activations but one directly before the last layer: a larger radius may switch on a unit that is off, which
     * only that one allows for. Before the first weights there are no radii.
     */
    private static void checkActivations(List<Layer> layers) {
        int last = layers.size() - 1;
        while (last > 0 && layers.get(last - 1).role() == Layer.Role.IDENTITY) {
            last--;
        }
        if (last > 0 && layers.get(last - 1).role() == Layer.Role.ACTIVATION) {
            last--;
        }
        boolean sound = layers.subList(0, last).stream()
                .dropWhile(layer -> layer.leaves().noneMatch(leaf -> leaf.role() == Layer.Role.WEIGHTS))
                .flatMap(Layer::leaves)
                .allMatch(EpistemicScorer::keepsGuarantee);
        if (!sound) {
            throw new IllegalArgumentException("radii are guaranteed only where an activation comes directly before"
                    + " the last layer and no other after the first weights, but there is another");
        }
    }

    /** Returns whether the radius of first order bounds a layer's outputs, however much the radii are scaled. */
    private static boolean keepsGuarantee(Layer leaf) {
        return switch (leaf.role()) {
            case WEIGHTS, LINEAR, MAXIMUM, IDENTITY -> true;
            case ACTIVATION, BLOCK -> false;
        };
    }

    /**
     * Returns ln D² of each example of a batch, from which the discount δ is computed: the distance of its features to those
     * of the training examples.
     *
     * @throws IntervalOverflowException if the radii leave the range of float
     */
    public double[] logSquaredDistances(InputBatch batch) {
        LayerRows.Spread hidden = hidden(batch);
        return IntStream.range(0, batch.count())
                .parallel()
                .mapToDouble(
                        i -> logSquared(hidden.centres().of(i), hidden.radii().of(i)))
                .toArray();
    }

    private double logSquared(double[] centre, double[] radius) {
        return calibration.distance().logSquared(FeatureDistance.features(centre, radius));
    }

    private Assessment assess(
            LayerRows.Spread hidden,
            int example,
            BiFunction<double[], double[], ClassContour> contour,
            Optional<Unfamiliarity> unfamiliar) {
        double[] centre = hidden.centres().of(example);
        double[] radius = hidden.radii().of(example);
        double distance = logSquared(centre, radius);
        return new Assessment(
                contour.apply(centre, radius),
                Entropy.normalised(last.logitsOfHidden(centre)),
                calibration.discount().discount(distance),
                distance,
                unfamiliar);
    }

    /** Returns the network. */
    public IntervalNetwork network() {
        return network;
    }

    /** Returns the input of its inputs. */
    public Input input() {
        return input;
    }

    /** Returns the input of the last layer for each example of a batch, to first order. */
    private LayerRows.Spread hidden(InputBatch batch) {
        return hidden(network, batch);
    }

    private static LayerRows.Spread hidden(IntervalNetwork network, InputBatch batch) {
        return Scope.get(() -> LayerRows.Spread.of(network.passes().lastHidden(batch), batch.count()));
    }
}
