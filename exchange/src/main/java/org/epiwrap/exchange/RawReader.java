package org.epiwrap.exchange;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.epiwrap.exchange.Match.LayerNames;
import org.epiwrap.exchange.RawLayer.Part;
import org.epiwrap.store.Shape;
import org.epiwrap.store.StoreException;

/** Reads the numbers of what a convention has found, and turns its spreads into standard deviations. */
final class RawReader implements SpreadRule.Others {
    private final NamedArrays arrays;
    private final Match match;

    RawReader(NamedArrays arrays, Match match) {
        this.arrays = arrays;
        this.match = match;
    }

    /** Layers that have arrays of their own, in the order of the file. */
    List<RawLayer> layers() throws IOException {
        List<RawLayer> layers = new ArrayList<>();
        boolean stacked = match.convention().form() == Convention.Form.STACKED_DRAWS;
        for (LayerNames names : match.layers()) {
            Part kernel = stacked ? stacked(names.weight()) : part(names.weight(), names.weightSpread());
            Optional<Part> bias = Optional.empty();
            if (names.bias().isPresent()) {
                String name = names.bias().get();
                bias = Optional.of(stacked ? stacked(name) : part(name, names.biasSpread()));
            }
            layers.add(new RawLayer(names.layer(), kernel, bias));
        }
        return layers;
    }

    /** Layers cut out of vectors for the whole network, in its order. */
    List<RawLayer> layers(List<Kernel> kernels, Axes axes) throws IOException {
        return switch (match.convention().form()) {
            case HALVES -> halves(kernels, axes);
            case DRAWS -> draws(kernels, axes);
            default -> vectors(kernels, axes);
        };
    }

    /** The same layers, in order, with the standard deviations of a vector for all of them. */
    List<RawLayer> withVector(List<RawLayer> layers) throws IOException {
        String name = match.vector().orElseThrow();
        double[] sigma = sigma(name);
        int total = layers.stream()
                .mapToInt(layer -> layer.kernel().mean().length
                        + layer.bias().map(bias -> bias.mean().length).orElse(0))
                .sum();
        if (sigma.length != total) {
            throw refused("array " + name + " must have a number for each of the " + total
                    + " weights and biases, but has " + sigma.length);
        }
        List<RawLayer> result = new ArrayList<>();
        int at = 0;
        for (RawLayer layer : layers) {
            Part kernel = spread(layer.kernel(), name, sigma, at);
            at += kernel.mean().length;
            Optional<Part> bias = Optional.empty();
            if (layer.bias().isPresent()) {
                bias = Optional.of(spread(layer.bias().get(), name, sigma, at));
                at += layer.bias().get().mean().length;
            }
            result.add(new RawLayer(layer.name(), kernel, bias));
        }
        return result;
    }

    private Part spread(Part part, String name, double[] sigma, int at) {
        double[] own = Arrays.copyOfRange(sigma, at, at + part.mean().length);
        return Part.gaussian(part.from() + ", sigma = " + formula(name), part.shape(), part.mean(), own);
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
        return match.convention().spread().formula() + (name.isEmpty() ? "" : " with x = " + name);
    }

    private double[] sigma(String name) throws IOException {
        return checked(name, match.convention().spread().rule().of(arrays.numbers(name), this));
    }

    private double[] checked(String name, double[] sigma) throws StoreException {
        for (int i = 0; i < sigma.length; i++) {
            if (!(sigma[i] >= 0 && sigma[i] <= Float.MAX_VALUE)) {
                throw refused("array " + name + " must give standard deviations of at least 0 by "
                        + match.convention().spread().formula() + ", but element " + i + " gives " + sigma[i]);
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

    /** The mean and standard deviation of draws, and the draws. */
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
        return Part.drawn(from + ", " + count + " draws", shape, mean, sigma, draws);
    }

    private List<RawLayer> vectors(List<Kernel> kernels, Axes axes) throws IOException {
        LayerNames names = match.layers().get(0);
        double[] mean = arrays.numbers(names.weight());
        String spread = names.weightSpread().orElseThrow();
        double[] sigma = sigma(spread);
        boolean biasesFirst = match.convention().form() == Convention.Form.VECTOR_BIASES_FIRST;
        Cutter cutter = new Cutter(names.weight(), mean.length, kernels, biasesFirst);
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
        List<LayerNames> ordered = match.layers().stream()
                .sorted(Comparator.comparing(LayerNames::layer, new NaturalOrder()))
                .toList();
        if (ordered.size() != kernels.size()) {
            throw refused(
                    "the architecture has " + kernels.size() + " layers with weights, but the file " + ordered.size());
        }
        List<RawLayer> layers = new ArrayList<>();
        for (int i = 0; i < kernels.size(); i++) {
            String name = ordered.get(i).weight();
            double[] both = arrays.numbers(name);
            int half = both.length / 2;
            double[] sigma = checked(
                    name, match.convention().spread().rule().of(Arrays.copyOfRange(both, half, both.length), this));
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

    private static String place(String name, int from, int to) {
        return name + " from element " + from + " to " + (to - 1);
    }

    /** Makes a part of a stretch of a vector. */
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
                layers.add(new RawLayer(kernel.toString(), weights, bias));
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
        if (numbers.length != 1) {
            throw refused("array " + name + " must have 1 number or " + count + ", but has " + numbers.length);
        }
        double[] same = new double[count];
        Arrays.fill(same, numbers[0]);
        return same;
    }

    private String named(String name) throws StoreException {
        return arrays.endingIn(name).orElseThrow(() -> refused("there must be an array " + name));
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
    public boolean has(String name) {
        return arrays.endingIn(name).isPresent();
    }

    private StoreException refused(String problem) {
        return new StoreException(arrays.path(), problem);
    }
}
