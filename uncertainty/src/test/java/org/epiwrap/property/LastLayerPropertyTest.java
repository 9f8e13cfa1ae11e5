package org.epiwrap.property;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.credal.ClassSet;
import org.epiwrap.credal.DecisionRadii;
import org.epiwrap.credal.LastLayer;
import org.epiwrap.credal.LastLayer.Response;
import org.epiwrap.credal.TopClass;
import org.epiwrap.testing.RandomCases;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is claimed of all weights and activations inside their bounds, tried on some and on the worst. */
class LastLayerPropertyTest {
    private static final int CASES = 1000;
    /** Neighbouring levels of the radii are this far apart. */
    private static final double STEP = Math.pow(4000, 1 / 24.0);

    /** A random layer with a hidden layer before it. */
    private static final class Net {
        final int classes;
        final int hidden;
        final double[][] centre;
        final double[][] radius;
        final double[] bias;
        final double[] a;
        final double[] r;
        final boolean eitherSign;

        Net(UniformRandomProvider random) {
            this(random, false);
        }

        Net(UniformRandomProvider random, boolean eitherSign) {
            this(random, 2 + random.nextInt(6), eitherSign);
        }

        Net(UniformRandomProvider random, int classes, boolean eitherSign) {
            this.classes = classes;
            this.eitherSign = eitherSign;
            hidden = 1 + random.nextInt(10);
            centre = new double[classes][hidden];
            radius = new double[classes][hidden];
            bias = random.doubles(classes).map(x -> x - 0.5).toArray();
            a = random.doubles(hidden).map(x -> 3 * x - 1).toArray();
            r = random.doubles(hidden).map(x -> 0.3 * x).toArray();
            for (int c = 0; c < classes; c++) {
                Arrays.setAll(centre[c], j -> 2 * random.nextDouble() - 1);
                Arrays.setAll(radius[c], j -> random.nextInt(5) == 0 ? 0 : 0.2 * random.nextDouble());
            }
        }

        LastLayer layer() {
            LastLayer layer = LastLayer.of(centre, radius, bias);
            return eitherSign ? layer.ofEitherSign() : layer;
        }

        double[] hidden(double scale) {
            double[] activations = new double[hidden];
            Arrays.setAll(activations, j -> input(a[j] + scale * r[j]));
            return activations;
        }

        double input(double value) {
            return eitherSign ? value : Math.max(0, value);
        }

        /** min z_a - z_b over the corners of every weight and activation, one hidden unit at a time. */
        double slowLeastDifference(int one, int other, double k) {
            double sum = bias[one] - bias[other];
            for (int j = 0; j < hidden; j++) {
                double least = Double.POSITIVE_INFINITY;
                for (double h : new double[] {hidden(-k)[j], hidden(k)[j]}) {
                    for (int sign = -1; sign <= 1; sign += 2) {
                        for (int otherSign = -1; otherSign <= 1; otherSign += 2) {
                            double weights = centre[one][j] + sign * k * radius[one][j];
                            double otherWeights = centre[other][j] + otherSign * k * radius[other][j];
                            least = Math.min(least, h * (weights - otherWeights));
                        }
                    }
                }
                sum += least;
            }
            return sum;
        }

        /** z_a - z_b of weights and pre-activations inside their scaled radii; each unit by itself as low as it gets, or any. */
        double drawnDifference(int one, int other, double k, UniformRandomProvider random, boolean furthest) {
            double sum = bias[one] - bias[other];
            for (int j = 0; j < hidden; j++) {
                double least = Double.POSITIVE_INFINITY;
                for (int i = 0; i < (furthest ? 300 : 1); i++) {
                    double h = silu(a[j] + k * r[j] * (furthest ? i / 149.5 - 1 : 2 * random.nextDouble() - 1));
                    double apart = k * (radius[one][j] + radius[other][j]) * (furthest ? -Math.signum(h) : 1);
                    least = Math.min(least, h * (centre[one][j] - centre[other][j] + apart));
                }
                sum += least;
            }
            return sum;
        }

