package org.epiwrap.architecture;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.epiwrap.activation.Activation;
import org.epiwrap.architecture.Layer.AveragePool;
import org.epiwrap.architecture.Layer.BatchNorm;
import org.epiwrap.architecture.Layer.Convolution;
import org.epiwrap.architecture.Layer.Dense;
import org.epiwrap.architecture.Layer.Dropout;
import org.epiwrap.architecture.Layer.Flatten;
import org.epiwrap.architecture.Layer.MaxPool;
import org.epiwrap.architecture.Layer.Nonlinearity;
import org.epiwrap.architecture.Layer.Residual;
import org.epiwrap.check.Check;
import org.epiwrap.data.Volume;

/**
 * A network without its weights: what goes in and the layers in order. The last layer gives the logits.
 *
 * @param input the shape of one example
 */
public record Architecture(Volume input, List<Layer> layers) {
    /** Of the first stage of ResNet-18 and VGG-16. */
    private static final int USUAL_CHANNELS = 64;

    private static final int MAX_CHANNELS = 1024;

    public Architecture {
        layers = List.copyOf(layers);
        Layer.through(layers, input);
    }

    /** Returns hidden layers of the given widths with ReLU, and dropout of 0.1 after each. */
    public static Architecture mlp(Volume input, int classes, int... widths) {
        List<Layer> layers = new ArrayList<>(List.of(new Flatten()));
        for (int width : widths) {
            layers.addAll(List.of(new Dense(width), Layer.relu(), new Dropout(0.1)));
        }
        layers.add(new Dense(classes));
        return new Architecture(input, layers);
    }

    /** Returns LeNet-5 with ReLU. Images of 28×28 are padded to 32×32 by the first convolution, as in the original. */
    public static Architecture leNet5(Volume input, int classes) {
        int padding = input.height() == 28 ? 2 : 0;
        return new Architecture(
                input,
                List.of(
                        new Convolution(6, 5, 1, padding),
                        Layer.relu(),
                        new AveragePool(2),
                        new Convolution(16, 5, 1, 0),
                        Layer.relu(),
                        new AveragePool(2),
                        new Flatten(),
                        new Dense(120),
                        Layer.relu(),
                        new Dense(84),
                        Layer.relu(),
                        new Dense(classes)));
    }

    /** Returns ResNet-18 with a 3×3 stem for small images: four stages of two basic blocks, 64 to 512 channels. */
    public static Architecture resNet18(Volume input, int classes) {
        return resNet18(input, classes, USUAL_CHANNELS);
    }

    /**
     * Returns the same, narrower or wider: a quarter of the channels takes a sixteenth of the arithmetic.
     *
     * @param channels of the stem and the first stage; each stage after it has twice as many
     */
    public static Architecture resNet18(Volume input, int classes, int channels) {
        Check.between("channels", channels, 1, MAX_CHANNELS);
        List<Layer> layers =
                new ArrayList<>(List.of(new Convolution(channels, 3, 1, 1), new BatchNorm(), Layer.relu()));
        int inputs = channels;
        for (int stage = 0; stage < 4; stage++) {
            int outputs = channels << stage;
            layers.addAll(basicBlock(inputs, outputs, stage == 0 ? 1 : 2));
            layers.addAll(basicBlock(outputs, outputs, 1));
            inputs = outputs;
        }
        Volume last = Layer.through(layers, input);
        layers.addAll(List.of(new AveragePool(last.height()), new Flatten(), new Dense(classes)));
        return new Architecture(input, layers);
    }

    private static List<Layer> basicBlock(int inputs, int outputs, int stride) {
        List<Layer> body = List.of(
                new Convolution(outputs, 3, stride, 1),
                new BatchNorm(),
                Layer.relu(),
                new Convolution(outputs, 3, 1, 1),
                new BatchNorm());
        List<Layer> shortcut = inputs == outputs && stride == 1
                ? List.of()
                : List.of(new Convolution(outputs, 1, stride, 0), new BatchNorm());
        return List.of(new Residual(body, shortcut), Layer.relu());
    }

