package org.epiwrap.intervalnet;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.activation.Activation;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.architecture.BlockShape;
import org.epiwrap.architecture.Layer;
import org.epiwrap.architecture.Layer.AveragePool;
import org.epiwrap.architecture.Layer.BatchNorm;
import org.epiwrap.architecture.Layer.Convolution;
import org.epiwrap.architecture.Layer.Dense;
import org.epiwrap.architecture.Layer.Flatten;
import org.epiwrap.architecture.Layer.MaxPool;
import org.epiwrap.architecture.Layer.Residual;
import org.epiwrap.architecture.Layout;
import org.epiwrap.data.Volume;
import org.epiwrap.intervalnet.pass.Activations;
import org.epiwrap.intervalnet.pass.Averaging;
import org.epiwrap.intervalnet.pass.Masks;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.random.RandomStreams;
import org.epiwrap.tensor.Scope;
import org.epiwrap.tensor.Tensor;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever weights are taken from the intervals, the logits lie between the bounds: in real numbers, so that not one of
 * many choices may fall outside by rounding. The choices are random ones and corners, and for one and two layers the
 * corners that reach furthest.
 */
class SetPropertyTest {
    /** Of each trial: six of them have radii, which makes more than 100,000. */
    private static final int CHOICES = 17_000;
    /** The largest radii of the trials. Where all weights are points, the bounds have nothing but the rounding. */
    private static final double[] WIDEST = {0, 0.02, 0.4, 0.4};

    /** Small networks with each activation: pre-activations lie on both sides of where it bends or turns. */
    private static Stream<Arguments> activated() {
        return Activation.all().stream()
                .filter(each -> !each.equals(new Activation.Relu()))
                .flatMap(each -> {
                    Layer f = new Layer.Nonlinearity(each);
                    return Stream.of(
                            network("mlp " + each, 1, new Dense(6), f, new Dense(5), f, new Dense(3)),
                            network(
                                    "convolutions " + each,
                                    1,
                                    new Convolution(2, 3, 1, 0),
                                    f,
                                    new AveragePool(2),
                                    new Convolution(2, 2, 1, 0),
                                    f,
                                    new Dense(3)));
                });
    }

    static Stream<Arguments> networks() {
        return Stream.concat(backbones(), activated())
                .flatMap(network -> Stream.of(true, false)
                        .map(nonNegative -> Arguments.of(network.get()[0], network.get()[1], nonNegative)));
    }

    private static Stream<Arguments> backbones() {
        return Stream.of(
                // Small instances of every backbone, and layers in an order none of them has.
                network("mlp", 1, new Flatten(), new Dense(6), Layer.relu(), new Dense(3)),
                network(
                        "deep mlp",
                        1,
                        new Dense(5),
                        Layer.relu(),
                        new Dense(4),
                        Layer.relu(),
                        new Dense(4),
                        Layer.relu(),
                        new Dense(3)),
                network(
                        "lenet",
                        1,
                        new Convolution(2, 3, 1, 1),
                        Layer.relu(),
                        new AveragePool(2),
                        new Convolution(3, 2, 1, 0),
                        Layer.relu(),
                        new AveragePool(2),
                        new Flatten(),
                        new Dense(4),
                        Layer.relu(),
                        new Dense(3)),
                network(
                        "resnet",
                        3,
                        new Convolution(2, 3, 1, 1),
                        new BatchNorm(),
                        Layer.relu(),
                        new Residual(
                                List.of(
                                        new Convolution(2, 3, 1, 1),
                                        new BatchNorm(),
                                        Layer.relu(),
                                        new Convolution(2, 3, 1, 1),
                                        new BatchNorm()),
                                List.of()),
                        Layer.relu(),
                        new Residual(
                                List.of(new Convolution(3, 3, 2, 1), new BatchNorm()),
                                List.of(new Convolution(3, 1, 2, 0), new BatchNorm())),
                        Layer.relu(),
                        new AveragePool(3),
                        new Flatten(),
                        new Dense(3)),
                network(
                        "vgg",
                        3,
                        new Convolution(3, 3, 1, 1),
                        new BatchNorm(),
                        Layer.relu(),
                        new MaxPool(2),
                        new Convolution(3, 3, 1, 1),
                        new BatchNorm(),
                        Layer.relu(),
                        new MaxPool(3),
                        new Flatten(),
                        new Dense(4),
                        Layer.relu(),
                        new Dense(3)),
                network("no activation", 1, new Dense(4), new Dense(4), new Dense(3)),
                network(
                        "convolutions without activation",
                        2,
                        new Convolution(2, 3, 2, 1),
                        new AveragePool(3),
                        new Convolution(3, 1, 1, 0),
                        new BatchNorm(),
                        new Convolution(2, 1, 1, 0),
                        new Flatten(),
                        new Dense(3)));
    }

