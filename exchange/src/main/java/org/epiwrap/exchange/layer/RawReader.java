package org.epiwrap.exchange.layer;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.epiwrap.exchange.convention.Axes;
import org.epiwrap.exchange.convention.Convention;
import org.epiwrap.exchange.convention.Kernel;
import org.epiwrap.exchange.convention.Match;
import org.epiwrap.exchange.convention.Match.LayerNames;
import org.epiwrap.exchange.convention.SpreadRule;
import org.epiwrap.exchange.file.NamedArrays;
import org.epiwrap.exchange.layer.RawLayer.Part;
import org.epiwrap.store.Shape;
import org.epiwrap.store.StoreException;

/** Reads the arrays that a convention has matched, and converts spreads to standard deviations. */
public final class RawReader implements SpreadRule.Others {
    private final NamedArrays arrays;
    private final Match match;
    private final SpreadRule rule;
    private final Map<String, String> priors = new LinkedHashMap<>();
    /** The sizes of the kernels and biases that a vector is made of, layer after layer. */
    private List<int[]> pieces = List.of();

    public RawReader(NamedArrays arrays, Match match) throws IOException {
        this.arrays = arrays;
        this.match = match;
        this.rule = match.convention().spread().in(this);
    }

    /** Returns arrays that are trained priors rather than posteriors, with the reason. */
    public Map<String, String> priors() {
        return priors;
    }

    /** Returns what in the file speaks against the way its spreads are read. */
    public Optional<String> warning() {
        return rule.warning();
    }

    /** Reads one array as a part of a layer. */
    private interface Reading {
        Part part(String name, Optional<String> spread) throws IOException;
    }

    /**
     * Returns layers that have their own arrays, in the order of the file.
     *
     * @param others arrays of other things that have numbers in a vector of the spreads of all, such as batch norms
     */
    public List<RawLayer> layers(List<String> others) throws IOException {
        Reading reading = switch (match.convention().form()) {
            case STACKED_DRAWS -> (name, none) -> stacked(name);
            case LAYERS_AND_VECTOR -> sliced(others);
            default -> this::part;
        };
        List<RawLayer> layers = new ArrayList<>();
        for (LayerNames names : match.layers()) {
            Part kernel = reading.part(names.weight(), names.weightSpread());
            Optional<Part> bias = Optional.empty();
            if (names.bias().isPresent()) {
                bias = Optional.of(reading.part(names.bias().get(), names.biasSpread()));
            }
            layers.add(new RawLayer(names.layer(), arrays.place(names.weight()), kernel, bias));
        }
        layers.sort(Comparator.comparingInt(RawLayer::place));
        return layers;
    }

    /** Returns layers cut from vectors of the whole network, in its order. */
    public List<RawLayer> layers(List<Kernel> kernels, Axes axes) throws IOException {
        return switch (match.convention().form()) {
            case HALVES -> halves(kernels, axes);
            case DRAWS -> draws(kernels, axes);
            default -> vectors(kernels, axes);
        };
    }

    /** Reads each array with its slice of the one vector of spreads, which follows the order of the arrays in the file. */
    private Reading sliced(List<String> others) throws IOException {
        String vector = match.vector().orElseThrow();
        if (!arrays.keepsOrder()) {
            throw refused(
                    "array " + vector + " follows the order of the network's parameters, which this kind of file does"
                            + " not keep; an npz file does");
        }
        Set<String> parameters = new HashSet<>(others);
        match.layers().forEach(names -> {
            parameters.add(names.weight());
            names.bias().ifPresent(parameters::add);
        });
        Map<String, Integer> starts = new HashMap<>();
        int total = 0;
        for (Map.Entry<String, Shape> array : arrays.shapes().entrySet()) {
            if (parameters.contains(array.getKey())) {
                starts.put(array.getKey(), total);
                total += Math.toIntExact(array.getValue().elements());
            }
        }
        double[] sigma = sigma(vector);
        if (sigma.length != total) {
            throw refused("array " + vector + " must have a number for each of the " + total
                    + " weights and biases, but has " + sigma.length);
        }
        return (name, none) -> {
            Shape shape = arrays.shape(name);
            double[] mean = arrays.numbers(name);
            int start = starts.getOrDefault(name, 0);
            return Part.gaussian(
                    name + " " + shape + ", sigma = " + formula(vector) + " from element " + start,
                    shape,
                    mean,
                    Arrays.copyOfRange(sigma, start, start + mean.length));
        };
    }

    private Part part(String name, Optional<String> spread) throws IOException {
        double[] mean = arrays.numbers(name);
        Shape shape = arrays.shape(name);
        if (spread.isEmpty()) {
            return Part.point(name + " " + shape, shape, mean);
        }
        String from = name + " " + shape + ", sigma = " + formula(spread.get());
        return Part.gaussian(from, shape, mean, sigma(spread.get()));
    }

    private String formula(String name) {
        return rule.formula() + " with x = " + name;
    }

    private double[] sigma(String name) throws IOException {
        return checked(name, rule.rule().of(arrays.numbers(name), this));
    }

