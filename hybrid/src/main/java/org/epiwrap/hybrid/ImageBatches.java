package org.epiwrap.hybrid;

import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.network.Architecture;
import org.epiwrap.network.Volume;
import org.epiwrap.tensor.Scope;
import org.epiwrap.tensor.Tensor;

/** Works through the images of a dataset in order, a batch at a time; each batch is a scope. */
final class ImageBatches {
    private static final int LEAST = 16;
    private static final int MOST = 500;
    /** Activations of all layers together, few enough for those of one layer to stay in a cache. */
    private static final long ACTIVATIONS = 2_000_000;

    private ImageBatches() {}

    interface Work {
        void on(Tensor input, int first, int count);
    }

    static void forEach(Dataset data, Normalisation normalisation, Architecture architecture, Work work) {
        Volume volume = architecture.input();
        volume.check(data);
        int size = (int) Math.max(LEAST, Math.min(MOST, ACTIVATIONS / architecture.activations()));
        for (int from = 0; from < data.size(); from += size) {
            int first = from;
            int count = Math.min(size, data.size() - from);
            float[] pixels = new float[count * volume.size()];
            data.pixels(from, from + count, pixels, normalisation);
            Scope.run(() -> work.on(
                    Tensor.of(pixels, count, volume.channels(), volume.height(), volume.width()), first, count));
        }
    }
}
