package org.epiwrap.architecture;

import java.util.List;
import java.util.stream.Stream;
import org.epiwrap.activation.Activation;
import org.epiwrap.check.Check;
import org.epiwrap.data.Volume;

/** A layer of an architecture, as a value without weights. */
public sealed interface Layer {

    /** The largest kernel, window, stride or padding that is accepted; sums of two stay far from the end of int. */
    int MAX_WINDOW = 1 << 16;

    /** Returns the shape that comes out when {@code input} goes in; refuses what does not fit. */
    default Volume output(Volume input) {
        return input;
    }

    /** Returns whether no output is below 0, whatever the weights, given whether no input is. */
    default boolean nonNegative(boolean input) {
        return false;
    }

    /** What a layer does to values in prediction. */
    enum Role {
        /** Computes sums weighted by the posteriors of the network. */
        WEIGHTS,
        /** Computes sums with fixed factors. */
        LINEAR,
        /** Takes the largest of several values. */
        MAXIMUM,
        /** Applies a nonlinear function to each value. */
        ACTIVATION,
        /** Leaves the values as they are. */
        IDENTITY,
        /** Adds up what other layers do. */
        BLOCK
    }

    /** Returns what this layer does to values in prediction. */
    Role role();

    /** Returns the layers of a block, of blocks inside it too, or this layer alone. */
    default Stream<Layer> leaves() {
        return Stream.of(this);
    }

    /** Calls the method of a visitor that is made for this kind of layer. */
    <T, R> R accept(Visitor<T, R> visitor, T input);

    /**
     * Something that is done with each kind of layer, such as a pass. A new kind of layer does not compile until every
     * visitor handles it.
     *
     * @param <T> what goes into a layer
     * @param <R> what comes out
     */
    interface Visitor<T, R> {
        /** Handles a dense layer. */
        R dense(Dense layer, T input);

        /** Handles a convolution. */
        R convolution(Convolution layer, T input);

        /** Handles an average pool. */
        R averagePool(AveragePool layer, T input);

        /** Handles a max pool. */
        R maxPool(MaxPool layer, T input);

        /** Handles a batch norm. */
        R batchNorm(BatchNorm layer, T input);

        /** Handles a nonlinear function of each value. */
        R nonlinearity(Nonlinearity layer, T input);

        /** Handles dropout. */
        R dropout(Dropout layer, T input);

        /** Handles the step from images to features. */
        R flatten(Flatten layer, T input);

        /** Handles a body and the shortcut around it. */
        R residual(Residual layer, T input);
    }

    /** Takes an input through several layers by a visitor whose results are the inputs of the next layer. */
    static <T> T through(List<Layer> layers, Visitor<T, T> visitor, T input) {
        T x = input;
        for (Layer layer : layers) {
            x = layer.accept(visitor, x);
        }
        return x;
    }

    /** Computes every output as a weighted sum of all inputs. */
    record Dense(int outputs) implements Layer {
        public Dense {
            Check.atLeast("outputs", outputs, 1);
        }

        @Override
        public Volume output(Volume input) {
            return Volume.features(outputs);
        }

        @Override
        public Role role() {
            return Role.WEIGHTS;
        }

        @Override
        public <T, R> R accept(Visitor<T, R> visitor, T input) {
            return visitor.dense(this, input);
        }
    }

    /** Slides square kernels over an image. */
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

        @Override
        public Role role() {
            return Role.WEIGHTS;
        }

        @Override
        public <T, R> R accept(Visitor<T, R> visitor, T input) {
            return visitor.convolution(this, input);
        }
    }

    /** Takes the mean of each square of inputs. */
    record AveragePool(int size) implements Layer {
        public AveragePool {
            Check.between("size", size, 1, MAX_WINDOW);
        }

        @Override
        public Volume output(Volume input) {
            return pooled(input, size);
        }

        @Override
        public boolean nonNegative(boolean input) {
            return input;
        }

        @Override
        public Role role() {
            return Role.LINEAR;
        }

        @Override
        public <T, R> R accept(Visitor<T, R> visitor, T input) {
            return visitor.averagePool(this, input);
        }
    }

    /** Takes the largest of each square of inputs. */
    record MaxPool(int size) implements Layer {
        public MaxPool {
            Check.between("size", size, 1, MAX_WINDOW);
        }

        @Override
        public Volume output(Volume input) {
            return pooled(input, size);
        }

        @Override
        public boolean nonNegative(boolean input) {
            return input;
        }

        @Override
        public Role role() {
            return Role.MAXIMUM;
        }

        @Override
        public <T, R> R accept(Visitor<T, R> visitor, T input) {
            return visitor.maxPool(this, input);
        }
    }

    /** Brings each channel to mean 0 and variance 1 over the batch, then scales and shifts it by trained numbers. */
    record BatchNorm() implements Layer {
        @Override
        public Role role() {
            return Role.LINEAR;
        }

        @Override
        public <T, R> R accept(Visitor<T, R> visitor, T input) {
            return visitor.batchNorm(this, input);
        }
    }

    /** Applies a nonlinear function to each value. */
    record Nonlinearity(Activation activation) implements Layer {
        @Override
        public boolean nonNegative(boolean input) {
            return activation.nonNegative();
        }

        @Override
        public Role role() {
            return Role.ACTIVATION;
        }

        @Override
        public <T, R> R accept(Visitor<T, R> visitor, T input) {
            return visitor.nonlinearity(this, input);
        }

        @Override
        public String toString() {
            return activation.toString();
        }
    }

    /** Returns the layer that computes max(x, 0). */
    static Nonlinearity relu() {
        return new Nonlinearity(new Activation.Relu());
    }

    /** Sets each value to 0 with probability {@code rate} in training, and divides the others by 1 − rate. */
    record Dropout(double rate) implements Layer {
        public Dropout {
            if (!(rate >= 0 && rate < 1)) {
                throw new IllegalArgumentException("rate must be in [0, 1), but is " + rate);
            }
        }

        @Override
        public boolean nonNegative(boolean input) {
            return input;
        }

        @Override
        public Role role() {
            return Role.IDENTITY;
        }

        @Override
        public <T, R> R accept(Visitor<T, R> visitor, T input) {
            return visitor.dropout(this, input);
        }
    }

    /** Turns an image into plain features. */
    record Flatten() implements Layer {
        @Override
        public Volume output(Volume input) {
            return Volume.features(input.size());
        }

        @Override
        public boolean nonNegative(boolean input) {
            return input;
        }

        @Override
        public Role role() {
            return Role.IDENTITY;
        }

        @Override
        public <T, R> R accept(Visitor<T, R> visitor, T input) {
            return visitor.flatten(this, input);
        }
    }

    /** Computes body(x) + shortcut(x); an empty shortcut passes x as it is. */
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

        @Override
        public boolean nonNegative(boolean input) {
            return Layer.nonNegative(body, input) && Layer.nonNegative(shortcut, input);
        }

        @Override
        public Role role() {
            return Role.BLOCK;
        }

        @Override
        public Stream<Layer> leaves() {
            return Stream.concat(body.stream(), shortcut.stream()).flatMap(Layer::leaves);
        }

        @Override
        public <T, R> R accept(Visitor<T, R> visitor, T input) {
            return visitor.residual(this, input);
        }
    }

    /** Returns whether no output of several layers is below 0, whatever their weights, given whether no input is. */
    static boolean nonNegative(List<Layer> layers, boolean input) {
        boolean is = input;
        for (Layer layer : layers) {
            is = layer.nonNegative(is);
        }
        return is;
    }

    /** Returns the shape after several layers. */
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