    private static Arguments network(String name, int channels, Layer... layers) {
        return Arguments.of(name, new Architecture(new Volume(channels, 6, 6), List.of(layers)));
    }

    /** Tests with a network's name, its architecture and whether its inputs are not negative. */
    @Retention(RetentionPolicy.RUNTIME)
    @ParameterizedTest(name = "{0}, inputs not negative: {2}")
    @MethodSource("networks")
    @interface OfEachNetwork {}

    @OfEachNetwork
    void noChoiceOfWeightsLeavesTheBounds(String name, Architecture architecture, boolean nonNegative) {
        UniformRandomProvider random = new RandomStreams(7).stream(name.hashCode());
        int outside = 0;
        int choices = 0;
        for (int trial = 0; trial < WIDEST.length; trial++) {
            for (Bias bias : Bias.values()) {
                Case one = new Case(architecture, bias, random, nonNegative, WIDEST[trial]);
                try (IntervalNetwork network = one.network()) {
                    float[][] bounds = one.bounds(network);
                    for (int choice = 0; choice < (WIDEST[trial] == 0 ? 1 : CHOICES); choice++) {
                        outside += one.outside(one.logits(random, choice), bounds);
                        choices++;
                    }
                }
            }
        }
        assertThat(outside).as("outside of the bounds, of %s choices", choices).isZero();
    }

    /** What the test above would see if bounds were rounded to nearest, or one case of signs taken for another. */
    @OfEachNetwork
    void wrongBoundsAreLeft(String name, Architecture architecture, boolean nonNegative) {
        UniformRandomProvider random = new RandomStreams(14).stream(name.hashCode());
        int outsideOfRounded = 0;
        int outsideOfWrongSigns = 0;
        for (int trial = 0; trial < 50; trial++) {
            Case points = new Case(architecture, Bias.POINT, random, nonNegative, 0);
            try (IntervalNetwork network = points.network()) {
                outsideOfRounded += points.outside(
                        points.logits(random, 0),
                        points.bounds(
                                input -> network.passes().logits(input, nonNegative, Averaging.LOGITS, Masks.NONE)));
            }
            Case wide = new Case(architecture, Bias.POINT, random, nonNegative, 0.4);
            try (IntervalNetwork network = wide.network()) {
                float[][] bounds = wide.bounds(input -> network.passes().bounds(input, true));
                for (int choice = 0; choice < 100; choice++) {
                    outsideOfWrongSigns += wide.outside(wide.logits(random, choice), bounds);
                }
            }
        }
        assertThat(outsideOfRounded).as("of bounds without outward rounding").isPositive();
        if (nonNegative) {
            assertThat(outsideOfWrongSigns).isZero();
        } else if (!name.equals("resnet") && !name.equals("convolutions elu")) {
            // The bounds of these are too wide for random choices; the furthest ones are tried further below.
            assertThat(outsideOfWrongSigns).as("of bounds for other signs").isPositive();
        }
    }