    /** Returns VGG-16: thirteen 3×3 convolutions with batch norm in five stages, each ended by a max pool, then dense. */
    public static Architecture vgg16(Volume input, int classes) {
        return vgg16(input, classes, USUAL_CHANNELS);
    }

    /** Returns the same, narrower or wider: so many channels in the first stage, up to eight times as many later. */
    public static Architecture vgg16(Volume input, int classes, int channels) {
        Check.between("channels", channels, 1, MAX_CHANNELS);
        List<Layer> layers = new ArrayList<>();
        int[] depths = {2, 2, 3, 3, 3};
        for (int stage = 0; stage < depths.length; stage++) {
            for (int i = 0; i < depths[stage]; i++) {
                int outputs = channels << Math.min(stage, 3);
                layers.addAll(List.of(new Convolution(outputs, 3, 1, 1), new BatchNorm(), Layer.relu()));
            }
            // 28×28 is down to one pixel after four halvings; a fifth would have nothing to pool.
            if (Layer.through(layers, input).height() > 1) {
                layers.add(new MaxPool(2));
            }
        }
        layers.addAll(
                List.of(new Flatten(), new Dense(8 * channels), Layer.relu(), new Dropout(0.5), new Dense(classes)));
        return new Architecture(input, layers);
    }

    /** Returns the same with another activation in place of each ReLU. */
    public Architecture with(Activation activation) {
        return new Architecture(input, replaced(layers, new Nonlinearity(activation)));
    }

    private static List<Layer> replaced(List<Layer> layers, Nonlinearity other) {
        return layers.stream()
                .map(layer -> layer instanceof Residual residual
                        ? new Residual(replaced(residual.body(), other), replaced(residual.shortcut(), other))
                        : layer.equals(Layer.relu()) ? other : layer)
                .toList();
    }

    public Volume output() {
        return Layer.through(layers, input);
    }

    /** Throws an {@link IllegalArgumentException} unless the network takes examples of a shape. */
    public void checkInput(Volume shape) {
        if (!shape.equals(input)) {
            throw new IllegalArgumentException("examples must be " + input + " for this network, but are " + shape);
        }
    }

    /** Returns the activation directly before the last layer, where nothing but identities comes between. */
    public Optional<Activation> lastActivation() {
        for (int i = layers.size() - 2; i >= 0; i--) {
            if (layers.get(i) instanceof Nonlinearity last) {
                return Optional.of(last.activation());
            } else if (layers.get(i).role() != Layer.Role.IDENTITY) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    /** Returns the number of outputs of the last layer. */
    public int classes() {
        return output().size();
    }

    /** Returns all layers, those inside residual blocks too, in the order of their parameters. */
    public Stream<Layer> flattened() {
        return flattened(layers);
    }

    /** Returns whether several runs can be one computation, as those of plain features can. */
    public boolean canRunTogether() {
        return flattened()
                .allMatch(layer -> layer instanceof Dense
                        || layer instanceof Nonlinearity
                        || layer instanceof Dropout
                        || layer instanceof Flatten);
    }

    private static Stream<Layer> flattened(List<Layer> layers) {
        return layers.stream()
                .flatMap(layer -> layer instanceof Residual residual
                        ? Stream.concat(flattened(residual.body()), flattened(residual.shortcut()))
                        : Stream.of(layer));
    }

    /** Returns the numbers that one example passes through: the outputs of all layers. */
    public long activations() {
        return activations(layers, input);
    }

    private static long activations(List<Layer> layers, Volume input) {
        long sum = 0;
        Volume volume = input;
        for (Layer layer : layers) {
            if (layer instanceof Residual residual) {
                sum += activations(residual.body(), volume) + activations(residual.shortcut(), volume);
            }
            volume = layer.output(volume);
            sum += volume.size();
        }
        return sum;
    }

    @Override
    public String toString() {
        return input + " → " + layers.stream().map(Layer::toString).collect(Collectors.joining(" → "));
    }
}
