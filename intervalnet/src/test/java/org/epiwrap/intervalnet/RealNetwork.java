package org.epiwrap.intervalnet;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.commons.numbers.gamma.Erfc;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.architecture.Layer;
import org.epiwrap.architecture.Layout;
import org.epiwrap.data.Volume;

/** A network with given weights for one image, by the definitions and in double: slow, plain, with no code in common. */
final class RealNetwork {
    private final Architecture architecture;
    private final Layout layout;
    private final Map<String, float[]> statistics;

    RealNetwork(Architecture architecture, Bias bias, Map<String, float[]> statistics) {
        this.architecture = architecture;
        this.layout = new Layout(architecture, bias);
        this.statistics = statistics;
    }

    double[] logits(double[] weights, float[] points, double[] image) {
        Map<String, double[]> numbers = new HashMap<>();
        for (Layout.Slot slot : layout.random()) {
            double[] part = new double[slot.size()];
            System.arraycopy(weights, slot.offset(), part, 0, part.length);
            numbers.put(slot.name(), part);
        }
        for (Layout.Slot slot : layout.points()) {
            double[] part = new double[slot.size()];
            for (int i = 0; i < part.length; i++) {
                part[i] = points[slot.offset() + i];
            }
            numbers.put(slot.name(), part);
        }
        Iterator<String> names = layout.weighted().iterator();
        int[] norm = new int[1];
        return through(architecture.layers(), architecture.input(), image, numbers, names, norm);
    }

    private double[] through(
            List<Layer> layers,
            Volume input,
            double[] image,
            Map<String, double[]> numbers,
            Iterator<String> names,
            int[] norm) {
        double[] x = image;
        Volume volume = input;
        for (Layer layer : layers) {
            if (layer instanceof Layer.Residual residual) {
                double[] body = through(residual.body(), volume, x, numbers, names, norm);
                double[] side = through(residual.shortcut(), volume, x, numbers, names, norm);
                double[] sum = new double[body.length];
                for (int i = 0; i < sum.length; i++) {
                    sum[i] = body[i] + side[i];
                }
                x = sum;
            } else if (layer instanceof Layer.Dense dense) {
                String name = names.next();
                x = dense(dense, x, get(numbers, name + ".kernel"), get(numbers, name + ".bias"));
            } else if (layer instanceof Layer.Convolution convolution) {
                String name = names.next();
                x = convolution(convolution, volume, x, get(numbers, name + ".kernel"), get(numbers, name + ".bias"));
            } else if (layer instanceof Layer.BatchNorm) {
                x = norm(volume, x, numbers, "norm" + norm[0]++);
            } else if (layer instanceof Layer.Nonlinearity nonlinearity) {
                String function = nonlinearity.activation().toString();
                x = Arrays.stream(x).map(value -> activation(function, value)).toArray();
            } else if (layer instanceof Layer.AveragePool pool) {
                x = pool(volume, x, pool.size(), true);
            } else if (layer instanceof Layer.MaxPool pool) {
                x = pool(volume, x, pool.size(), false);
            }
            volume = layer.output(volume);
        }
        return x;
    }

    private static double activation(String name, double x) {
        return switch (name) {
            case "relu" -> x > 0 ? x : 0;
            case "leaky-relu" -> x > 0 ? x : 0.01 * x;
            case "elu" -> x > 0 ? x : Math.expm1(x);
            case "softplus" -> x > 30 ? x : Math.log1p(Math.exp(x));
            case "sigmoid" -> 0.5 + 0.5 * Math.tanh(0.5 * x);
            case "tanh" -> Math.sinh(x) / Math.cosh(x);
            case "hard-sigmoid" -> x < -3 ? 0 : x > 3 ? 1 : x / 6 + 0.5;
            case "hard-tanh" -> x < -1 ? -1 : x > 1 ? 1 : x;
            case "gelu" -> 0.5 * x * Erfc.value(-x / Math.sqrt(2));
            case "gelu-tanh" -> x / (1 + Math.exp(-2 * Math.sqrt(2 / Math.PI) * (x + 0.044715 * x * x * x)));
            case "silu" -> x / (1 + Math.exp(-x));
            case "mish" -> x * (1 - 2 / (Math.pow(1 + Math.exp(x), 2) + 1));
            default -> throw new IllegalArgumentException(name);
        };
    }

    private static <T> T get(Map<String, T> things, String name) {
        return Objects.requireNonNull(things.get(name));
    }

    private static double[] dense(Layer.Dense layer, double[] x, double[] kernel, double[] bias) {
        double[] y = new double[layer.outputs()];
        for (int o = 0; o < y.length; o++) {
            y[o] = bias[o];
            for (int i = 0; i < x.length; i++) {
                y[o] += kernel[o * x.length + i] * x[i];
            }
        }
        return y;
    }

    private static double[] convolution(
            Layer.Convolution layer, Volume in, double[] x, double[] kernel, double[] bias) {
        Volume out = layer.output(in);
        int k = layer.size();
        double[] y = new double[out.size()];
        for (int o = 0; o < out.channels(); o++) {
            for (int row = 0; row < out.height(); row++) {
                for (int column = 0; column < out.width(); column++) {
                    double sum = bias[o];
                    for (int c = 0; c < in.channels(); c++) {
                        for (int dy = 0; dy < k; dy++) {
                            for (int dx = 0; dx < k; dx++) {
                                int r = row * layer.stride() + dy - layer.padding();
                                int q = column * layer.stride() + dx - layer.padding();
                                if (r >= 0 && r < in.height() && q >= 0 && q < in.width()) {
                                    sum += kernel[((o * in.channels() + c) * k + dy) * k + dx]
                                            * x[(c * in.height() + r) * in.width() + q];
                                }
                            }
                        }
                    }
                    y[(o * out.height() + row) * out.width() + column] = sum;
                }
            }
        }
        return y;
    }

    private double[] norm(Volume volume, double[] x, Map<String, double[]> numbers, String name) {
        double[] y = new double[x.length];
        int plane = volume.height() * volume.width();
        for (int i = 0; i < x.length; i++) {
            int c = i / plane;
            double mean = get(statistics, name + ".mean")[c];
            double variance = get(statistics, name + ".variance")[c];
            double scale = get(numbers, name + ".scale")[c];
            double shift = get(numbers, name + ".shift")[c];
            y[i] = (x[i] - mean) / Math.sqrt(variance + 1e-5f) * scale + shift;
        }
        return y;
    }

    private static double[] pool(Volume in, double[] x, int size, boolean average) {
        Volume out = new Volume(in.channels(), in.height() / size, in.width() / size);
        double[] y = new double[out.size()];
        for (int i = 0; i < y.length; i++) {
            int column = i % out.width();
            int row = i / out.width() % out.height();
            int c = i / out.width() / out.height();
            double sum = 0;
            double largest = Double.NEGATIVE_INFINITY;
            for (int dy = 0; dy < size; dy++) {
                for (int dx = 0; dx < size; dx++) {
                    double value = x[(c * in.height() + row * size + dy) * in.width() + column * size + dx];
                    sum += value;
                    largest = Math.max(largest, value);
                }
            }
            y[i] = average ? sum / (size * size) : largest;
        }
        return y;
    }
}
