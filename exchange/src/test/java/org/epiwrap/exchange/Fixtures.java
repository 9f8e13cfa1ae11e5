package org.epiwrap.exchange;

import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.architecture.Layer;
import org.epiwrap.architecture.Layout;
import org.epiwrap.data.Volume;
import org.epiwrap.exchange.layer.ArchitectureInference;

/** The networks that make.py writes under many names, and the closed forms of their numbers. */
public final class Fixtures {
    private Fixtures() {}

    public static Path file(String name) {
        try {
            return Path.of(Objects.requireNonNull(Fixtures.class.getResource("/fixtures/" + name), name)
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    static Architecture mlp() {
        return ArchitectureInference.dense(Volume.features(5), 3, 4, 2);
    }

    static Architecture convolutional() {
        return new Architecture(
                new Volume(1, 10, 10),
                List.of(
                        new Layer.Convolution(2, 3, 1, 1),
                        Layer.relu(),
                        new Layer.MaxPool(2),
                        new Layer.Convolution(3, 2, 1, 0),
                        Layer.relu(),
                        new Layer.MaxPool(2),
                        new Layer.Flatten(),
                        new Layer.Dense(4),
                        Layer.relu(),
                        new Layer.Dense(2)));
    }

    /** A convolution of 3×3 without padding, batch norm and a dense layer to two classes. */
    static Architecture withNorm(Volume input, int channels) {
        return new Architecture(
                input,
                List.of(
                        new Layer.Convolution(channels, 3, 1, 0),
                        new Layer.BatchNorm(),
                        Layer.relu(),
                        new Layer.Flatten(),
                        new Layer.Dense(2)));
    }

    /** The means in the order in which all weights and biases are random. */
    static double[] means(Architecture architecture) {
        double[] values = new double[new Layout(architecture, Bias.BAYESIAN).randomSize()];
        for (int i = 0; i < values.length; i++) {
            values[i] = 0.5 * Math.sin(i + 1);
        }
        return values;
    }

    static double[] deviations(Architecture architecture) {
        double[] values = new double[new Layout(architecture, Bias.BAYESIAN).randomSize()];
        for (int i = 0; i < values.length; i++) {
            values[i] = 0.05 + 0.04 * Math.cos(i + 1);
        }
        return values;
    }
}
