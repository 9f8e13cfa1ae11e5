package org.epiwrap.exchange.layer;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Layer;
import org.epiwrap.data.Volume;
import org.epiwrap.exchange.convention.Kernel;
import org.epiwrap.model.manifest.ArchitectureJson;

/**
 * Infers an architecture from the shapes of its kernels: a stack of dense layers; or convolutions, each with or without
 * padding and with or without a pool of 2 after it, and then dense layers; or the same with strides of 2 in place of the
 * pools. Which of these it is shows in the number of inputs of the first dense layer; where that leaves several, it has to
 * be given.
 */
public final class ArchitectureInference {
    private static final int MAX_CONVOLUTIONS = 8;

    private final List<Kernel> kernels;
    private final Pool pool;
    private final Set<Architecture> found = new LinkedHashSet<>();

    private ArchitectureInference(List<Kernel> kernels, Pool pool) {
        this.kernels = kernels;
        this.pool = pool;
    }

    /**
     * Returns the architecture of kernels.
     *
     * @param pool what reduces images between convolutions; where it is not given, the shapes must tell
     */
    public static Architecture of(List<Kernel> kernels, Optional<Volume> input, Optional<Pool> pool) {
        Kernel first = kernels.get(0);
        if (!first.isConvolution()) {
            return dense(kernels, input.orElseGet(() -> usualImage(first.inputs())));
        }
        Volume image = input.orElseGet(() -> usualSize(first.inputs()));
        if (pool.isPresent()) {
            return only(image, of(kernels, image, pool.get()));
        }
        Set<Architecture> pooled = of(kernels, image, Pool.MAX);
        Set<Architecture> strided = of(kernels, image, Pool.NONE);
        strided.removeAll(pooled);
        if (!pooled.isEmpty() && !strided.isEmpty()) {
            throw new IllegalArgumentException("its shapes fit convolutions with strides of 1, with pooling if there is"
                    + " any (--pool max or --pool average): " + text(pooled) + "; and with strides of 2 (--pool none): "
                    + text(strided) + "; the file does not show which it is: use one of these options, or the text that"
                    + " is right in a .json file (--arch)");
        }
        return only(image, pooled.isEmpty() ? strided : pooled);
    }

    /** Returns every architecture that kernels fit, with each way to reduce images. */
    public static Set<Architecture> all(List<Kernel> kernels, Optional<Volume> input) {
        Kernel first = kernels.get(0);
        Set<Architecture> all = new LinkedHashSet<>();
        if (first.isConvolution()) {
            Volume image = input.orElseGet(() -> usualSize(first.inputs()));
            for (Pool pool : Pool.values()) {
                all.addAll(of(kernels, image, pool));
            }
        }
        return all;
    }

    private static Set<Architecture> of(List<Kernel> kernels, Volume image, Pool pool) {
        return new ArchitectureInference(kernels, pool).convolutional(image);
    }

    private static Architecture only(Volume image, Set<Architecture> found) {
        if (found.size() != 1) {
            throw new IllegalArgumentException((found.isEmpty()
                            ? "its shapes fit no common architecture for images of " + image
                            : "its shapes fit more than one architecture: " + text(found))
                    + "; it must be given (--arch), for instance such a text in a .json file");
        }
        return found.iterator().next();
    }

    private static String text(Set<Architecture> all) {
        return all.stream().map(each -> ArchitectureJson.write(each).toString()).collect(Collectors.joining("; or "));
    }

    /** Returns dense layers of the given sizes with ReLU between them. */
    public static Architecture dense(Volume input, int... outputs) {
        List<Layer> layers = new ArrayList<>(List.of(new Layer.Flatten()));
        for (int i = 0; i < outputs.length; i++) {
            layers.add(new Layer.Dense(outputs[i]));
            if (i < outputs.length - 1) {
                layers.add(Layer.relu());
            }
        }
        return new Architecture(input, layers);
    }

    private static Architecture dense(List<Kernel> kernels, Volume input) {
        if (input.size() != kernels.get(0).inputs()) {
            throw new IllegalArgumentException(
                    "the first layer has " + kernels.get(0).inputs() + " inputs, but an image of " + input + " has "
                            + input.size() + " numbers");
        }
        return dense(input, kernels.stream().mapToInt(Kernel::outputs).toArray());
    }

    /** Returns the usual shape of images with this number of inputs. */
    public static Volume usualImage(int inputs) {
        return switch (inputs) {
            case 784 -> new Volume(1, 28, 28);
            case 3072 -> new Volume(3, 32, 32);
            default -> Volume.features(inputs);
        };
    }

    private static Volume usualSize(int channels) {
        return switch (channels) {
            case 1 -> new Volume(1, 28, 28);
            case 3 -> new Volume(3, 32, 32);
            default ->
                throw new IllegalArgumentException("the size of images with " + channels
                        + " channels cannot be inferred: give channels, height and width, such as --input 4x28x28");
        };
    }

    private Set<Architecture> convolutional(Volume input) {
        long convolutions = kernels.stream().filter(Kernel::isConvolution).count();
        if (convolutions == kernels.size() || convolutions > MAX_CONVOLUTIONS) {
            throw new IllegalArgumentException("an architecture of " + convolutions + " convolutions and "
                    + (kernels.size() - convolutions) + " dense layers cannot be inferred: it must be given (--arch)");
        }
        if (input.channels() != kernels.get(0).inputs()) {
            throw new IllegalArgumentException("the first convolution takes images of "
                    + kernels.get(0).inputs() + " channels, but an image of " + input + " has " + input.channels());
        }
        search(input, 0, new ArrayList<>(), input);
        return found;
    }

    /** Tries every choice of padding, and of pooling or stride, for the convolutions from {@code index} on. */
    private void search(Volume input, int index, List<Layer> layers, Volume volume) {
        Kernel kernel = kernels.get(index);
        if (!kernel.isConvolution()) {
            if (volume.size() == kernel.inputs()) {
                complete(input, layers, index);
            }
            return;
        }
        int same = kernel.size() / 2;
        for (int padding : kernel.size() % 2 == 1 && same > 0 ? new int[] {0, same} : new int[] {0}) {
            if (Math.min(volume.height(), volume.width()) + 2 * padding < kernel.size()) {
                continue;
            }
            Layer convolution = new Layer.Convolution(kernel.outputs(), kernel.size(), 1, padding);
            Volume after = convolution.output(volume);
            search(input, index + 1, followed(layers, convolution, Layer.relu()), after);
            if (Math.min(after.height(), after.width()) < 2) {
                continue;
            }
            if (pool == Pool.NONE) {
                Layer strided = new Layer.Convolution(kernel.outputs(), kernel.size(), 2, padding);
                search(input, index + 1, followed(layers, strided, Layer.relu()), strided.output(volume));
            } else {
                Layer pooling = pool == Pool.MAX ? new Layer.MaxPool(2) : new Layer.AveragePool(2);
                search(input, index + 1, followed(layers, convolution, Layer.relu(), pooling), pooling.output(after));
            }
        }
    }

    private static List<Layer> followed(List<Layer> layers, Layer... next) {
        List<Layer> all = new ArrayList<>(layers);
        all.addAll(List.of(next));
        return all;
    }

    private void complete(Volume input, List<Layer> front, int firstDense) {
        int[] outputs =
                kernels.stream().skip(firstDense).mapToInt(Kernel::outputs).toArray();
        List<Layer> layers = new ArrayList<>(front);
        layers.addAll(dense(Layer.through(front, input), outputs).layers());
        found.add(new Architecture(input, layers));
    }
}
