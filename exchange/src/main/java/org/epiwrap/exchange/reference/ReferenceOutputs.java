package org.epiwrap.exchange.reference;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.check.Check;
import org.epiwrap.data.Normalisation;
import org.epiwrap.data.Volume;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.exchange.file.ArrayFiles;
import org.epiwrap.exchange.file.NamedArrays;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.InputBatch;
import org.epiwrap.store.ArrayFile;
import org.epiwrap.store.Shape;
import org.epiwrap.store.StoreException;
import org.epiwrap.tensor.Scope;
import org.epiwrap.tensor.Tensor;

/**
 * Inputs of a network, as it receives them, and its outputs in the framework that trained it, every weight at its mean.
 *
 * <p>Logits are compared as they are. Probabilities determine logits up to a constant per example; they are compared by
 * their logarithms, those below 10⁻⁴ as 10⁻⁴, since one minus a probability in single precision is no more precise.
 */
public final class ReferenceOutputs {
    private static final double SMALLEST = 1e-4;
    /** How far probabilities may be from adding to 1, and normalised pixels from their range. */
    private static final double SLACK = 1e-3;

    private static final int GREYS = 255;
    private static final List<String> OUTPUTS = List.of("logits", "probabilities", "outputs");

    private final Shape shape;
    private final double[] inputs;
    private final Kind kind;
    /** By example, each with at least two classes. */
    private final double[][] outputs;
    /** Whether the network has a single output, the logit of class 1 of two. */
    private final boolean single;

    /** What outputs are. */
    public enum Kind {
        /** What the last layer computes. */
        LOGITS,
        /** Their softmax, or sigmoid. */
        PROBABILITIES
    }

    private ReferenceOutputs(Shape shape, double[] inputs, Kind kind, double[][] given) {
        Check.sameLength("the inputs", Math.toIntExact(shape.size(0)), "the outputs", given.length);
        this.shape = shape;
        this.inputs = inputs;
        this.kind = kind;
        this.single = given[0].length == 1;
        this.outputs = single ? twoClasses(kind, given) : given;
    }

    /** Returns a reference of logits, each input in the order of the network's first layer. */
    public static ReferenceOutputs ofLogits(float[][] inputs, float[][] logits) {
        return of(inputs, Kind.LOGITS, logits);
    }

    /** Returns a reference of probabilities, each input in the order of the network's first layer. */
    public static ReferenceOutputs ofProbabilities(float[][] inputs, float[][] probabilities) {
        return of(inputs, Kind.PROBABILITIES, probabilities);
    }

    private static ReferenceOutputs of(float[][] inputs, Kind kind, float[][] outputs) {
        Check.atLeast("the number of inputs", inputs.length, 1);
        double[] all = new double[Math.multiplyExact(inputs.length, inputs[0].length)];
        for (int i = 0; i < all.length; i++) {
            all[i] = inputs[i / inputs[0].length][i % inputs[0].length];
        }
        double[][] wide = Arrays.stream(outputs)
                .map(row ->
                        IntStream.range(0, row.length).mapToDouble(i -> row[i]).toArray())
                .toArray(double[][]::new);
        return new ReferenceOutputs(Shape.of(inputs.length, inputs[0].length), all, kind, wide);
    }

    /**
     * Reads a file of arrays: {@code x}, the inputs of shape [examples, ...], and {@code logits}, {@code probabilities}, or
     * {@code outputs} where the numbers tell which of both they are.
     */
    public static ReferenceOutputs read(Path path) throws IOException {
        try (ArrayFile file = ArrayFiles.open(path)) {
            NamedArrays arrays = NamedArrays.of(file);
            String name = OUTPUTS.stream()
                    .filter(arrays.shapes()::containsKey)
                    .findFirst()
                    .filter(each -> arrays.shapes().containsKey("x"))
                    .orElseThrow(() -> new IllegalArgumentException("it must hold an array x of inputs, and logits or"
                            + " probabilities that the original network has for them, but holds "
                            + String.join(", ", arrays.shapes().keySet())));
            Shape shape = arrays.shape("x");
            Shape of = arrays.shape(name);
            if (shape.rank() < 2 || of.rank() < 1 || of.rank() > 2 || of.size(0) != shape.size(0) || of.size(0) < 1) {
                throw new IllegalArgumentException("x must have the shape [examples, ...] and " + name
                        + " [examples, classes], but they have " + shape + " and " + of);
            }
            double[][] rows = rows(arrays.numbers(name), (int) of.size(0));
            return new ReferenceOutputs(shape, arrays.numbers("x"), kind(name, rows), rows);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new StoreException(path, String.valueOf(e.getMessage()), e);
        }
    }

