package org.epiwrap.onnx;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Block;
import org.epiwrap.architecture.BlockShape;
import org.epiwrap.architecture.Layer;
import org.epiwrap.architecture.Layout;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.input.Input;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.pass.Rounding;
import org.epiwrap.prediction.ClassNames;
import org.epiwrap.prediction.IntervalPredictor;
import org.epiwrap.prediction.Predictions;

/**
 * By how much classes are dominated, written down plainly in double precision: the bounds of the last layer's inputs are the
 * logits of a network whose last layer changes nothing.
 */
final class SetMargins {
    private final float[] lower;
    private final float[] upper;
    private final float[] biasLower;
    private final float[] biasUpper;
    /** [images][units]. */
    private final double[][] low;

    private final double[][] high;

    SetMargins(IntervalNetwork network, Input input, Dataset images) {
        Architecture whole = network.architecture();
        List<String> weighted = new Layout(whole, network.bias()).weighted();
        String last = weighted.get(weighted.size() - 1);
        Map<String, Block> blocks = new LinkedHashMap<>();
        network.blocks(0).forEach(block -> blocks.put(block.shape().name(), block));
        String bias = last + Layout.BIAS;
        lower = values(blocks, last + Layout.KERNEL + ".lower");
        upper = values(blocks, last + Layout.KERNEL + ".upper");
        biasLower = values(blocks, blocks.containsKey(bias) ? bias : bias + ".lower");
        biasUpper = values(blocks, blocks.containsKey(bias) ? bias : bias + ".upper");
        int units = lower.length / biasLower.length;
        if (weighted.size() == 1) {
            // Points, which the bounds of sums would move by more than what is looked for.
            low = IntStream.range(0, images.size())
                    .mapToObj(image -> pixels(input, images, image))
                    .toArray(double[][]::new);
            high = low;
            return;
        }
        List<Layer> layers = new ArrayList<>(whole.layers());
        layers.set(layers.size() - 1, new Layer.Dense(units));
        Architecture hidden = new Architecture(whole.input(), layers);
        List<Block> same = network.blocks(0).stream()
                .map(block -> block.shape().name().startsWith(last + ".") ? identity(block, units) : block)
                .toList();
        List<String> names = IntStream.range(0, units).mapToObj(String::valueOf).toList();
        try (IntervalNetwork inputs = IntervalNetwork.of(hidden, network.bias(), network.seeds(), same)) {
            Predictions bounds =
                    IntervalPredictor.of(inputs, input, new ClassNames(names)).predict(images);
            low = IntStream.range(0, images.size())
                    .mapToObj(bounds::lowerLogits)
                    .toArray(double[][]::new);
            high = IntStream.range(0, images.size())
                    .mapToObj(bounds::upperLogits)
                    .toArray(double[][]::new);
        }
    }

    private static double[] pixels(Input input, Dataset images, int image) {
        float[] pixels = new float[input.shape().size()];
        input.encoder(images).encode(image, pixels, 0);
        return IntStream.range(0, pixels.length).mapToDouble(i -> pixels[i]).toArray();
    }

    private static float[] values(Map<String, Block> blocks, String name) {
        return Objects.requireNonNull(blocks.get(name), name).values();
    }

    /** A kernel that changes nothing, or biases of 0. */
    private static Block identity(Block block, int units) {
        if (block.shape().sizes().size() == 1) {
            return new Block(new BlockShape(block.shape().name(), List.of(units)), new float[units]);
        }
        float[] values = new float[units * units];
        for (int i = 0; i < units; i++) {
            values[i * units + i] = 1;
        }
        return new Block(new BlockShape(block.shape().name(), List.of(units, units)), values);
    }

    /** The minimum of z_a - z_c, for the other class a whose minimum is the largest. */
    double of(int image, int c) {
        return IntStream.range(0, biasLower.length)
                .filter(a -> a != c)
                .mapToDouble(a -> minDifference(image, a, c))
                .max()
                .orElseThrow();
    }

    /** By how much a difference of c to another class may be off in single precision, whatever the order of its sum. */
    double rounding(int image, int c) {
        int units = low[image].length;
        double inputs = 0;
        for (int j = 0; j < units; j++) {
            inputs += low[image][j] * low[image][j] + high[image][j] * high[image][j];
        }
        double largest = 0;
        for (int a = 0; a < biasLower.length; a++) {
            double sum = 0;
            for (int j = 0; j < units; j++) {
                double least = (double) lower[a * units + j] - upper[c * units + j];
                double most = (double) upper[a * units + j] - lower[c * units + j];
                sum += Math.max(least * least, most * most);
            }
            largest = Math.max(largest, sum);
        }
        return Rounding.gamma(2L * units + 8) * Math.sqrt(inputs * largest);
    }

    private double minDifference(int image, int a, int c) {
        int units = low[image].length;
        double sum = (double) biasLower[a] - biasUpper[c];
        for (int j = 0; j < units; j++) {
            double least = (double) lower[a * units + j] - upper[c * units + j];
            double most = (double) upper[a * units + j] - lower[c * units + j];
            double from = low[image][j];
            double to = high[image][j];
            sum += Math.min(Math.min(least * from, least * to), Math.min(most * from, most * to));
        }
        return sum;
    }
}
