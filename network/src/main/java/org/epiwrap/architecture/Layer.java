package org.epiwrap.architecture;

import java.util.List;
import org.epiwrap.check.Check;

/** A layer of an architecture: a value, without weights. */
public sealed interface Layer {

    /** No kernel, window, step or margin of any network is larger; sums of two stay far from the end of int. */
    int MAX_WINDOW = 1 << 16;

    /** The shape that comes out when {@code input} goes in; refuses what does not fit. */
    Volume output(Volume input);

    /** Every output is a weighted sum of all inputs. */
    record Dense(int outputs) implements Layer {
        public Dense {
            Check.atLeast("outputs", outputs, 1);
        }

        @Override
        public Volume output(Volume input) {
            return Volume.features(outputs);
        }
    }

    /** Square kernels. */
    record Convolution(int outputs, int size, int stride, int padding) implements Layer {
        public Convolution {
            Check.atLeast("outputs", outputs, 1);
            Check.between("size", size, 1, MAX_WINDOW);
            Check.between("stride", stride, 1, MAX_WINDOW);
            Check.between("padding", padding, 0, MAX_WINDOW);
        }

        @Override
        public Volume output(Volume input) {
            return new Volume(
                    outputs,
                    slide("height", input.height() + 2L * padding, size, stride),
                    slide("width", input.width() + 2L * padding, size, stride));
        }
    }

    /** The mean of each square of inputs. */
    record AveragePool(int size) implements Layer {
        public AveragePool {
            Check.between("size", size, 1, MAX_WINDOW);
        }

        @Override
        public Volume output(Volume input) {
            return pooled(input, size);
        }
    }

    /** The largest of each square of inputs. */
    record MaxPool(int size) implements Layer {
        public MaxPool {
            Check.between("size", size, 1, MAX_WINDOW);
        }

        @Override
        public Volume output(Volume input) {
            return pooled(input, size);
        }
    }

    /** Each channel brought to mean 0 and variance 1 over the batch, then scaled and shifted by trained numbers. */
    record BatchNorm() implements Layer {
        @Override
        public Volume output(Volume input) {
            return input;
        }
    }

    /** max(x, 0). */
    record Relu() implements Layer {
        @Override
        public Volume output(Volume input) {
            return input;
        }
    }

    /** In training, each value is 0 with probability {@code rate}, and the others are scaled up to make good for it. */
    record Dropout(double rate) implements Layer {
        public Dropout {
            if (!(rate >= 0 && rate < 1)) {
                throw new IllegalArgumentException("rate must be in [0, 1), but is " + rate);
            }
        }

        @Override
        public Volume output(Volume input) {
            return input;
        }
    }

    /** An image as plain features. */
    record Flatten() implements Layer {
        @Override
        public Volume output(Volume input) {
            return Volume.features(input.size());
        }
    }

    /** body(x) + shortcut(x); an empty shortcut passes x as it is. */
    record Residual(List<Layer> body, List<Layer> shortcut) implements Layer {
        public Residual {
            body = List.copyOf(body);
            shortcut = List.copyOf(shortcut);
        }

        @Override
        public Volume output(Volume input) {
            Volume main = through(body, input);
            Volume side = through(shortcut, input);
            if (!main.equals(side)) {
                throw new IllegalArgumentException(
                        "body and shortcut must give the same shape, but give " + main + " and " + side);
            }
            return main;
        }
    }

    /** The shape after several layers. */
    static Volume through(List<Layer> layers, Volume input) {
        Volume volume = input;
        for (Layer layer : layers) {
            volume = layer.output(volume);
        }
        return volume;
    }

    private static Volume pooled(Volume input, int size) {
        return new Volume(
                input.channels(),
                slide("height", input.height(), size, size),
                slide("width", input.width(), size, size));
    }

    private static int slide(String name, long length, int size, int stride) {
        if (length < size) {
            throw new IllegalArgumentException(
                    name + " must be at least " + size + " for a window of that size, but is " + length);
        }
        long places = (length - size) / stride + 1;
        if (places > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    name + " must have room for at most " + Integer.MAX_VALUE + " windows, but has for " + places);
        }
        return (int) places;
    }
}