        /** The radius to the last digit, by bisection. */
        double exactRadius(int top, int category) {
            double low = 0;
            double high = 8;
            for (int step = 0; step < 60; step++) {
                double middle = 0.5 * (low + high);
                if (slowLeastDifference(top, category, middle) > 0) {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            return high;
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void radiiAreWhereTheMarginVanishes(boolean eitherSign) {
        int[] reached = {0};
        double[] apart = {0};
        RandomCases.forAll(61, CASES, random -> {
            Net net = new Net(random, eitherSign);
            double[] radii = DecisionRadii.of(net.layer(), net.a, net.r);
            double[] guaranteed = DecisionRadii.guaranteed(net.layer(), net.a, net.r);
            int top = top(net);
            assertThat(radii[top]).isZero();
            assertThat(guaranteed[top]).isZero();
            for (int c = 0; c < net.classes; c++) {
                if (c == top) {
                    continue;
                }
                if (net.slowLeastDifference(top, c, 8) > 0) {
                    assertThat(radii[c]).isEqualTo(12);
                    assertThat(guaranteed[c]).isEqualTo(8);
                } else {
                    double exact = net.exactRadius(top, c);
                    assertThat(guaranteed[c]).isCloseTo(exact, offset(1e-12 * exact + 1e-14));
                    assertThat(radii[c]).isBetween(exact / STEP, exact * STEP);
                    apart[0] += Math.abs(radii[c] / exact - 1);
                    reached[0]++;
                }
            }
        });
        assertThat(reached[0]).as("most classes are reached").isGreaterThan(CASES);
        assertThat(apart[0] / reached[0]).as("how far lines move radii").isLessThan(0.02);
    }

    /** Nothing inside the box flips the class below the smallest radius. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void noFlipBelowTheRadius(boolean eitherSign) {
        RandomCases.forAll(62, CASES, random -> {
            Net net = new Net(random, eitherSign);
            double[] radii = DecisionRadii.guaranteed(net.layer(), net.a, net.r);
            int top = top(net);
            double least = 8;
            for (int c = 0; c < net.classes; c++) {
                least = c == top ? least : Math.min(least, radii[c]);
            }
            for (int draw = 0; draw < 20; draw++) {
                double[] logits = drawnLogits(random, net, least);
                for (int c = 0; c < net.classes; c++) {
                    assertThat(logits[c]).isLessThanOrEqualTo(logits[top] + 1e-12);
                }
            }
        });
    }

    private static int top(Net net) {
        double[] logits = net.layer().logits(net.hidden(0));
        assertThat(net.layer().logitsOfHidden(net.a)).isEqualTo(logits);
        int top = 0;
        for (int c = 1; c < net.classes; c++) {
            top = logits[c] > logits[top] ? c : top;
        }
        return top;
    }

    /** Corners of the box, where the extremes are. */
    private static double[] drawnLogits(UniformRandomProvider random, Net net, double k) {
        double[] activations = new double[net.hidden];
        Arrays.setAll(activations, j -> net.input(net.a[j] + (random.nextBoolean() ? k : -k) * net.r[j]));
        double[][] weights = new double[net.classes][net.hidden];
        for (int c = 0; c < net.classes; c++) {
            int category = c;
            Arrays.setAll(
                    weights[c],
                    j -> net.centre[category][j] + (random.nextBoolean() ? k : -k) * net.radius[category][j]);
        }
        return LastLayer.of(weights, new double[net.classes][net.hidden], net.bias)
                .logits(activations);
    }

    @Test
    void radiiDoNotDependOnUnits() {
        RandomCases.forAll(63, CASES, random -> {
            Net net = new Net(random);
            double[] radii = DecisionRadii.of(net.layer(), net.a, net.r);
            double unit = 4;
            double[] a = Arrays.stream(net.a).map(x -> x * unit).toArray();
            double[] r = Arrays.stream(net.r).map(x -> x * unit).toArray();
            double[] bias = Arrays.stream(net.bias).map(x -> x * unit).toArray();
            assertThat(DecisionRadii.of(LastLayer.of(net.centre, net.radius, bias), a, r))
                    .isEqualTo(radii);
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void maximalClassesAreThoseThatCanReachEveryOther(boolean eitherSign) {
        RandomCases.forAll(64, CASES, random -> {
            Net net = new Net(random, eitherSign);
            ClassSet maximal = net.layer().maximal(net.hidden(-1), net.hidden(1));
            assertThat(maximal).isEqualTo(slowMaximal(net, 1));
            // Whoever wins somewhere in the box is among them, and interval dominance leaves no fewer.
            double[] logits = drawnLogits(random, net, 1);
            double most = Arrays.stream(logits).max().orElseThrow();
            for (int c = 0; c < net.classes; c++) {
                if (logits[c] == most) {
                    assertThat(maximal.contains(c)).isTrue();
                }
            }
            double[] lower = new double[net.classes];
            double[] upper = new double[net.classes];
            for (int c = 0; c < net.classes; c++) {
                for (int sign = -1; sign <= 1; sign += 2) {
                    double sum = net.bias[c];
                    for (int j = 0; j < net.hidden; j++) {
                        double furthest = Double.NEGATIVE_INFINITY;
                        for (int corner = 0; corner < 4; corner++) {
                            double weight = net.centre[c][j] + (corner % 2 == 0 ? 1 : -1) * net.radius[c][j];
                            furthest = Math.max(furthest, sign * weight * net.hidden(corner < 2 ? 1 : -1)[j]);
                        }
                        sum += sign * furthest;
                    }
                    (sign < 0 ? lower : upper)[c] = sum;
                }
            }
            assertThat(ClassSet.nonDominated(lower, upper).containsAll(maximal)).isTrue();
        });
    }

    /** With many classes most are never compared; radii from none to wide leave from one class to nearly all. */
    @ParameterizedTest
    @ValueSource(ints = {10, 100})
    void maximalClassesOfMany(int classes) {
        int[] sizes = {Integer.MAX_VALUE, 0};
        RandomCases.forAll(66, 4000 / classes, random -> {
            Net net = new Net(random, classes, false);
            double k = random.nextInt(4);
            double[][] wide = Arrays.stream(net.radius)
                    .map(row -> Arrays.stream(row).map(x -> k * x).toArray())
                    .toArray(double[][]::new);
            ClassSet maximal = LastLayer.of(net.centre, wide, net.bias).maximal(net.hidden(-k), net.hidden(k));
            assertThat(maximal).isEqualTo(slowMaximal(net, k));
            sizes[0] = Math.min(sizes[0], maximal.size());
            sizes[1] = Math.max(sizes[1], maximal.size());
        });
        assertThat(sizes[0]).isEqualTo(1);
        assertThat(sizes[1]).isGreaterThan(classes / 2);
    }

    private static ClassSet slowMaximal(Net net, double k) {
        return ClassSet.where(net.classes, c -> {
            boolean stays = true;
            for (int other = 0; other < net.classes; other++) {
                stays &= other == c || -net.slowLeastDifference(other, c, k) >= 0;
            }
            return stays;
        });
    }

    /** Widening the biases, too, leaves no fewer classes. */
    @Test
    void widerBiasesLeaveMore() {
        RandomCases.forAll(65, CASES, random -> {
            Net net = new Net(random);
            double[] biasRadius = random.doubles(net.classes).toArray();
            LastLayer wide = net.layer().withBiasRadius(biasRadius);
            assertThat(wide.maximal(net.hidden(-1), net.hidden(1))
                            .containsAll(net.layer().maximal(net.hidden(-1), net.hidden(1))))
                    .isTrue();
            double[] radii = DecisionRadii.guaranteed(net.layer(), net.a, net.r);
            double[] wideRadii = DecisionRadii.guaranteed(wide, net.a, net.r);
            for (int c = 0; c < net.classes; c++) {
                assertThat(wideRadii[c]).isLessThanOrEqualTo(radii[c]);
            }
        });
    }

    /** x·sigmoid(x), which falls up to about −1.28 and rises after it. */
    private static final Response SILU = new Response(
            (low, high) -> silu(Math.max(low, Math.min(high, -1.278464542761))),
            (low, high) -> Math.max(silu(low), silu(high)));

    private static double silu(double x) {
        return x / (1 + Math.exp(-x));
    }

    /** After any activation: no draw of weights and pre-activations below the radius flips the class. */
    @Test
    void radiiHoldAfterAnActivationThatTurns() {
        int[] flipped = {0};
        RandomCases.forAll(67, 200, random -> {
            Net net = new Net(random);
            Arrays.setAll(net.a, j -> 4 * random.nextDouble() - 3);
            LastLayer layer = net.layer().after(SILU, false);
            double[] radii = DecisionRadii.guaranteed(layer, net.a, net.r);
            double[] centres = layer.logitsOfHidden(net.a);
            int top = TopClass.of(centres);
            for (int c = 0; c < net.classes; c++) {
                if (c == top) {
                    continue;
                }
                for (double scale : new double[] {0.98, 1.02}) {
                    double least = Double.POSITIVE_INFINITY;
                    for (int draw = 0; draw < 50; draw++) {
                        least = Math.min(least, net.drawnDifference(top, c, scale * radii[c], random, draw > 25));
                    }
                    if (scale < 1) {
                        assertThat(least).isPositive();
                    } else if (least <= 0) {
                        flipped[0]++;
                    }
                }
            }
        });
        assertThat(flipped[0]).as("just above the radius some draws flip").isGreaterThan(100);
    }
}