    private double[] checked(String name, double[] sigma) throws StoreException {
        for (int i = 0; i < sigma.length; i++) {
            if (!(sigma[i] >= 0 && sigma[i] <= Float.MAX_VALUE)) {
                throw refused("array " + name + " must give standard deviations >= 0 by " + rule.formula()
                        + ", but element " + i + " gives " + sigma[i]);
            }
        }
        return sigma;
    }

    private Part stacked(String name) throws IOException {
        Shape all = arrays.shape(name);
        Shape one = new Shape(all.sizes().subList(1, all.rank()));
        return drawn(name + " " + all, one, rows(arrays.numbers(name), (int) all.size(0)));
    }

    private static List<double[]> rows(double[] numbers, int count) {
        List<double[]> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int length = numbers.length / count;
            rows.add(Arrays.copyOfRange(numbers, i * length, (i + 1) * length));
        }
        return rows;
    }

    /** Returns the mean and the standard deviation of draws, and the draws. */
    private Part drawn(String from, Shape shape, List<double[]> draws) throws StoreException {
        int count = draws.size();
        if (count < 2) {
            throw refused("array " + from + " must hold at least 2 draws, but holds " + count);
        }
        int length = draws.get(0).length;
        double[] mean = new double[length];
        double[] sigma = new double[length];
        for (int i = 0; i < length; i++) {
            for (double[] draw : draws) {
                mean[i] += draw[i] / count;
            }
            for (double[] draw : draws) {
                sigma[i] += (draw[i] - mean[i]) * (draw[i] - mean[i]) / (count - 1);
            }
            sigma[i] = Math.sqrt(sigma[i]);
        }
        return new Part(from + ", " + count + " draws", shape, mean, Optional.of(sigma), draws);
    }

    private List<RawLayer> vectors(List<Kernel> kernels, Axes axes) throws IOException {
        LayerNames names = match.layers().get(0);
        double[] mean = arrays.numbers(names.weight());
        String spread = names.weightSpread().orElseThrow();
        boolean biasesFirst = match.convention().form() == Convention.Form.VECTOR_BIASES_FIRST;
        Cutter cutter = new Cutter(names.weight(), mean.length, kernels, biasesFirst);
        pieces = cutter.pieces();
        double[] sigma = sigma(spread);
        return cutter.layers(
                axes,
                (shape, from, to) -> Part.gaussian(
                        place(names.weight(), from, to) + ", sigma = " + formula(spread),
                        shape,
                        Arrays.copyOfRange(mean, from, to),
                        Arrays.copyOfRange(sigma, from, to)));
    }

    private List<RawLayer> draws(List<Kernel> kernels, Axes axes) throws IOException {
        String name = match.layers().get(0).weight();
        Shape shape = arrays.shape(name);
        List<double[]> draws = rows(arrays.numbers(name), (int) shape.size(0));
        Cutter cutter = new Cutter(name, (int) shape.size(1), kernels, false);
        return cutter.layers(axes, (part, from, to) -> {
            List<double[]> own = draws.stream()
                    .map(draw -> Arrays.copyOfRange(draw, from, to))
                    .toList();
            return drawn(place(name, from, to), part, own);
        });
    }

    private List<RawLayer> halves(List<Kernel> kernels, Axes axes) throws IOException {
        List<String> posteriors = posteriors(kernels.size());
        List<RawLayer> layers = new ArrayList<>();
        for (int i = 0; i < kernels.size(); i++) {
            String name = posteriors.get(i);
            double[] both = arrays.numbers(name);
            if (both.length % 2 != 0) {
                throw refused(
                        "array " + name + " must hold as many means as spreads, but holds " + both.length + " numbers");
            }
            int half = both.length / 2;
            double[] sigma = checked(name, rule.rule().of(Arrays.copyOfRange(both, half, both.length), this));
            Cutter cutter = new Cutter(name, half, kernels.subList(i, i + 1), false);
            layers.addAll(cutter.layers(
                    axes,
                    (shape, from, to) -> Part.gaussian(
                            place(name, from, to) + ", sigma = " + formula(name) + " from element " + (half + from),
                            shape,
                            Arrays.copyOfRange(both, from, to),
                            Arrays.copyOfRange(sigma, from, to))));
        }
        return layers;
    }

    /** Returns the vectors of the posteriors in the order of their names, without those of trained priors. */
    private List<String> posteriors(int count) throws StoreException {
        List<String> vectors = match.layers().stream()
                .map(LayerNames::weight)
                .sorted(new NaturalOrder())
                .toList();
        if (vectors.size() == count) {
            return vectors;
        }
        if (vectors.size() != 2 * count) {
            throw refused("the architecture has " + count + " layers with weights, but the file " + vectors.size());
        }
        List<String> posteriors = new ArrayList<>();
        for (int i = 0; i < vectors.size(); i += 2) {
            String posterior = posterior(vectors.get(i), vectors.get(i + 1));
            String prior = vectors.get(posterior.equals(vectors.get(i)) ? i + 1 : i);
            priors.put(prior, "a trained prior, beside the posterior " + posterior);
            posteriors.add(posterior);
        }
        return posteriors;
    }

    /** Returns the one of two vectors of a layer that is not named a prior, or that has spreads where the other has not. */
    private String posterior(String one, String other) throws StoreException {
        boolean oneIsPrior = one.contains("prior");
        if (oneIsPrior != other.contains("prior")) {
            return oneIsPrior ? other : one;
        }
        long size = arrays.shape(one).elements();
        long otherSize = arrays.shape(other).elements();
        if (size == 2 * otherSize || otherSize == 2 * size) {
            return size > otherSize ? one : other;
        }
        throw refused("arrays " + one + " and " + other + " have " + size + " and " + otherSize + " numbers, so it is"
                + " not clear which is the posterior and which the prior: leave out the prior, or name it so");
    }

    private static String place(String name, int from, int to) {
        return name + " from element " + from + " to " + (to - 1);
    }

    /** Makes a part from a slice of a vector. */
    private interface Cut {
        Part part(Shape shape, int from, int to) throws StoreException;
    }

    /** Cuts a vector into layers, each with its weights and, if the vector is long enough for all of them, biases. */
    private final class Cutter {
        private final List<Kernel> kernels;
        private final boolean biasesFirst;
        private final boolean biases;

        Cutter(String name, int length, List<Kernel> kernels, boolean biasesFirst) throws StoreException {
            this.kernels = kernels;
            this.biasesFirst = biasesFirst;
            long weights = kernels.stream().mapToLong(Kernel::weights).sum();
            long outputs = kernels.stream().mapToLong(Kernel::outputs).sum();
            if (length != weights && length != weights + outputs) {
                throw refused("array " + name + " must have " + weights + " numbers for the weights of its layers or "
                        + (weights + outputs) + " with their biases, but has " + length);
            }
            this.biases = length != weights;
        }

        /** Returns the sizes of the arrays of each layer. */
        List<int[]> pieces() {
            return kernels.stream()
                    .map(kernel ->
                            biases ? new int[] {kernel.weights(), kernel.outputs()} : new int[] {kernel.weights()})
                    .toList();
        }

        List<RawLayer> layers(Axes axes, Cut cut) throws StoreException {
            List<RawLayer> layers = new ArrayList<>();
            int at = 0;
            for (Kernel kernel : kernels) {
                int outputs = biases ? kernel.outputs() : 0;
                int weightsAt = biasesFirst ? at + outputs : at;
                int biasesAt = biasesFirst ? at : at + kernel.weights();
                Part weights = cut.part(axes.shape(kernel), weightsAt, weightsAt + kernel.weights());
                Optional<Part> bias = biases
                        ? Optional.of(cut.part(Shape.of(outputs), biasesAt, biasesAt + outputs))
                        : Optional.empty();
                layers.add(new RawLayer(kernel.toString(), layers.size(), weights, bias));
                at += kernel.weights() + outputs;
            }
            return layers;
        }
    }

    @Override
    public double number(String name) throws IOException {
        double[] numbers = arrays.numbers(named(name));
        if (numbers.length != 1) {
            throw refused("array " + name + " must be a single number, but has " + numbers.length);
        }
        return numbers[0];
    }

    @Override
    public double[] numbers(String name, int count) throws IOException {
        double[] numbers = arrays.numbers(named(name));
        if (numbers.length == count) {
            return numbers;
        }
        int[] each = pieces.stream().flatMapToInt(Arrays::stream).toArray();
        int[] byLayer =
                pieces.stream().mapToInt(sizes -> Arrays.stream(sizes).sum()).toArray();
        int[] lengths = Stream.of(new int[] {count}, each, byLayer)
                .filter(sizes -> sizes.length == numbers.length)
                .findFirst()
                .orElseThrow(() -> refused(
                        "array " + name + " must have 1 number, one for each of the " + byLayer.length + " layers or "
                                + each.length + " arrays, or " + count + ", but has " + numbers.length));
        double[] all = new double[count];
        int at = 0;
        for (int i = 0; i < lengths.length; i++) {
            Arrays.fill(all, at, at + lengths[i], numbers[i]);
            at += lengths[i];
        }
        return all;
    }

    private String named(String name) throws StoreException {
        return arrays.endingIn(name).orElseThrow(() -> refused("it must hold an array " + name));
    }

    @Override
    public boolean anyBelowZero() throws IOException {
        for (LayerNames names : match.layers()) {
            for (Optional<String> spread : List.of(names.weightSpread(), names.biasSpread())) {
                if (spread.isPresent()
                        && Arrays.stream(arrays.numbers(spread.get())).anyMatch(x -> x < 0)) {
                    return true;
                }
            }
        }
        return false;
    }

    @Override
    public Optional<String> text(String name) throws IOException {
        Optional<String> array = arrays.endingIn(name);
        if (array.isEmpty() || arrays.isFloating(array.get())) {
            return Optional.empty();
        }
        StringBuilder text = new StringBuilder();
        for (double character : arrays.numbers(array.get())) {
            text.append((char) character);
        }
        return Optional.of(text.toString());
    }

    @Override
    public boolean has(String name) {
        return arrays.endingIn(name).isPresent();
    }

    private StoreException refused(String problem) {
        return new StoreException(arrays.path(), problem);
    }
}
