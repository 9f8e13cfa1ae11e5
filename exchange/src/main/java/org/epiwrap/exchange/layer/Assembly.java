package org.epiwrap.exchange.layer;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.architecture.Block;
import org.epiwrap.architecture.BlockShape;
import org.epiwrap.architecture.Layout;
import org.epiwrap.data.Volume;
import org.epiwrap.exchange.convention.Axes;
import org.epiwrap.exchange.convention.Kernel;
import org.epiwrap.exchange.layer.RawLayer.Part;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.RunSeeds;

/** Assembles a network from the numbers of a file, each converted from the layout of the file to our own. */
public final class Assembly {
    /** The smallest standard deviation that a network can hold, by {@link BayesianNetwork#rho}. */
    private static final double MIN_SIGMA = 1e-8;

    private final Architecture architecture;
    private final Axes axes;
    private final List<RawLayer> layers;
    private final List<RawNorm> norms;
    private final Bias bias;
    private final Layout layout;
    private final Map<String, String> mapped = new LinkedHashMap<>();
    private final Map<String, double[]> means = new LinkedHashMap<>();
    private final Map<String, double[]> deviations = new LinkedHashMap<>();
    private final List<Map<String, double[]>> draws = new ArrayList<>();

    /** Collects the numbers of a network from layers and norms in the order of its architecture. */
    public Assembly(Architecture architecture, Axes axes, List<RawLayer> layers, List<RawNorm> norms) {
        this.architecture = architecture;
        this.axes = axes;
        this.layers = layers;
        this.norms = norms;
        boolean random = layers.stream()
                .flatMap(layer -> layer.bias().stream())
                .anyMatch(part -> part.sigma().isPresent());
        this.bias = random ? Bias.BAYESIAN : Bias.POINT;
        this.layout = new Layout(architecture, bias);
        checkDraws();
        collect();
    }

    /** Returns for each part of the network where it comes from. */
    public Map<String, String> mapped() {
        return mapped;
    }

    private void checkDraws() {
        List<Integer> counts = layers.stream()
                .flatMap(layer -> Stream.concat(Stream.of(layer.kernel()), layer.bias().stream()))
                .map(part -> part.draws().size())
                .distinct()
                .toList();
        if (counts.size() > 1) {
            throw new IllegalArgumentException(
                    "every array must hold the same number of draws, but they hold " + counts);
        }
    }

    private void collect() {
        List<Volume> inputs = WeightWalk.inputs(architecture);
        for (int i = 0; i < layers.size(); i++) {
            RawLayer layer = layers.get(i);
            String name = layout.weighted().get(i);
            Volume volume = inputs.get(i);
            Kernel kernel = axes.kernel(layer.kernel().shape());
            boolean afterImage = axes == Axes.INPUTS_FIRST
                    && !kernel.isConvolution()
                    && volume.channels() > 1
                    && volume.height() * volume.width() > 1;
            // A single output is class 1 of two; the logit of class 0 is 0.
            boolean single = i == layers.size() - 1 && kernel.outputs() == 1 && architecture.classes() == 2;
            int outputs = single ? 2 : kernel.outputs();
            put(name + Layout.KERNEL, layer.kernel(), values -> {
                double[] ours = axes.toOurs(values, kernel);
                double[] turned = afterImage ? channelsFirst(ours, volume) : ours;
                return single ? afterZeros(turned) : turned;
            });
            if (afterImage) {
                mapped.merge(
                        name + Layout.KERNEL,
                        ", inputs reordered from height, width, channels to channels, height, width",
                        String::concat);
            }
            Optional<Part> part = layer.bias();
            if (part.isEmpty()) {
                mapped.put(name + Layout.BIAS, "no array: 0");
                means.put(name + Layout.BIAS, new double[outputs]);
                draws.forEach(draw -> draw.put(name + Layout.BIAS, new double[outputs]));
            } else if (part.get().mean().length == kernel.outputs()) {
                put(name + Layout.BIAS, part.get(), values -> single ? afterZeros(values) : values);
            } else {
                throw new IllegalArgumentException(layer.name() + " must have one bias for each of its "
                        + kernel.outputs() + " outputs, but has " + part.get().mean().length);
            }
        }
        for (int i = 0; i < norms.size(); i++) {
            RawNorm norm = norms.get(i);
            String name = layout.norms().get(i).name();
            mapped.put(name, norm.from());
            means.put(name + Layout.SCALE, norm.scale());
            means.put(name + Layout.SHIFT, norm.shift());
            means.put(name + Layout.MEAN, norm.mean());
            means.put(name + Layout.VARIANCE, norm.variance());
        }
    }

