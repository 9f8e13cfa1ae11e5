package org.epiwrap.exchange.draws;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.architecture.Block;
import org.epiwrap.architecture.BlockShape;
import org.epiwrap.architecture.Layout;
import org.epiwrap.data.Volume;
import org.epiwrap.data.input.TableInput;
import org.epiwrap.network.BayesianNetwork;

/**
 * Adds the input that only networks trained here have: the novelty of a row, the last number that a {@link TableInput}
 * gives. Its weights are 0 without spread, so that the network computes what it did.
 */
public final class NoveltyInput {
    private NoveltyInput() {}

    /** Returns the architecture of a network of dense layers with one more input. */
    public static Architecture architecture(Architecture rows) {
        return new Architecture(Volume.features(rows.input().size() + 1), rows.layers());
    }

    /** Returns a copy of a network with one more input. */
    public static BayesianNetwork added(BayesianNetwork network) {
        Architecture wider = architecture(network.architecture());
        String kernel = new Layout(wider, network.bias()).weighted().get(0) + Layout.KERNEL;
        List<BlockShape> shapes = BayesianNetwork.shapes(wider, network.bias());
        List<Block> blocks = new ArrayList<>();
        for (Block block : network.blocks(0)) {
            BlockShape shape = shapes.get(blocks.size());
            float filler = block.shape().name().endsWith(BayesianNetwork.RHO) ? BayesianNetwork.rho(0) : 0;
            blocks.add(
                    block.shape().name().startsWith(kernel)
                            ? new Block(
                                    shape,
                                    widened(
                                            block.values(),
                                            network.architecture().input().size(),
                                            filler))
                            : block);
        }
        return BayesianNetwork.of(wider, network.bias(), network.seeds(), blocks);
    }

    /** Returns a member with one more input. */
    static Member added(Member member, Architecture rows, Bias bias) {
        String kernel = new Layout(rows, bias).weighted().get(0) + Layout.KERNEL;
        return new Member(widened(member.parts(), kernel, rows), widened(member.deviations(), kernel, rows));
    }

    private static Map<String, double[]> widened(Map<String, double[]> parts, String kernel, Architecture rows) {
        Map<String, double[]> result = new LinkedHashMap<>(parts);
        int inputs = rows.input().size();
        result.computeIfPresent(kernel, (name, values) -> {
            int outputs = values.length / inputs;
            double[] wider = new double[outputs * (inputs + 1)];
            for (int i = 0; i < outputs; i++) {
                System.arraycopy(values, i * inputs, wider, i * (inputs + 1), inputs);
            }
            return wider;
        });
        return result;
    }

    private static float[] widened(float[] kernel, int inputs, float filler) {
        int outputs = kernel.length / inputs;
        float[] result = new float[outputs * (inputs + 1)];
        Arrays.fill(result, filler);
        for (int i = 0; i < outputs; i++) {
            System.arraycopy(kernel, i * inputs, result, i * (inputs + 1), inputs);
        }
        return result;
    }
}
