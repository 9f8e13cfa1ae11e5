package org.epiwrap.hybrid;

import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.network.Volume;
import org.epiwrap.tensor.Scope;
import org.epiwrap.tensor.Tensor;

/** Works through the images of a dataset in order, a batch at a time; each batch is a scope. */
final class ImageBatches {
    /** Few enough for the activations of a small network to stay in a cache. */
    private static final int SIZE = 500;

    private ImageBatches() {}

    interface Work {
        void on(Tensor input, int first, int count);
    }

    static void forEach(Dataset data, Normalisation normalisation, Volume volume, Work work) {
        volume.check(data);
        for (int from = 0; from < data.size(); from += SIZE) {
            int first = from;
            int count = Math.min(SIZE, data.size() - from);
            float[] pixels = new float[count * volume.size()];
            data.pixels(from, from + count, pixels, normalisation);
            Scope.run(() -> work.on(
                    Tensor.of(pixels, count, volume.channels(), volume.height(), volume.width()), first, count));
        }
    }
}
