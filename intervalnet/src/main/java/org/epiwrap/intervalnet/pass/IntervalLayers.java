package org.epiwrap.intervalnet.pass;

import java.util.ArrayList;
import java.util.List;
import org.epiwrap.architecture.Bias;
import org.epiwrap.architecture.BlockShape;
import org.epiwrap.architecture.Layout;
import org.epiwrap.network.ByName;
import org.epiwrap.network.NetworkDesign;
import org.epiwrap.tensor.Tensor;

/** Cuts the flat vectors of an interval network into the weights of its layers. */
public final class IntervalLayers {
    /** What batch norm adds to a variance. */
    private static final float NORM_EPSILON = 1e-5f;

    private final NetworkDesign design;
    private final Layout layout;

    IntervalLayers(NetworkDesign design) {
        this.design = design;
        this.layout = design.layout();
    }

    Layout layout() {
        return layout;
    }

    /** Returns the weights of each layer that has some, in the order of the layers. */
    public List<IntervalWeights> weights(Tensor lower, Tensor upper, Tensor points, boolean kept) {
        ByName<Tensor> lowers = design.cut(lower, layout.random());
        ByName<Tensor> uppers = design.cut(upper, layout.random());
        ByName<Tensor> fixed = design.cut(points, layout.points());
        boolean random = design.bias() == Bias.BAYESIAN;
        int runs = design.runs();
        List<IntervalWeights> all = new ArrayList<>();
        for (String name : layout.weighted()) {
            Tensor low = (random ? lowers : fixed).get(name + Layout.BIAS);
            Tensor high = (random ? uppers : fixed).get(name + Layout.BIAS);
            Tensor kernel = lowers.get(name + Layout.KERNEL);
            Tensor both = Tensor.concat(low.rank() - 1, low, high);
            if (runs > 1) {
                both = both.reshape(runs, 1, -1);
            } else if (kernel.rank() == 4) {
                both = both.reshape(-1, 1, 1);
            }
            all.add(new IntervalWeights(kernel, uppers.get(name + Layout.KERNEL), both, runs, kept));
        }
        return all;
    }

    /** Returns each batch norm by its running statistics. */
    List<IntervalPass.Norm> norms(Tensor points, ByName<Tensor> statistics) {
        List<IntervalPass.Norm> all = new ArrayList<>();
        if (layout.norms().isEmpty()) {
            return all;
        }
        ByName<Tensor> fixed = design.cut(points, layout.points());
        for (BlockShape norm : layout.norms()) {
            Tensor spread = statistics
                    .get(norm.name() + Layout.VARIANCE)
                    .plus(Tensor.constant(NORM_EPSILON))
                    .sqrt();
            Tensor gain = fixed.get(norm.name() + Layout.SCALE).dividedBy(spread);
            Tensor shift = fixed.get(norm.name() + Layout.SHIFT);
            Tensor centre = statistics.get(norm.name() + Layout.MEAN).times(gain);
            all.add(new IntervalPass.Norm(
                    gain.reshape(-1, 1, 1),
                    shift.minus(centre).reshape(-1, 1, 1),
                    shift.abs().plus(centre.abs()).reshape(-1, 1, 1)));
        }
        return all;
    }
}