    private void put(String name, Part part, UnaryOperator<double[]> turn) {
        mapped.put(name, part.from() + (part.sigma().isPresent() ? "" : ", a point"));
        double[] mean = turn.apply(part.mean());
        means.put(name, mean);
        deviations.put(name, part.sigma().map(turn).orElseGet(() -> new double[mean.length]));
        for (int i = 0; i < part.draws().size(); i++) {
            if (draws.size() == i) {
                draws.add(new LinkedHashMap<>());
            }
            draws.get(i).put(name, turn.apply(part.draws().get(i)));
        }
    }

    private static double[] afterZeros(double[] values) {
        double[] result = new double[2 * values.length];
        System.arraycopy(values, 0, result, values.length, values.length);
        return result;
    }

    /** Reorders the inputs of a dense kernel from height, width, channels to channels, height, width. */
    private static double[] channelsFirst(double[] kernel, Volume image) {
        int channels = image.channels();
        int plane = image.height() * image.width();
        int inputs = channels * plane;
        double[] result = new double[kernel.length];
        for (int i = 0; i < result.length; i++) {
            int input = i % inputs;
            result[i] = kernel[i - input + input % plane * channels + input / plane];
        }
        return result;
    }

    /** Returns a note on standard deviations below the smallest that a model stores, points included. */
    public Optional<String> raised() {
        long small = layout.random().stream()
                .mapToLong(slot -> Arrays.stream(deviations.getOrDefault(slot.name(), new double[slot.size()]))
                        .filter(sigma -> sigma < MIN_SIGMA)
                        .count())
                .sum();
        return small == 0
                ? Optional.empty()
                : Optional.of(small + " of " + layout.randomSize() + " weights and biases have a sigma below "
                        + MIN_SIGMA + ", points included; the model stores " + MIN_SIGMA
                        + " for them, the smallest it can");
    }

    /** Returns the network, as one run. */
    public BayesianNetwork network() {
        List<Block> blocks = new ArrayList<>();
        for (BlockShape shape : BayesianNetwork.shapes(architecture, bias)) {
            blocks.add(new Block(shape, values(shape.name())));
        }
        return BayesianNetwork.of(architecture, bias, RunSeeds.of(1), blocks);
    }

    private float[] values(String name) {
        if (name.endsWith(BayesianNetwork.RHO)) {
            String part = name.substring(0, name.length() - BayesianNetwork.RHO.length());
            int count = part(means, part).length;
            double[] sigma = deviations.getOrDefault(part, new double[count]);
            float[] rho = new float[count];
            for (int i = 0; i < count; i++) {
                rho[i] = BayesianNetwork.rho(sigma[i]);
            }
            return rho;
        }
        String part = name.endsWith(BayesianNetwork.MU)
                ? name.substring(0, name.length() - BayesianNetwork.MU.length())
                : name;
        double[] mean = part(means, part);
        float[] result = new float[mean.length];
        for (int i = 0; i < result.length; i++) {
            result[i] = (float) mean[i];
            if (!Float.isFinite(result[i])) {
                throw new IllegalArgumentException(
                        "the numbers of " + part + " must be in the range of float, but one is " + mean[i]);
            }
        }
        return result;
    }

    /** Returns the draws of all weights, if the posterior is known by draws. */
    public Optional<double[][]> draws() {
        if (draws.isEmpty()) {
            return Optional.empty();
        }
        double[][] all = new double[draws.size()][layout.randomSize()];
        for (int i = 0; i < all.length; i++) {
            for (Layout.Slot slot : layout.random()) {
                System.arraycopy(part(draws.get(i), slot.name()), 0, all[i], slot.offset(), slot.size());
            }
        }
        return Optional.of(all);
    }

    private static double[] part(Map<String, double[]> parts, String name) {
        return Objects.requireNonNull(parts.get(name), name);
    }
}
