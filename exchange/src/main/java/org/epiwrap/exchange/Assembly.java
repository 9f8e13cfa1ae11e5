package org.epiwrap.exchange;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.architecture.Block;
import org.epiwrap.architecture.BlockShape;
import org.epiwrap.architecture.Layer;
import org.epiwrap.architecture.Layout;
import org.epiwrap.architecture.Volume;
import org.epiwrap.exchange.RawLayer.Part;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.RunSeeds;

/** Puts a network together from the numbers of a file, each turned from the file's layout into our own. */
final class Assembly {
    /** See {@link BayesianNetwork#rho}. */
    private static final double LEAST_SIGMA = 1e-8;

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

    /**
     * A network to be put together.
     *
     * @param layers in the order of the architecture
     * @param norms likewise
     */
    Assembly(Architecture architecture, Axes axes, List<RawLayer> layers, List<RawNorm> norms) {
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

    /** For each part of the network, what it comes from. */
    Map<String, String> mapped() {
        return mapped;
    }

    private void checkDraws() {
        List<Integer> counts = layers.stream()
                .flatMap(layer -> Stream.concat(Stream.of(layer.kernel()), layer.bias().stream()))
                .map(part -> part.draws().size())
                .distinct()
                .toList();
        if (counts.size() > 1) {
            throw new IllegalArgumentException("every array must hold as many draws, but they hold " + counts);
        }
    }

    private void collect() {
        List<Volume> seen = seen(architecture);
        for (int i = 0; i < layers.size(); i++) {
            RawLayer layer = layers.get(i);
            String name = layout.weighted().get(i);
            Volume volume = seen.get(i);
            Kernel kernel = axes.kernel(layer.kernel().shape());
            boolean seesImage = axes == Axes.INPUTS_FIRST
                    && !kernel.isConvolution()
                    && volume.channels() > 1
                    && volume.height() * volume.width() > 1;
            put(name + Layout.KERNEL, layer.kernel(), values -> {
                double[] ours = axes.toOurs(values, layer.kernel().shape());
                return seesImage ? channelsFirst(ours, volume) : ours;
            });
            if (seesImage) {
                mapped.merge(
                        name + Layout.KERNEL,
                        ", its inputs turned from height, width, channels to channels, height, width",
                        String::concat);
            }
            Optional<Part> part = layer.bias();
            if (part.isEmpty()) {
                mapped.put(name + Layout.BIAS, "nothing: 0");
                means.put(name + Layout.BIAS, new double[kernel.outputs()]);
                draws.forEach(draw -> draw.put(name + Layout.BIAS, new double[kernel.outputs()]));
            } else if (part.get().mean().length == kernel.outputs()) {
                put(name + Layout.BIAS, part.get(), values -> values);
            } else {
                throw new IllegalArgumentException("the biases of " + layer.name() + " must be as many as its "
                        + kernel.outputs() + " outputs, but are " + part.get().mean().length);
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

    private interface Turn {
        double[] turned(double[] values);
    }

    private void put(String name, Part part, Turn turn) {
        mapped.put(name, part.from() + (part.sigma().isPresent() ? "" : ", a point"));
        means.put(name, turn.turned(part.mean()));
        deviations.put(name, part.sigma().map(turn::turned).orElseGet(() -> new double[part.mean().length]));
        for (int i = 0; i < part.draws().size(); i++) {
            if (draws.size() == i) {
                draws.add(new LinkedHashMap<>());
            }
            draws.get(i).put(name, turn.turned(part.draws().get(i)));
        }
    }

    /** A kernel whose inputs are an image's numbers by place and then channel, with them by channel and then place. */
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

    /** For each layer with weights, the volume it sees; for a dense layer, before it was flattened. */
    static List<Volume> seen(Architecture architecture) {
        List<Volume> seen = new ArrayList<>();
        walk(architecture.layers(), architecture.input(), seen);
        return seen;
    }

    private static Volume walk(List<Layer> layers, Volume input, List<Volume> seen) {
        Volume image = input;
        for (Layer layer : layers) {
            if (layer instanceof Layer.Residual residual) {
                walk(residual.body(), image, seen);
                walk(residual.shortcut(), image, seen);
            } else if (layer instanceof Layer.Dense || layer instanceof Layer.Convolution) {
                seen.add(image);
            }
            // A flattened image is still the image that a dense layer sees.
            image = layer instanceof Layer.Flatten ? image : layer.output(image);
        }
        return image;
    }

    /** A note on standard deviations that are smaller than a model's can be; points are among them. */
    Optional<String> raised() {
        long small = layout.random().stream()
                .mapToLong(slot -> Arrays.stream(deviations.getOrDefault(slot.name(), new double[slot.size()]))
                        .filter(sigma -> sigma < LEAST_SIGMA)
                        .count())
                .sum();
        return small == 0
                ? Optional.empty()
                : Optional.of(small + " of " + layout.randomSize() + " weights and biases have a sigma below "
                        + LEAST_SIGMA + ", points among them; a Bayesian model has " + LEAST_SIGMA
                        + " for these, the least that it can hold");
    }

    /** The network, as one run. */
    BayesianNetwork network() {
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

    /** The draws of all weights, if that is how the posterior is known. */
    Optional<double[][]> draws() {
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
