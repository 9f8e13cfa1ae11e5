package org.epiwrap.intervalnet;

import java.util.List;
import org.epiwrap.data.Volume;
import org.epiwrap.intervalnet.pass.FirstOrderPass;
import org.epiwrap.network.InputBatch;
import org.epiwrap.tensor.Scope;
import org.epiwrap.tensor.Tensor;

/** What epistemic scores are computed from, which is not public. */
public final class LastHidden {
    private LastHidden() {}

    /** The centres and the radii for some images. */
    public static List<float[]> of(IntervalNetwork network, float[] pixels) {
        Volume volume = network.architecture().input();
        return Scope.get(() -> {
            int count = pixels.length / volume.size();
            Tensor input = Tensor.of(pixels, count, volume.channels(), volume.height(), volume.width());
            FirstOrderPass.Spread spread = network.passes().lastHidden(new InputBatch(input, 0, count, false));
            return List.of(spread.centre().toArray(), spread.radiusOrZeros().toArray());
        });
    }
}