    /** Of a single dense layer the furthest corners are known: the bounds are theirs, but for the rounding. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theBoundsOfOneLayerAreReached(boolean nonNegative) {
        Architecture single = new Architecture(new Volume(1, 20, 20), List.of(new Dense(3)));
        UniformRandomProvider random = new RandomStreams(8).stream(0);
        for (int trial = 0; trial < 200; trial++) {
            Case one = new Case(single, Bias.POINT, random, nonNegative, 0.4);
            try (IntervalNetwork network = one.network()) {
                float[][] bounds = one.bounds(network);
                for (boolean upper : new boolean[] {false, true}) {
                    double[] corner = new double[one.lower.length];
                    for (int i = 0; i < corner.length; i++) {
                        boolean high = one.image[i % one.image.length] >= 0 == upper;
                        corner[i] = high ? one.upper[i] : one.lower[i];
                    }
                    double[] logits = one.real.logits(corner, one.points, one.image);
                    for (int c = 0; c < 3; c++) {
                        double bound = bounds[upper ? 1 : 0][c];
                        double beyond = upper ? bound - logits[c] : logits[c] - bound;
                        assertThat(beyond).isBetween(0.0, 0.05);
                    }
                }
            }
        }
    }

    static Stream<Activation> turning() {
        return Activation.all().stream().filter(each -> !each.isMonotone());
    }

    /**
     * Functions that turn: a unit whose weights lead across the turning point has the value there as its lower bound, which
     * is reached between the corners and left out by the values at both ends.
     */
    @ParameterizedTest
    @MethodSource("turning")
    void theBoundsOfFunctionsThatTurnAreReached(Activation activation) {
        Architecture unit =
                new Architecture(new Volume(1, 2, 2), List.of(new Dense(1), new Layer.Nonlinearity(activation)));
        UniformRandomProvider random = new RandomStreams(15).stream(0);
        int betweenTheEnds = 0;
        for (int trial = 0; trial < 200; trial++) {
            Case one = new Case(unit, Bias.POINT, random, false, 0.7);
            double[] ends = new double[2];
            double[] values = new double[1001];
            for (int step = 0; step <= 1000; step++) {
                double[] weights = new double[one.lower.length];
                for (int i = 0; i < weights.length; i++) {
                    double share = one.image[i] >= 0 ? step / 1000.0 : 1 - step / 1000.0;
                    weights[i] = one.lower[i] + share * ((double) one.upper[i] - one.lower[i]);
                }
                values[step] = one.real.logits(weights, one.points, one.image)[0];
                ends[step / 1000] = step % 1000 == 0 ? values[step] : ends[step / 1000];
            }
            double lowest = Arrays.stream(values).min().orElseThrow();
            double highest = Arrays.stream(values).max().orElseThrow();
            try (IntervalNetwork network = one.network()) {
                float[][] bounds = one.bounds(network);
                assertThat(lowest - bounds[0][0]).isBetween(0.0, 2e-4);
                assertThat(bounds[1][0] - highest).isBetween(0.0, 2e-4);
            }
            betweenTheEnds += Math.min(ends[0], ends[1]) > lowest + 1e-3 ? 1 : 0;
        }
        assertThat(betweenTheEnds).as("turning points inside an interval").isGreaterThan(10);
    }

    static Stream<Arguments> layersThatRise() {
        List<Layer> convolution = List.of(new Convolution(2, 3, 1, 1));
        return Stream.<List<Layer>>of(
                        convolution,
                        List.of(new Convolution(3, 2, 2, 0), new AveragePool(3)),
                        List.of(new Convolution(3, 3, 1, 1), Layer.relu(), new AveragePool(2)),
                        List.of(new Convolution(3, 3, 1, 1), new MaxPool(2)),
                        List.of(new AveragePool(2), new Convolution(3, 2, 1, 0), Layer.relu()),
                        List.of(new Residual(convolution, List.of(new Convolution(2, 1, 1, 0)))),
                        List.of(new Residual(convolution, List.of()), Layer.relu(), new MaxPool(3)))
                .map(layers -> Arguments.of(new Architecture(new Volume(2, 6, 6), layers)));
    }

