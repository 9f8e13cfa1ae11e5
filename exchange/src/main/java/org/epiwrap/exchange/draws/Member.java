package org.epiwrap.exchange.draws;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.architecture.Block;
import org.epiwrap.architecture.BlockShape;
import org.epiwrap.architecture.Layout;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.statistics.SampleMoments;

/**
 * The numbers of one network of several with the same architecture, by the names of {@link Layout}.
 *
 * @param parts kernels, biases and all that batch norms have
 * @param deviations of what has a posterior; empty if the member is a point
 */
record Member(Map<String, double[]> parts, Map<String, double[]> deviations) {

    /** Returns the member of a draw of all random weights, with the points of the network it was drawn from. */
    static Member of(BayesianNetwork network, double[] draw) {
        Layout layout = new Layout(network.architecture(), network.bias());
        Map<String, double[]> parts = fixed(network, layout);
        for (Layout.Slot slot : layout.random()) {
            parts.put(slot.name(), Arrays.copyOfRange(draw, slot.offset(), slot.offset() + slot.size()));
        }
        return new Member(parts, Map.of());
    }

    /** Returns the member that a network is; its spreads are left out if it stands for points. */
    static Member of(BayesianNetwork network, boolean point) {
        Layout layout = new Layout(network.architecture(), network.bias());
        Map<String, double[]> parts = fixed(network, layout);
        Map<String, double[]> deviations = new LinkedHashMap<>();
        Layout.cut(layout.random(), network.means(0), (name, values) -> parts.put(name, doubles(values)));
        if (!point) {
            Layout.cut(layout.random(), network.deviations(0), (name, values) -> deviations.put(name, doubles(values)));
        }
        return new Member(parts, deviations);
    }

    private static Map<String, double[]> fixed(BayesianNetwork network, Layout layout) {
        Map<String, double[]> parts = new LinkedHashMap<>();
        Layout.cut(layout.points(), network.pointValues(0), (name, values) -> parts.put(name, doubles(values)));
        network.runningStatistics().forEach((name, values) -> parts.put(name, doubles(values)));
        return parts;
    }

    private static double[] doubles(float[] values) {
        double[] doubles = new double[values.length];
        for (int i = 0; i < doubles.length; i++) {
            doubles[i] = values[i];
        }
        return doubles;
    }

    double[] part(String name) {
        return Objects.requireNonNull(parts.get(name), name);
    }

    /** Returns the network that this member is. */
    BayesianNetwork network(Architecture architecture, Bias bias, RunSeeds seeds) {
        List<Block> blocks = new ArrayList<>();
        for (BlockShape shape : BayesianNetwork.shapes(architecture, bias)) {
            blocks.add(new Block(shape, values(shape)));
        }
        return BayesianNetwork.of(architecture, bias, seeds, blocks);
    }

    private float[] values(BlockShape shape) {
        String name = shape.name();
        float[] values = new float[shape.size()];
        if (name.endsWith(BayesianNetwork.RHO)) {
            double[] sigma = deviations.getOrDefault(
                    name.substring(0, name.length() - BayesianNetwork.RHO.length()), new double[values.length]);
            for (int i = 0; i < values.length; i++) {
                values[i] = BayesianNetwork.rho(sigma[i]);
            }
            return values;
        }
        double[] part = part(
                name.endsWith(BayesianNetwork.MU)
                        ? name.substring(0, name.length() - BayesianNetwork.MU.length())
                        : name);
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) part[i];
        }
        return values;
    }

    /**
     * Returns the member with the mean of every number of several and, of what has a posterior, with the standard deviation
     * of their mixture.
     */
    static Member mean(Layout layout, List<Member> members) {
        Map<String, double[]> means = new LinkedHashMap<>();
        members.get(0)
                .parts
                .forEach((name, first) -> means.put(
                        name, each(first.length, members, (member, i) -> member.part(name)[i], SampleMoments::mean)));
        Map<String, double[]> deviations = new HashMap<>();
        for (Layout.Slot slot : layout.random()) {
            double[] between = each(
                    slot.size(), members, (member, i) -> member.part(slot.name())[i], SampleMoments::sampleDeviation);
            double[] none = new double[slot.size()];
            double[] inside = each(
                    slot.size(),
                    members,
                    (member, i) -> square(member.deviations.getOrDefault(slot.name(), none)[i]),
                    SampleMoments::mean);
            for (int i = 0; i < between.length; i++) {
                between[i] = Math.sqrt(square(between[i]) + inside[i]);
            }
            deviations.put(slot.name(), between);
        }
        return new Member(means, deviations);
    }

    private interface Entry {
        double of(Member member, int index);
    }

    private static double[] each(int size, List<Member> members, Entry number, ToDoubleFunction<SampleMoments> moment) {
        double[] result = new double[size];
        double[] values = new double[members.size()];
        for (int i = 0; i < size; i++) {
            for (int m = 0; m < values.length; m++) {
                values[m] = number.of(members.get(m), i);
            }
            result[i] = moment.applyAsDouble(SampleMoments.of("a weight", values));
        }
        return result;
    }

    private static double square(double x) {
        return x * x;
    }
}
