package org.epiwrap.exchange.draws;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.architecture.Layer;
import org.epiwrap.architecture.Layout;
import org.epiwrap.statistics.Assignment;

/**
 * Permutes the hidden units of a network, or the channels of its convolutions, so that they match those of another of the
 * same architecture. The network computes the same as before: what comes after a unit is permuted with it.
 *
 * <p>Layer after layer, from the input to the output, the units with the most similar weights are assigned to each other;
 * this is repeated with incoming and outgoing weights until no layer brings the networks closer. Networks are their parts
 * by name, as {@link Layout} names them.
 */
final class UnitMatching {
    /** Closer by less than this share is rounding. */
    private static final double ROUNDING = 1e-12;

    private static final int MAX_ROUNDS = 100;

    private final List<Hidden> hidden = new ArrayList<>();
    private final List<String> compared;

    /**
     * The units of a layer.
     *
     * @param incoming the kernel and the bias that lead to them
     * @param own what else there is a number of for each unit, or several: that of batch norms
     * @param outgoing the kernel they lead to
     * @param outputs of that kernel
     */
    private record Hidden(int units, List<String> incoming, List<String> own, String outgoing, int outputs) {}

    private UnitMatching(Architecture architecture, Bias bias) {
        Layout layout = new Layout(architecture, bias);
        compared = layout.weighted().stream()
                .flatMap(name -> List.of(name + Layout.KERNEL, name + Layout.BIAS).stream())
                .toList();
        List<Layout.Slot> kernels = layout.random().stream()
                .filter(slot -> slot.name().endsWith(Layout.KERNEL))
                .toList();
        List<List<String>> norms = new ArrayList<>();
        int norm = 0;
        for (Layer layer : architecture.layers()) {
            if (layer.role() == Layer.Role.WEIGHTS) {
                norms.add(new ArrayList<>());
            } else if (layer instanceof Layer.BatchNorm) {
                String name = layout.norms().get(norm++).name();
                // A norm of the network's input has no units before it.
                if (!norms.isEmpty()) {
                    norms.get(norms.size() - 1)
                            .addAll(List.of(
                                    name + Layout.SCALE,
                                    name + Layout.SHIFT,
                                    name + Layout.MEAN,
                                    name + Layout.VARIANCE));
                }
            }
        }
        for (int i = 0; i + 1 < kernels.size(); i++) {
            hidden.add(new Hidden(
                    outputs(kernels.get(i)),
                    List.of(
                            layout.weighted().get(i) + Layout.KERNEL,
                            layout.weighted().get(i) + Layout.BIAS),
                    norms.get(i),
                    kernels.get(i + 1).name(),
                    outputs(kernels.get(i + 1))));
        }
    }

    private static int outputs(Layout.Slot kernel) {
        return kernel.shape().sizes().get(0);
    }

    /** Returns the matching of networks of an architecture, which must have no residual blocks. */
    static UnitMatching of(Architecture architecture, Bias bias) {
        if (architecture.layers().stream().anyMatch(layer -> layer.role() == Layer.Role.BLOCK)) {
            throw new IllegalArgumentException("networks that are aligned must have no residual blocks, which tie the"
                    + " units of several layers together, but these have; keep them as an ensemble");
        }
        return new UnitMatching(architecture, bias);
    }

    /** The order of the units of each hidden layer; unit i of the matched network was unit order[i] of its layer. */
    static final class Orders {
        private final UnitMatching matching;
        private final List<int[]> all;

        private Orders(UnitMatching matching, List<int[]> all) {
            this.matching = matching;
            this.all = all;
        }

        /** Returns the parts of a network in this order; parts that are not there, such as those of norms, need not be. */
        Map<String, double[]> of(Map<String, double[]> parts) {
            Map<String, double[]> ordered = new HashMap<>(parts);
            for (int i = 0; i < all.size(); i++) {
                permute(ordered, matching.hidden.get(i), all.get(i));
            }
            return ordered;
        }
    }

    /** Returns the order in which the units of a network match those of a reference, never farther from it than before. */
    Orders match(Map<String, double[]> reference, Map<String, double[]> network) {
        Orders fromScratch = improved(reference, network, first(reference, network));
        Orders fromIdentity = improved(reference, network, identity());
        return distance(reference, fromScratch.of(network)) <= distance(reference, fromIdentity.of(network))
                ? fromScratch
                : fromIdentity;
    }