    /**
     * Over inputs that are not negative all these layers rise with every weight that is an interval: their bounds are
     * reached at the two corners of all least and of all greatest weights, by each output at once.
     */
    @ParameterizedTest(name = "{0}")
    @MethodSource("layersThatRise")
    void theBoundsOfConvolutionsPoolsAndSumsAreReached(Architecture architecture) {
        UniformRandomProvider random =
                new RandomStreams(11).stream(architecture.toString().length());
        for (int trial = 0; trial < 50; trial++) {
            Case one = new Case(architecture, trial % 2 == 0 ? Bias.POINT : Bias.BAYESIAN, random, true, 0.4);
            try (IntervalNetwork network = one.network()) {
                float[][] bounds = one.bounds(network);
                for (int end = 0; end < 2; end++) {
                    double[] corner = new double[one.lower.length];
                    for (int i = 0; i < corner.length; i++) {
                        corner[i] = end == 0 ? one.lower[i] : one.upper[i];
                    }
                    double[] reached = one.real.logits(corner, one.points, one.image);
                    for (int i = 0; i < reached.length; i++) {
                        double beyond = end == 0 ? reached[i] - bounds[0][i] : bounds[1][i] - reached[i];
                        assertThat(beyond)
                                .as("what is left to the bound is rounding")
                                .isBetween(0.0, 5e-4);
                    }
                }
            }
        }
    }

    /** Inputs of either sign: what a window sees decides which corner of the weights reaches furthest at its place. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theBoundsOfAConvolutionAreReachedAtEveryPlace(boolean nonNegative) {
        int size = 3;
        Volume volume = new Volume(2, 5, 5);
        Architecture architecture = new Architecture(volume, List.of(new Convolution(2, size, 2, 1)));
        UniformRandomProvider random = new RandomStreams(12).stream(0);
        for (int trial = 0; trial < 30; trial++) {
            Case one = new Case(architecture, Bias.POINT, random, nonNegative, 0.4);
            try (IntervalNetwork network = one.network()) {
                float[][] bounds = one.bounds(network);
                for (int output = 0; output < bounds[0].length; output++) {
                    int row = output / 3 % 3 * 2 - 1;
                    int column = output % 3 * 2 - 1;
                    for (int end = 0; end < 2; end++) {
                        double[] corner = new double[one.lower.length];
                        for (int i = 0; i < corner.length; i++) {
                            int y = row + i / size % size;
                            int x = column + i % size;
                            int channel = i / size / size % 2;
                            boolean seen = y >= 0 && y < 5 && x >= 0 && x < 5;
                            double pixel = seen ? one.image[(channel * 5 + y) * 5 + x] : 0;
                            corner[i] = pixel >= 0 == (end == 1) ? one.upper[i] : one.lower[i];
                        }
                        double reached = one.real.logits(corner, one.points, one.image)[output];
                        double beyond = end == 0 ? reached - bounds[0][output] : bounds[1][output] - reached;
                        assertThat(beyond).isBetween(0.0, 5e-4);
                    }
                }
            }
        }
    }

    static Stream<Arguments> layersWithoutWeights() {
        return Stream.of(
                        List.<Layer>of(new AveragePool(3)),
                        List.<Layer>of(new AveragePool(2), new AveragePool(3)),
                        // 3x: the inner sum is exact, the outer one is rounded.
                        List.<Layer>of(new Residual(List.of(new Residual(List.of(), List.of())), List.of())))
                .flatMap(layers -> Stream.of(true, false).map(nonNegative -> Arguments.of(layers, nonNegative)));
    }

    /** No layer with weights comes before or after, whose own allowance would cover the rounding of a pool or a sum. */
    @ParameterizedTest(name = "{0}, inputs not negative: {1}")
    @MethodSource("layersWithoutWeights")
    void poolsAndSumsAllowForTheirOwnRounding(List<Layer> layers, boolean nonNegative) {
        Architecture architecture = new Architecture(new Volume(1, 6, 6), layers);
        UniformRandomProvider random = new RandomStreams(13).stream(0);
        for (int trial = 0; trial < 100; trial++) {
            Case one = new Case(architecture, Bias.POINT, random, nonNegative, 0);
            try (IntervalNetwork network = one.network()) {
                float[][] bounds = one.bounds(network);
                double[] outputs = one.logits(random, 0);
                for (int i = 0; i < outputs.length; i++) {
                    assertThat(outputs[i]).isBetween((double) bounds[0][i], (double) bounds[1][i]);
                    assertThat((double) bounds[1][i] - bounds[0][i]).isLessThan(1e-5);
                }
            }
        }
    }

