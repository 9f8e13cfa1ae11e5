package org.epiwrap.network;

import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Volume;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.data.Permutation;
import org.epiwrap.tensor.Tensor;

/** The images of a dataset in batches, in an order that is random anew each epoch and fixed by the seeds. */
public final class Batches {
    private final Dataset data;
    private final Normalisation normalisation;
    private final Volume volume;
    private final int size;
    private final RunSeeds seeds;
    private int[] order = {};
    private int epochOfOrder = -1;

    /** Creates batches for a network of this architecture, which must be made for such images and classes. */
    public Batches(Dataset data, Normalisation normalisation, Architecture architecture, int size, RunSeeds seeds) {
        Volume input = architecture.input();
        input.check(data);
        if (data.classNames().size() > architecture.classes()) {
            throw new IllegalArgumentException("the classes of " + data.name() + " must be at most "
                    + architecture.classes() + " for this network, but are "
                    + data.classNames().size());
        }
        if (data.size() == 0) {
            throw new IllegalArgumentException("data must have at least one image, but " + data.name() + " has none");
        }
        this.data = data;
        this.normalisation = normalisation;
        this.volume = input;
        this.size = size;
        this.seeds = seeds;
    }

    /** Returns how many an epoch has. The last may be smaller, but no lone image, which has no variance. */
    public int count() {
        int whole = data.size() / size;
        int rest = data.size() % size;
        return rest == 0 || (rest == 1 && whole > 0) ? whole : whole + 1;
    }

    /** Returns one batch, its pixels not yet a tensor. */
    public Batch get(int epoch, int batch) {
        if (epoch != epochOfOrder) {
            order = Permutation.insideOut(data.size(), seeds.order(epoch));
            epochOfOrder = epoch;
        }
        int from = batch * size;
        int to = batch == count() - 1 ? data.size() : from + size;
        float[] pixels = new float[Math.multiplyExact(to - from, volume.size())];
        data.pixels(order, from, to, pixels, normalisation);
        int[] labels = new int[to - from];
        for (int i = 0; i < labels.length; i++) {
            labels[i] = data.label(order[from + i]);
        }
        return new Batch(volume, pixels, labels);
    }

    /** Some images with their labels. */
    @SuppressWarnings("ArrayRecordComponent") // carries numbers, and is never compared by them
    public record Batch(Volume volume, float[] pixels, int[] labels) {

        /** Returns the images, [examples, channels, height, width]. */
        public Tensor input() {
            return Tensor.of(pixels, labels.length, volume.channels(), volume.height(), volume.width());
        }

        /** Returns the mean of -log p(label) of each run; logits are [examples, classes] or [runs, ...]. */
        public Tensor crossEntropy(Tensor logits) {
            Tensor picked = logits.logSoftmax(-1).pick(labels);
            return picked.sum(picked.rank() - 1).times(Tensor.constant(-1f / labels.length));
        }
    }
}
