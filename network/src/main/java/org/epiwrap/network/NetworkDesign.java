package org.epiwrap.network;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.architecture.Block;
import org.epiwrap.architecture.BlockShape;
import org.epiwrap.architecture.Layout;
import org.epiwrap.architecture.Layout.Slot;
import org.epiwrap.check.Check;
import org.epiwrap.tensor.Tensor;

/**
 * A network without its numbers: the architecture, what the biases are, and the seeds of the runs that are computed
 * together. A network with convolutions or batch norm has one run.
 */
public record NetworkDesign(Architecture architecture, Bias bias, RunSeeds seeds) {

    public NetworkDesign {
        if (!architecture.canRunTogether()) {
            Check.between("the number of runs of a network with convolutions or batch norm", seeds.runs(), 1, 1);
        }
    }

    /** A network that has a design. */
    public interface Designed {
        NetworkDesign design();

        default Architecture architecture() {
            return design().architecture();
        }

        default Bias bias() {
            return design().bias();
        }

        default RunSeeds seeds() {
            return design().seeds();
        }
    }

    public Layout layout() {
        return new Layout(architecture, bias);
    }

    public int runs() {
        return seeds.runs();
    }

    public NetworkDesign run(int run) {
        Check.between("run", run, 0, runs() - 1);
        return new NetworkDesign(
                architecture,
                bias,
                new RunSeeds(seeds.shared(), List.of(seeds.own().get(run))));
    }

    /** Returns the part of one run out of numbers of all runs. */
    public float[] row(float[] all, int run) {
        Check.between("run", run, 0, runs() - 1);
        int length = all.length / runs();
        return Arrays.copyOfRange(all, run * length, (run + 1) * length);
    }

    /** Returns the design of the runs of several networks of one architecture; the order of the data is the first's. */
    public static NetworkDesign together(List<? extends Designed> networks) {
        Check.atLeast("the number of networks", networks.size(), 1);
        NetworkDesign first = networks.get(0).design();
        List<Long> own = new ArrayList<>();
        for (Designed network : networks) {
            if (!network.architecture().equals(first.architecture) || network.bias() != first.bias) {
                throw new IllegalArgumentException("networks must be of one architecture to run together, but are "
                        + first.architecture + " and " + network.architecture());
            }
            own.addAll(network.seeds().own());
        }
        return new NetworkDesign(first.architecture, first.bias, new RunSeeds(first.seeds.shared(), own));
    }

    /** Returns the numbers of several networks, one network's after the other's. */
    public static <N> float[] stacked(List<N> networks, Function<N, float[]> part) {
        List<float[]> parts = networks.stream().map(part).toList();
        float[] all = new float[parts.stream().mapToInt(values -> values.length).sum()];
        int end = 0;
        for (float[] values : parts) {
            System.arraycopy(values, 0, all, end, values.length);
            end += values.length;
        }
        return all;
    }

    /** Returns the points of all runs before training: 1 for the scales of batch norms, 0 for all others. */
    public float[] firstPoints() {
        Layout layout = layout();
        float[] values = new float[runs() * layout.pointSize()];
        for (int run = 0; run < runs(); run++) {
            for (Slot slot : layout.points()) {
                if (slot.name().endsWith(Layout.SCALE)) {
                    int from = run * layout.pointSize() + slot.offset();
                    Arrays.fill(values, from, from + slot.size(), 1);
                }
            }
        }
        return values;
    }

    /** Returns the running mean and variance of each batch norm before training, by name: 0 and 1. */
    public Map<String, float[]> firstStatistics() {
        Map<String, float[]> statistics = new LinkedHashMap<>();
        for (BlockShape norm : layout().norms()) {
            float[] ones = new float[norm.size()];
            Arrays.fill(ones, 1);
            statistics.put(norm.name() + Layout.MEAN, new float[norm.size()]);
            statistics.put(norm.name() + Layout.VARIANCE, ones);
        }
        return statistics;
    }

    /**
     * The numbers of a network of one run.
     *
     * @param first the first of the two of each weight with a posterior
     * @param second the second of them
     * @param points the weights that are points
     * @param statistics the running mean and variance of each batch norm, by name
     */
    @SuppressWarnings("ArrayRecordComponent") // carries numbers, and is never compared by them
    public record Numbers(float[] first, float[] second, float[] points, Map<String, float[]> statistics) {}

    /** Returns the numbers that blocks hold, which must be those of the layout with these suffixes, in its order. */
    public Numbers numbers(List<Block> blocks, String first, String second) {
        Layout layout = layout();
        ByName<float[]> values = values(blocks, layout.parts(first, second));
        Map<String, float[]> statistics = firstStatistics();
        statistics.replaceAll((name, before) -> values.get(name));
        return new Numbers(
                Layout.joined(layout.random(), name -> values.get(name + first)),
                Layout.joined(layout.random(), name -> values.get(name + second)),
                Layout.joined(layout.points(), values::get),
                statistics);
    }

    private ByName<float[]> values(List<Block> blocks, List<BlockShape> shapes) {
        Check.between("the number of runs", runs(), 1, 1);
        List<BlockShape> given = blocks.stream().map(Block::shape).toList();
        if (!given.equals(shapes)) {
            throw new IllegalArgumentException(
                    "the blocks must be those of the architecture in its order, " + shapes + ", but are " + given);
        }
        ByName<float[]> values = new ByName<>();
        blocks.forEach(block -> values.put(block.shape().name(), block.values()));
        return values;
    }

    /** Cuts [runs, numbers] into the tensors of slots by their names; the runs come first if there are several. */
    public ByName<Tensor> cut(Tensor flat, List<Slot> slots) {
        ByName<Tensor> byName = new ByName<>();
        if (slots.isEmpty()) {
            return byName;
        }
        long[] starts = slots.stream().skip(1).mapToLong(Slot::offset).toArray();
        List<Tensor> parts = flat.split(1, starts);
        for (int i = 0; i < slots.size(); i++) {
            LongStream own = slots.get(i).shape().sizes().stream().mapToLong(Integer::longValue);
            long[] shape = (runs() == 1 ? own : LongStream.concat(LongStream.of(runs()), own)).toArray();
            byName.put(slots.get(i).name(), parts.get(i).reshape(shape));
        }
        return byName;
    }
}