    static Stream<Arguments> betweenTwoLayers() {
        return Stream.of(List.<Layer>of(), List.<Layer>of(Layer.relu()), List.<Layer>of(new BatchNorm()))
                .flatMap(between -> Stream.of(true, false).map(nonNegative -> Arguments.of(between, nonNegative)));
    }

    /**
     * Of two dense layers, too: each hidden unit has weights of its own on both sides, so that its share of a logit is
     * furthest at one of four corners whatever the other units do. A rule that leaves out a product of ends, or takes the
     * wrong one, misses such a corner.
     */
    @ParameterizedTest(name = "{0}, inputs not negative: {1}")
    @MethodSource("betweenTwoLayers")
    void theBoundsOfTwoLayersAreReached(List<Layer> between, boolean nonNegative) {
        int hidden = 5;
        List<Layer> layers = new ArrayList<>(List.of(new Dense(hidden)));
        layers.addAll(between);
        layers.add(new Dense(2));
        Architecture architecture = new Architecture(new Volume(1, 2, 3), layers);
        UniformRandomProvider random = new RandomStreams(9).stream(between.size());
        for (int trial = 0; trial < 100; trial++) {
            Case one = new Case(architecture, Bias.POINT, random, nonNegative, 0.7);
            try (IntervalNetwork network = one.network()) {
                float[][] bounds = one.bounds(network);
                for (int c = 0; c < 2; c++) {
                    assertThat(one.furthest(hidden, c, -1) - bounds[0][c]).isBetween(0.0, 1e-3);
                    assertThat(bounds[1][c] - one.furthest(hidden, c, 1)).isBetween(0.0, 1e-3);
                }
            }
        }
    }

    /**
     * A batch norm that takes large means from small numbers rounds more coarsely than the layer before it, and no layer
     * comes after it whose own allowance would cover that.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aNormAtTheEndAllowsForItsRounding(boolean nonNegative) {
        Architecture architecture = new Architecture(new Volume(1, 2, 2), List.of(new Dense(3), new BatchNorm()));
        UniformRandomProvider random = new RandomStreams(10).stream(0);
        for (int trial = 0; trial < 100; trial++) {
            Case one = new Case(architecture, Bias.POINT, random, nonNegative, 0);
            float[] mean = Objects.requireNonNull(one.statistics.get("norm0.mean"));
            for (int i = 0; i < mean.length; i++) {
                mean[i] *= 1000;
            }
            if (trial % 2 == 0) {
                one.cancelShifts();
            }
            try (IntervalNetwork network = one.network()) {
                float[][] bounds = one.bounds(network);
                double[] logits = one.logits(random, 0);
                for (int c = 0; c < logits.length; c++) {
                    assertThat(logits[c]).isBetween((double) bounds[0][c], (double) bounds[1][c]);
                }
            }
        }
    }

    /** A network with random intervals, and an image. */
    private static final class Case {
        final Architecture architecture;
        final Bias bias;
        final boolean nonNegative;
        final float[] lower;
        final float[] upper;
        final float[] points;
        final Map<String, float[]> statistics = new LinkedHashMap<>();
        final double[] image;
        final RealNetwork real;

        Case(Architecture architecture, Bias bias, UniformRandomProvider random, boolean nonNegative, double widest) {
            this.architecture = architecture;
            this.bias = bias;
            this.nonNegative = nonNegative;
            Layout layout = new Layout(architecture, bias);
            lower = new float[layout.randomSize()];
            upper = new float[layout.randomSize()];
            for (int i = 0; i < lower.length; i++) {
                double centre = random.nextDouble() * 2 - 1;
                // Now and then a point.
                double radius = random.nextInt(10) == 0 ? 0 : widest * random.nextDouble();
                lower[i] = (float) (centre - radius);
                upper[i] = (float) (centre + radius);
            }
            points = new float[layout.pointSize()];
            for (int i = 0; i < points.length; i++) {
                points[i] = (float) (random.nextDouble() * 2 - 1);
            }
            for (BlockShape norm : layout.norms()) {
                float[] mean = new float[norm.size()];
                float[] variance = new float[norm.size()];
                for (int i = 0; i < mean.length; i++) {
                    mean[i] = (float) (random.nextDouble() * 2 - 1);
                    variance[i] = (float) (0.1 + random.nextDouble());
                }
                statistics.put(norm.name() + ".mean", mean);
                statistics.put(norm.name() + ".variance", variance);
            }
            image = new double[architecture.input().size()];
            for (int i = 0; i < image.length; i++) {
                image[i] = (float) (nonNegative ? random.nextDouble() : random.nextDouble() * 2 - 1);
            }
            real = new RealNetwork(architecture, bias, statistics);
        }

