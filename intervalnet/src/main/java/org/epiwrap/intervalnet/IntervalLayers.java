package org.epiwrap.intervalnet;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.architecture.BlockShape;
import org.epiwrap.architecture.Layout;
import org.epiwrap.tensor.Tensor;

/** Cuts the flat vectors of an interval network into the weights of its layers. */
final class IntervalLayers {
    /** What batch norm adds to a variance. */
    private static final float NORM_EPSILON = 1e-5f;

    private final Layout layout;
    private final Bias bias;
    private final int runs;

    IntervalLayers(Architecture architecture, Bias bias, int runs) {
        this.layout = new Layout(architecture, bias);
        this.bias = bias;
        this.runs = runs;
    }

    Layout layout() {
        return layout;
    }

    /** The weights of each layer that has some, in the order of the layers. */
    List<IntervalWeights> weights(Tensor lower, Tensor upper, Tensor points, boolean kept) {
        Map<String, Tensor> lowers = cut(lower, layout.random());
        Map<String, Tensor> uppers = cut(upper, layout.random());
        Map<String, Tensor> fixed = cut(points, layout.points());
        List<IntervalWeights> all = new ArrayList<>();
        for (String name : layout.weighted()) {
            Tensor low = get(bias == Bias.BAYESIAN ? lowers : fixed, name + Layout.BIAS);
            Tensor high = get(bias == Bias.BAYESIAN ? uppers : fixed, name + Layout.BIAS);
            Tensor kernel = get(lowers, name + Layout.KERNEL);
            Tensor both = Tensor.concat(low.rank() - 1, low, high);
            if (runs > 1) {
                both = both.reshape(runs, 1, -1);
            } else if (kernel.rank() == 4) {
                both = both.reshape(-1, 1, 1);
            }
            all.add(new IntervalWeights(kernel, get(uppers, name + Layout.KERNEL), both, runs, kept));
        }
        return all;
    }

    /** Each batch norm by its running statistics. */
    List<IntervalPass.Norm> norms(Tensor points, Map<String, Tensor> statistics) {
        List<IntervalPass.Norm> all = new ArrayList<>();
        if (layout.norms().isEmpty()) {
            return all;
        }
        Map<String, Tensor> fixed = cut(points, layout.points());
        for (BlockShape norm : layout.norms()) {
            Tensor spread = get(statistics, norm.name() + Layout.VARIANCE)
                    .plus(Tensor.constant(NORM_EPSILON))
                    .sqrt();
            Tensor gain = get(fixed, norm.name() + Layout.SCALE).dividedBy(spread);
            Tensor shift = get(fixed, norm.name() + Layout.SHIFT);
            Tensor centre = get(statistics, norm.name() + Layout.MEAN).times(gain);
            all.add(new IntervalPass.Norm(
                    gain.reshape(-1, 1, 1),
                    shift.minus(centre).reshape(-1, 1, 1),
                    shift.abs().plus(centre.abs()).reshape(-1, 1, 1)));
        }
        return all;
    }

    private static Tensor get(Map<String, Tensor> tensors, String name) {
        return Objects.requireNonNull(tensors.get(name), name);
    }

    private Map<String, Tensor> cut(Tensor flat, List<Layout.Slot> slots) {
        Map<String, Tensor> byName = new LinkedHashMap<>();
        if (slots.isEmpty()) {
            return byName;
        }
        long[] starts = slots.stream().skip(1).mapToLong(Layout.Slot::offset).toArray();
        List<Tensor> parts = flat.split(1, starts);
        for (int i = 0; i < slots.size(); i++) {
            LongStream own = slots.get(i).shape().sizes().stream().mapToLong(Integer::longValue);
            long[] shape = (runs == 1 ? own : LongStream.concat(LongStream.of(runs), own)).toArray();
            byName.put(slots.get(i).name(), parts.get(i).reshape(shape));
        }
        return byName;
    }
}
