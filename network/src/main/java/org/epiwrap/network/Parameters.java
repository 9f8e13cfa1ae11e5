package org.epiwrap.network;

import java.util.ArrayList;
import java.util.List;
import org.epiwrap.network.Layer.BatchNorm;
import org.epiwrap.network.Layer.Convolution;
import org.epiwrap.network.Layer.Dense;
import org.epiwrap.network.Layer.Residual;

/**
 * Where the numbers of a network stand. Kernels, which have posteriors, are runs of one flat vector; biases and the
 * scales and shifts of batch norm, which are points, are runs of another. A handful of operations on two long vectors
 * then does what would take several on each of many short ones.
 */
final class Parameters {
    /** A run of a flat vector: what it is, where it begins, its shape. */
    record Slot(String name, int offset, List<Integer> shape) {
        int size() {
            return shape.stream().reduce(1, Math::multiplyExact);
        }
    }

    private final List<Slot> kernels = new ArrayList<>();
    private final List<Slot> points = new ArrayList<>();
    /** Channels of each batch norm. */
    private final List<Integer> norms = new ArrayList<>();

    Parameters(Architecture architecture) {
        add(architecture.layers(), architecture.input());
    }

    private Volume add(List<Layer> layers, Volume input) {
        Volume volume = input;
        for (Layer layer : layers) {
            if (layer instanceof Residual residual) {
                add(residual.body(), volume);
                add(residual.shortcut(), volume);
            } else if (layer instanceof Dense dense) {
                kernel("dense", dense.outputs(), volume.size());
            } else if (layer instanceof Convolution convolution) {
                kernel("convolution", convolution.outputs(), volume.channels(), convolution.size(), convolution.size());
            } else if (layer instanceof BatchNorm) {
                String name = "norm" + norms.size();
                norms.add(volume.channels());
                point(name + ".scale", volume.channels());
                point(name + ".shift", volume.channels());
            }
            volume = layer.output(volume);
        }
        return volume;
    }

    private void kernel(String kind, Integer... shape) {
        String name = kind + kernels.size();
        kernels.add(new Slot(name + ".kernel", kernelSize(), List.of(shape)));
        point(name + ".bias", shape[0]);
    }

    private void point(String name, int size) {
        points.add(new Slot(name, pointSize(), List.of(size)));
    }

    List<Slot> kernels() {
        return kernels;
    }

    List<Slot> points() {
        return points;
    }

    List<Integer> norms() {
        return norms;
    }

    int kernelSize() {
        return end(kernels);
    }

    int pointSize() {
        return end(points);
    }

    private static int end(List<Slot> slots) {
        return slots.isEmpty()
                ? 0
                : slots.get(slots.size() - 1).offset()
                        + slots.get(slots.size() - 1).size();
    }
}