    private static double[][] rows(double[] numbers, int count) {
        int length = numbers.length / count;
        return IntStream.range(0, count)
                .mapToObj(i -> Arrays.copyOfRange(numbers, i * length, (i + 1) * length))
                .toArray(double[][]::new);
    }

    private static Kind kind(String name, double[][] rows) {
        boolean between =
                Arrays.stream(rows).flatMapToDouble(Arrays::stream).allMatch(p -> p >= -SLACK && p <= 1 + SLACK);
        boolean single = rows[0].length == 1;
        boolean sums = single
                || Arrays.stream(rows)
                        .allMatch(row -> Math.abs(Arrays.stream(row).sum() - 1) <= SLACK);
        if (name.equals("probabilities") && !(between && sums)) {
            throw new IllegalArgumentException("probabilities must be from 0 to 1, those of an example adding to 1, but"
                    + " are not: if they are logits, name the array logits");
        }
        if (name.equals("outputs") && single && !between) {
            throw new IllegalArgumentException("outputs are single numbers outside 0 to 1, as those of a regression"
                    + " network, which cannot be imported; if they are the logits of one of two classes, name the array"
                    + " logits");
        }
        return name.equals("logits") || !(between && sums) ? Kind.LOGITS : Kind.PROBABILITIES;
    }

    private static double[][] twoClasses(Kind kind, double[][] given) {
        return Arrays.stream(given)
                .map(row -> new double[] {kind == Kind.LOGITS ? 0 : 1 - row[0], row[0]})
                .toArray(double[][]::new);
    }

    /** Returns the number of examples. */
    public int examples() {
        return outputs.length;
    }

    /**
     * Compares these outputs with those of a network.
     *
     * @param channelsLast whether inputs whose shape does not tell are [height, width, channels] rather than [channels,
     *     height, width]
     */
    public Agreement compare(BayesianNetwork network, boolean channelsLast) {
        return compare(List.of(network), channelsLast);
    }

    /**
     * Compares these outputs with the mean of those of networks of one architecture: of their probabilities, where these
     * are probabilities.
     *
     * @param channelsLast as for one network
     */
    public Agreement compare(List<BayesianNetwork> networks, boolean channelsLast) {
        Architecture architecture = networks.get(0).architecture();
        int classes = architecture.classes();
        if (outputs[0].length != classes) {
            throw new IllegalArgumentException("the outputs to compare with must have a column for each of the "
                    + classes + " classes, but have " + (single ? 1 : outputs[0].length));
        }
        float[] all = channelsFirst(architecture.input(), channelsLast);
        int size = architecture.input().size();
        int batch = InputBatch.usualSize(architecture);
        Agreement worst = new Agreement(examples(), kind, -1, 0, 0, 0, 0);
        for (int from = 0; from < examples(); from += batch) {
            int count = Math.min(batch, examples() - from);
            float[] some = Arrays.copyOfRange(all, from * size, (from + count) * size);
            double[][] found = new double[count][classes];
            for (BayesianNetwork network : networks) {
                add(logits(network, some, count), networks.size(), found);
            }
            for (int i = 0; i < count; i++) {
                Agreement each = compared(from + i, found[i]);
                // A NaN is the worst of all.
                worst = each.difference() <= worst.difference() ? worst : each;
            }
        }
        return worst;
    }

    private static float[] logits(BayesianNetwork network, float[] some, int count) {
        Volume input = network.architecture().input();
        return Scope.get(
                () -> network.meanLogits(Tensor.of(some, count, input.channels(), input.height(), input.width()))
                        .toArray());
    }

    /** Adds the share of one of several networks to their mean outputs. */
    private void add(float[] logits, int networks, double[][] mean) {
        for (int i = 0; i < mean.length; i++) {
            double[] own = new double[mean[i].length];
            for (int j = 0; j < own.length; j++) {
                own[j] = logits[i * own.length + j];
            }
            double[] given = kind == Kind.LOGITS ? own : softmax(own);
            for (int j = 0; j < own.length; j++) {
                mean[i][j] += given[j] / networks;
            }
        }
    }

