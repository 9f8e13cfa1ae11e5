package org.epiwrap.bench;

import java.util.List;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Layer;
import org.epiwrap.data.Volume;

/** Multiplications, each with its addition, of the convolutions and dense layers for one image; nothing else counts. */
final class MultiplyAdds {
    private MultiplyAdds() {}

    /**
     * Of a step by Flipout: two products a layer forward, with the mean and with the perturbation, and twice as many
     * backward, with respect to the input and to the kernel. The images themselves need no gradient.
     */
    static long flipoutStep(Architecture architecture) {
        Layer first = architecture.layers().get(0);
        long ofImages = forward(List.of(first), architecture.input());
        return 2 * (3 * forward(architecture.layers(), architecture.input()) - ofImages);
    }

    private static long forward(List<Layer> layers, Volume input) {
        long sum = 0;
        Volume volume = input;
        for (Layer layer : layers) {
            Volume output = layer.output(volume);
            if (layer instanceof Layer.Convolution convolution) {
                sum += (long) output.size() * volume.channels() * convolution.size() * convolution.size();
            } else if (layer instanceof Layer.Dense) {
                sum += (long) output.size() * volume.size();
            } else if (layer instanceof Layer.Residual residual) {
                sum += forward(residual.body(), volume) + forward(residual.shortcut(), volume);
            } else if (layer.role() == Layer.Role.WEIGHTS) {
                throw new IllegalArgumentException(
                        "the products of a layer must be known, but those of " + layer + " are not");
            }
            volume = output;
        }
        return sum;
    }
}