    /** Returns the sum of the squared differences of two networks' weights and biases. */
    double distance(Map<String, double[]> one, Map<String, double[]> other) {
        double sum = 0;
        for (String name : compared) {
            double[] a = part(one, name);
            double[] b = part(other, name);
            for (int i = 0; i < a.length; i++) {
                sum += (a[i] - b[i]) * (a[i] - b[i]);
            }
        }
        return sum;
    }

    private List<int[]> identity() {
        return hidden.stream()
                .map(layer -> IntStream.range(0, layer.units).toArray())
                .toList();
    }

    /** Matches by incoming weights, whose inputs are matched already; the outputs of the last kernel are classes. */
    private List<int[]> first(Map<String, double[]> reference, Map<String, double[]> network) {
        Map<String, double[]> parts = new HashMap<>(network);
        List<int[]> orders = new ArrayList<>();
        for (int i = 0; i < hidden.size(); i++) {
            int[] order = Assignment.largest(similarity(hidden.get(i), reference, parts, i + 1 == hidden.size()));
            permute(parts, hidden.get(i), order);
            orders.add(order);
        }
        return orders;
    }

    private Orders improved(Map<String, double[]> reference, Map<String, double[]> network, List<int[]> start) {
        List<int[]> orders = new ArrayList<>(start);
        Map<String, double[]> parts = new Orders(this, orders).of(network);
        boolean changed = true;
        for (int round = 0; changed && round < MAX_ROUNDS; round++) {
            changed = false;
            for (int i = 0; i < hidden.size(); i++) {
                double[][] gains = similarity(hidden.get(i), reference, parts, true);
                int[] order = Assignment.largest(gains);
                double gain = 0;
                double size = 0;
                for (int unit = 0; unit < order.length; unit++) {
                    gain += gains[unit][order[unit]] - gains[unit][unit];
                    size += Math.abs(gains[unit][unit]);
                }
                if (gain > ROUNDING * size) {
                    permute(parts, hidden.get(i), order);
                    int[] before = orders.get(i);
                    orders.set(i, Arrays.stream(order).map(unit -> before[unit]).toArray());
                    changed = true;
                }
            }
        }
        return new Orders(this, orders);
    }

    /** Returns the inner product of the weights of each unit of the reference and each of the network. */
    private static double[][] similarity(
            Hidden layer, Map<String, double[]> reference, Map<String, double[]> network, boolean outgoing) {
        double[][] ours = rows(layer, reference, outgoing);
        double[][] theirs = rows(layer, network, outgoing);
        double[][] gains = new double[layer.units][layer.units];
        IntStream.range(0, layer.units).parallel().forEach(i -> {
            for (int j = 0; j < layer.units; j++) {
                double sum = 0;
                for (int k = 0; k < ours[i].length; k++) {
                    sum += ours[i][k] * theirs[j][k];
                }
                gains[i][j] = sum;
            }
        });
        return gains;
    }

    private static double[][] rows(Hidden layer, Map<String, double[]> parts, boolean outgoing) {
        double[][] rows = new double[layer.units][];
        double[] next = part(parts, layer.outgoing);
        int row = next.length / layer.outputs;
        int block = row / layer.units;
        for (int i = 0; i < layer.units; i++) {
            int unit = i;
            double[] in = layer.incoming.stream()
                    .map(name -> part(parts, name))
                    .flatMapToDouble(values -> Arrays.stream(
                            values, unit * (values.length / layer.units), (unit + 1) * (values.length / layer.units)))
                    .toArray();
            rows[i] = Arrays.copyOf(in, in.length + (outgoing ? layer.outputs * block : 0));
            for (int o = 0; outgoing && o < layer.outputs; o++) {
                System.arraycopy(next, o * row + i * block, rows[i], in.length + o * block, block);
            }
        }
        return rows;
    }

    private static void permute(Map<String, double[]> parts, Hidden layer, int[] order) {
        for (List<String> names : List.of(layer.incoming, layer.own)) {
            for (String name : names) {
                parts.computeIfPresent(name, (unused, values) -> permuted(values, 1, order));
            }
        }
        parts.computeIfPresent(layer.outgoing, (unused, values) -> permuted(values, layer.outputs, order));
    }

    /** Permutes the second axis of [rows, units, whatever else]. */
    private static double[] permuted(double[] values, int rows, int[] order) {
        int row = values.length / rows;
        int block = row / order.length;
        double[] result = new double[values.length];
        for (int r = 0; r < rows; r++) {
            for (int i = 0; i < order.length; i++) {
                System.arraycopy(values, r * row + order[i] * block, result, r * row + i * block, block);
            }
        }
        return result;
    }

    private static double[] part(Map<String, double[]> parts, String name) {
        return Objects.requireNonNull(parts.get(name), name);
    }
}
