package org.epiwrap.architecture;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.epiwrap.architecture.Layer.AveragePool;
import org.epiwrap.architecture.Layer.BatchNorm;
import org.epiwrap.architecture.Layer.Convolution;
import org.epiwrap.architecture.Layer.Dense;
import org.epiwrap.architecture.Layer.Dropout;
import org.epiwrap.architecture.Layer.Flatten;
import org.epiwrap.architecture.Layer.MaxPool;
import org.epiwrap.architecture.Layer.Nonlinearity;
import org.epiwrap.architecture.Layer.Residual;
import org.epiwrap.data.Volume;

/**
 * Where the numbers of a network stand. What has posteriors, the kernels and perhaps the biases, are runs of one flat
 * vector; what are points, such as the scales and shifts of batch norm, are runs of another. A handful of operations on
 * two long vectors then does what would take several on each of many short ones.
 *
 * @param random kernels, and biases if they are Bayesian, in the order of the layers
 * @param points biases unless they are Bayesian, and scales and shifts of batch norms, in the order of the layers
 * @param weighted the names of the layers with kernels
 * @param norms the names of the batch norms, and their channels
 */
public record Layout(List<Slot> random, List<Slot> points, List<String> weighted, List<BlockShape> norms) {
    public static final String KERNEL = ".kernel";
    public static final String BIAS = ".bias";
    public static final String SCALE = ".scale";
    public static final String SHIFT = ".shift";
    public static final String MEAN = ".mean";
    public static final String VARIANCE = ".variance";

    /** A run of a flat vector: what it is and where it begins. */
    public record Slot(BlockShape shape, int offset) {
        public String name() {
            return shape.name();
        }

        public int size() {
            return shape.size();
        }

        /** Returns this run of a vector. */
        public float[] of(float[] flat) {
            return Arrays.copyOfRange(flat, offset, offset + size());
        }
    }

    public Layout {
        random = List.copyOf(random);
        points = List.copyOf(points);
        weighted = List.copyOf(weighted);
        norms = List.copyOf(norms);
    }

    public Layout(Architecture architecture, Bias bias) {
        this(new Placement(architecture, bias));
    }

    private Layout(Placement placement) {
        this(placement.random, placement.points, placement.weighted, placement.norms);
    }

    /** Gives the numbers of one layer after the other their places. */
    private static final class Placement {
        private final Bias bias;
        private final List<Slot> random = new ArrayList<>();
        private final List<Slot> points = new ArrayList<>();
        private final List<String> weighted = new ArrayList<>();
        private final List<BlockShape> norms = new ArrayList<>();

        Placement(Architecture architecture, Bias bias) {
            this.bias = bias;
            add(architecture.layers(), architecture.input());
        }

        private void add(List<Layer> layers, Volume input) {
            Volume volume = input;
            for (Layer layer : layers) {
                if (layer instanceof Residual residual) {
                    add(residual.body(), volume);
                    add(residual.shortcut(), volume);
                } else if (layer instanceof Dense dense) {
                    weights("dense", List.of(dense.outputs(), volume.size()));
                } else if (layer instanceof Convolution c) {
                    weights("convolution", List.of(c.outputs(), volume.channels(), c.size(), c.size()));
                } else if (layer instanceof BatchNorm) {
                    BlockShape norm = new BlockShape("norm" + norms.size(), List.of(volume.channels()));
                    norms.add(norm);
                    append(points, norm.name() + SCALE, norm.sizes());
                    append(points, norm.name() + SHIFT, norm.sizes());
                } else if (!hasNoNumbers(layer)) {
                    throw new IllegalArgumentException(
                            "the numbers of a layer must have a place, but those of " + layer + " have none");
                }
                volume = layer.output(volume);
            }
        }

        private static boolean hasNoNumbers(Layer layer) {
            return layer instanceof Nonlinearity
                    || layer instanceof Dropout
                    || layer instanceof Flatten
                    || layer instanceof AveragePool
                    || layer instanceof MaxPool;
        }

        private void weights(String kind, List<Integer> shape) {
            String name = kind + weighted.size();
            weighted.add(name);
            append(random, name + KERNEL, shape);
            append(bias == Bias.BAYESIAN ? random : points, name + BIAS, shape.subList(0, 1));
        }
    }

    private static void append(List<Slot> slots, String name, List<Integer> shape) {
        BlockShape block = new BlockShape(name, shape);
        try {
            // The end is computed too, so that a network too large for one vector is refused here.
            Math.addExact(end(slots), block.size());
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(
                    "a network must have at most " + Integer.MAX_VALUE + " weights, but has more at " + name, e);
        }
        slots.add(new Slot(block, end(slots)));
    }

    /**
     * Returns the parts of a network by their names. What is random has two, whose names end in {@code first} and
     * {@code second}; then come the points and the running mean and variance of each batch norm.
     */
    public List<BlockShape> parts(String first, String second) {
        List<BlockShape> parts = new ArrayList<>();
        for (Slot slot : random) {
            parts.add(new BlockShape(slot.name() + first, slot.shape().sizes()));
            parts.add(new BlockShape(slot.name() + second, slot.shape().sizes()));
        }
        points.forEach(slot -> parts.add(slot.shape()));
        for (BlockShape norm : norms) {
            parts.add(new BlockShape(norm.name() + MEAN, norm.sizes()));
            parts.add(new BlockShape(norm.name() + VARIANCE, norm.sizes()));
        }
        return parts;
    }

    /** Returns the flat vector of what each slot's name stands for. */
    public static float[] joined(List<Slot> slots, Function<String, float[]> byName) {
        float[] flat = new float[end(slots)];
        for (Slot slot : slots) {
            System.arraycopy(byName.apply(slot.name()), 0, flat, slot.offset(), slot.size());
        }
        return flat;
    }

    /** Gives each slot's name the part of a flat vector that it stands for. */
    public static void cut(List<Slot> slots, float[] flat, BiConsumer<String, float[]> byName) {
        slots.forEach(slot -> byName.accept(slot.name(), slot.of(flat)));
    }

    public int randomSize() {
        return end(random);
    }

    public int pointSize() {
        return end(points);
    }

    private static int end(List<Slot> slots) {
        if (slots.isEmpty()) {
            return 0;
        }
        Slot last = slots.get(slots.size() - 1);
        return last.offset() + last.size();
    }
}
