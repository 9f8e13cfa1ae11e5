package org.epiwrap.intervalnet;

import java.util.Arrays;
import java.util.List;
import org.epiwrap.architecture.Layout;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.input.Input;
import org.epiwrap.network.BayesianNetwork;

/**
 * How far a change of each weight carries: the mean input that meets it, over some images, times the sum of |μ| of the
 * weights that its output feeds in the next layer. The weight of a bias meets 1; outputs of the last layer feed 1.
 */
public record Reach(Dataset images, Input input) {
    private static final int ENOUGH = 5000;

    /** Returns the reach over the first of a network's training images, enough of them to know a mean. */
    public static Reach over(Dataset train, Input input) {
        return new Reach(train.subset(0, Math.min(ENOUGH, train.size())), input);
    }

    /** Returns the reach of a run's weights, in the order of {@link Layout#random}. */
    float[] of(BayesianNetwork network, int run) {
        Layout layout = new Layout(network.architecture(), network.bias());
        float[] mu = network.means(run);
        List<float[]> inputs;
        try (BayesianNetwork alone = network.run(run)) {
            inputs = alone.meanInputs(images, input);
        }
        List<Layout.Slot> kernels = layout.random().stream()
                .filter(slot -> slot.name().endsWith(Layout.KERNEL))
                .toList();
        float[] reach = new float[mu.length];
        for (int layer = 0; layer < kernels.size(); layer++) {
            Layout.Slot kernel = kernels.get(layer);
            int outputs = kernel.shape().sizes().get(0);
            float[] downstream =
                    layer + 1 < kernels.size() ? downstream(mu, kernels.get(layer + 1), outputs) : ones(outputs);
            float[] mean = inputs.get(layer);
            int perOutput = kernel.size() / outputs;
            int window = perOutput / mean.length;
            for (int i = 0; i < kernel.size(); i++) {
                reach[kernel.offset() + i] = mean[i % perOutput / window] * downstream[i / perOutput];
            }
            String bias = kernel.name().replace(Layout.KERNEL, Layout.BIAS);
            layout.random().stream()
                    .filter(slot -> slot.name().equals(bias))
                    .forEach(slot -> System.arraycopy(downstream, 0, reach, slot.offset(), outputs));
        }
        return reach;
    }

    /** Returns the sum of |μ| that each output channel or feature meets; a channel's pixels lie together. */
    private static float[] downstream(float[] mu, Layout.Slot next, int outputs) {
        int perOutput = next.size() / next.shape().sizes().get(0);
        // A shortcut may lie between: then the next kernel has another number of channels, and shares are equal.
        boolean fits = perOutput % outputs == 0;
        float[] sums = new float[outputs];
        for (int i = 0; i < next.size(); i++) {
            int from = fits ? i % perOutput / (perOutput / outputs) : i % outputs;
            sums[from] += Math.abs(mu[next.offset() + i]);
        }
        return sums;
    }

    private static float[] ones(int count) {
        float[] ones = new float[count];
        Arrays.fill(ones, 1);
        return ones;
    }
}