        /** Makes the shift of the batch norm what its mean becomes, so that the two leave little but rounding. */
        void cancelShifts() {
            Layout layout = new Layout(architecture, bias);
            int scale = offset(layout, "norm0.scale");
            int shift = offset(layout, "norm0.shift");
            float[] mean = Objects.requireNonNull(statistics.get("norm0.mean"));
            float[] variance = Objects.requireNonNull(statistics.get("norm0.variance"));
            for (int i = 0; i < mean.length; i++) {
                points[shift + i] = (float) (mean[i] * points[scale + i] / Math.sqrt(variance[i] + 1e-5));
            }
        }

        private static int offset(Layout layout, String name) {
            return layout.points().stream()
                    .filter(slot -> slot.name().equals(name))
                    .findFirst()
                    .orElseThrow()
                    .offset();
        }

        IntervalNetwork network() {
            return IntervalNetwork.of(architecture, bias, RunSeeds.of(1), lower, upper, points, statistics);
        }

        int outside(double[] logits, float[][] bounds) {
            int outside = 0;
            for (int c = 0; c < logits.length; c++) {
                outside += logits[c] < bounds[0][c] || logits[c] > bounds[1][c] ? 1 : 0;
            }
            return outside;
        }

        float[][] bounds(IntervalNetwork network) {
            return bounds(input -> network.passes().bounds(input, nonNegative));
        }

        float[][] bounds(Function<Tensor, Activations> rule) {
            float[] pixels = new float[image.length];
            for (int i = 0; i < pixels.length; i++) {
                pixels[i] = (float) image[i];
            }
            Volume volume = architecture.input();
            return Scope.get(() -> {
                Tensor input = Tensor.of(pixels, 1, volume.channels(), volume.height(), volume.width());
                Activations bounds = rule.apply(input).asBounds();
                return new float[][] {bounds.lower().toArray(), bounds.upper().toArray()};
            });
        }

        /** The largest logit of a class at the corners of a network with two dense layers, or the least if sign is −1. */
        double furthest(int hidden, int category, int sign) {
            double[] weights = new double[lower.length];
            for (int i = 0; i < weights.length; i++) {
                weights[i] = lower[i];
            }
            int inputs = image.length;
            for (int unit = 0; unit < hidden; unit++) {
                double best = Double.NEGATIVE_INFINITY;
                double[] furthest = weights;
                for (int corner = 0; corner < 4; corner++) {
                    double[] tried = weights.clone();
                    for (int i = unit * inputs; i < (unit + 1) * inputs; i++) {
                        boolean high = image[i - unit * inputs] >= 0 == ((corner & 1) == 1);
                        tried[i] = high ? upper[i] : lower[i];
                    }
                    int outgoing = hidden * inputs + category * hidden + unit;
                    tried[outgoing] = (corner & 2) == 0 ? lower[outgoing] : upper[outgoing];
                    double logit = sign * real.logits(tried, points, image)[category];
                    if (logit > best) {
                        best = logit;
                        furthest = tried;
                    }
                }
                weights = furthest;
            }
            return real.logits(weights, points, image)[category];
        }

        /** Half of the choices are corners, the others lie inside. */
        double[] logits(UniformRandomProvider random, int choice) {
            double[] weights = new double[lower.length];
            for (int i = 0; i < weights.length; i++) {
                double share = choice % 2 == 0 ? random.nextInt(2) : random.nextDouble();
                weights[i] = share == 1 ? upper[i] : lower[i] + share * ((double) upper[i] - lower[i]);
            }
            return real.logits(weights, points, image);
        }
    }
}
