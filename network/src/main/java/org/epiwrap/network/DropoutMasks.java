package org.epiwrap.network;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.epiwrap.tensor.Tensor;

/** The masks of dropout in one step; each run has its own. */
public final class DropoutMasks {
    private final List<Noise> noises = new ArrayList<>();

    public DropoutMasks(RunSeeds seeds, long step) {
        for (int run = 0; run < seeds.runs(); run++) {
            noises.add(new Noise(seeds.dropout(run, step)));
        }
    }

    /** 0 at the given rate and 1/(1 - rate) elsewhere, for activations of a shape that begins with the runs if several. */
    public Tensor of(double rate, long... shape) {
        float[] mask = new float[size(shape)];
        int each = mask.length / noises.size();
        for (int run = 0; run < noises.size(); run++) {
            noises.get(run).dropout(mask, run * each, (run + 1) * each, rate);
        }
        return Tensor.of(mask, shape);
    }

    static int size(long[] shape) {
        return Arrays.stream(shape).mapToInt(Math::toIntExact).reduce(1, Math::multiplyExact);
    }
}