    private Agreement compared(int example, double[] found) {
        double[] expected = outputs[example];
        double scale = kind == Kind.LOGITS
                ? Math.max(1, Arrays.stream(expected).map(Math::abs).max().orElse(1))
                : 1;
        int at = 0;
        double largest = -1;
        for (int i = 0; i < expected.length; i++) {
            double difference = kind == Kind.LOGITS
                    ? Math.abs(expected[i] - found[i]) / scale
                    : Math.abs(Math.log(Math.max(SMALLEST, expected[i])) - Math.log(Math.max(SMALLEST, found[i])));
            if (!(difference <= largest)) {
                largest = difference;
                at = i;
            }
        }
        return new Agreement(examples(), kind, largest, example, at, expected[at], found[at]);
    }

    private static double[] softmax(double[] logits) {
        double largest = Arrays.stream(logits).max().orElse(0);
        double sum = Arrays.stream(logits).map(z -> Math.exp(z - largest)).sum();
        return Arrays.stream(logits).map(z -> Math.exp(z - largest) / sum).toArray();
    }

    /** Returns the inputs in the order of the network, where their shape is that of its images in one layout or the other. */
    private float[] channelsFirst(Volume image, boolean channelsLast) {
        List<Long> own = squeezed(shape.sizes().subList(1, shape.rank()));
        long channels = image.channels();
        long height = image.height();
        long width = image.width();
        boolean first = own.equals(squeezed(List.of(channels, height, width)));
        boolean last = own.equals(squeezed(List.of(height, width, channels)));
        boolean flat = own.size() <= 1 && shape.elements() == shape.size(0) * image.size();
        if (!first && !last && !flat) {
            throw new IllegalArgumentException("x must have the shape [examples, " + channels + ", " + height + ", "
                    + width + "], with the channels last or flat, but has " + shape);
        }
        boolean turned = first == last ? channelsLast : last;
        float[] result = new float[inputs.length];
        int plane = image.plane();
        for (int i = 0; i < result.length; i++) {
            int at = i % image.size();
            int from = turned ? at % plane * image.channels() + at / plane : at;
            result[i] = (float) inputs[i - at + from];
        }
        return result;
    }

    private static List<Long> squeezed(List<Long> sizes) {
        return sizes.stream().filter(size -> size != 1).toList();
    }

    /**
     * Refuses a normalisation of pixels that cannot have given these inputs: they go beyond what it makes of black and
     * white, or are whole 255ths, which it does not give.
     *
     * @param channelsLast as for {@link #compare}
     */
    public void check(PictureInput input, boolean channelsLast) {
        Volume image = input.shape();
        Normalisation normalisation = input.normalisation();
        float[] all = channelsFirst(image, channelsLast);
        List<String> means = new ArrayList<>();
        List<String> scales = new ArrayList<>();
        Optional<String> problem = Optional.empty();
        for (int channel = 0; channel < image.channels(); channel++) {
            int given = normalisation.mean().size() == 1 ? 0 : channel;
            double mean = normalisation.mean().get(given);
            double scale = normalisation.scale().get(given);
            double[] own = channel(all, image, channel);
            double least = Arrays.stream(own).min().orElse(0);
            double largest = Arrays.stream(own).max().orElse(0);
            double white = 1 / Math.max(1e-9, largest - least);
            means.add(String.format(Locale.ROOT, "%.4g", -least * white));
            scales.add(String.format(Locale.ROOT, "%.4g", white));
            boolean beyond = least < (0 - mean) / scale - SLACK || largest > (1 - mean) / scale + SLACK;
            boolean greys = isOnGrid(own, 0, 1) && !isOnGrid(own, mean, scale);
            if (beyond || greys) {
                problem = Optional.of(String.format(
                        Locale.ROOT,
                        "x of channel %d is from %.4g to %.4g, but pixels from 0 to 1 become %.4g to %.4g by the mean"
                                + " %s and the scale %s",
                        channel,
                        least,
                        largest,
                        (0 - mean) / scale,
                        (1 - mean) / scale,
                        mean,
                        scale));
            }
        }
        if (problem.isPresent()) {
            throw new IllegalArgumentException(problem.get() + "; if x has black and white pixels, use --mean "
                    + String.join(",", means) + " --scale " + String.join(",", scales));
        }
    }

    private static double[] channel(float[] all, Volume image, int channel) {
        return IntStream.range(0, all.length)
                .filter(i -> i % image.size() / image.plane() == channel)
                .mapToDouble(i -> all[i])
                .toArray();
    }

    private static boolean isOnGrid(double[] values, double mean, double scale) {
        return Arrays.stream(values).allMatch(x -> {
            double grey = (x * scale + mean) * GREYS;
            return Math.abs(grey - Math.rint(grey)) < 0.01;
        });
    }
}
