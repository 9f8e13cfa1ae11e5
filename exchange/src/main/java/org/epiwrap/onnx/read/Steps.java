package org.epiwrap.onnx.read;

import java.util.ArrayList;
import java.util.List;
import org.epiwrap.architecture.Layer;
import org.epiwrap.data.Volume;

/** The layers that a walk has met, in order, and the shape after them. */
final class Steps {
    private final List<Layer> layers = new ArrayList<>();
    private final List<OnnxNetwork.Linear> linear = new ArrayList<>();
    private final List<OnnxNetwork.Norm> norms = new ArrayList<>();
    private Volume volume;
    /** Whether values are plain features, [examples, features]. */
    private boolean isFlat;

    Steps(Volume volume, boolean isFlat) {
        this.volume = volume;
        this.isFlat = isFlat;
    }

    /** Returns an empty walk from here. */
    Steps branch() {
        return new Steps(volume, isFlat);
    }

    void add(Layer layer) {
        volume = layer.output(volume);
        layers.add(layer);
    }

    void add(Layer layer, OnnxNetwork.Linear weights) {
        add(layer);
        linear.add(weights);
    }

    void add(Layer layer, OnnxNetwork.Norm norm) {
        add(layer);
        norms.add(norm);
    }

    void flatten() {
        if (!isFlat) {
            add(new Layer.Flatten());
            isFlat = true;
        }
    }

    /** Adds a block; weights of the body come before those of the shortcut. */
    void addResidual(Steps body, Steps shortcut) {
        if (body.isFlat != shortcut.isFlat) {
            throw new IllegalArgumentException("the branches of a residual block must both give images or both give"
                    + " features, but give one of each");
        }
        add(new Layer.Residual(body.layers, shortcut.layers));
        isFlat = body.isFlat;
        linear.addAll(body.linear);
        linear.addAll(shortcut.linear);
        norms.addAll(body.norms);
        norms.addAll(shortcut.norms);
    }

    Volume volume() {
        return volume;
    }

    boolean isFlat() {
        return isFlat;
    }

    List<Layer> layers() {
        return layers;
    }

    List<OnnxNetwork.Linear> linear() {
        return linear;
    }

    List<OnnxNetwork.Norm> norms() {
        return norms;
    }
}
