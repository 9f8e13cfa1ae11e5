package org.epiwrap.network;

import java.util.Arrays;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Permutation;
import org.epiwrap.data.Volume;
import org.epiwrap.data.input.Augmentation;
import org.epiwrap.data.input.Input;
import org.epiwrap.tensor.Tensor;

/** The examples of a dataset in batches, in an order that is random anew each epoch and fixed by the seeds. */
public final class Batches {
    private final Dataset data;
    private final Input input;
    private final Input.Encoder encoder;
    private final Volume volume;
    private final int size;
    private final RunSeeds seeds;
    /** Of each class, 1 on average over the examples. */
    private final float[] weights;

    private Augmentation.Augmenter augmenter;
    private int[] order = {};
    private int epochOfOrder = -1;

    /** Creates batches for a network of this architecture, which must be made for such examples and classes. */
    public Batches(Dataset data, Input input, Architecture architecture, int size, RunSeeds seeds) {
        if (data.classNames().size() > architecture.classes()) {
            throw new IllegalArgumentException("the classes of " + data.name() + " must be at most "
                    + architecture.classes() + " for this network, but are "
                    + data.classNames().size());
        }
        if (data.size() == 0) {
            throw new IllegalArgumentException("data must have at least one example, but " + data.name() + " has none");
        }
        architecture.checkInput(input.shape());
        this.data = data;
        this.input = input;
        this.encoder = input.encoder(data);
        this.augmenter = Augmentation.NONE.on(input);
        this.volume = architecture.input();
        this.size = size;
        this.seeds = seeds;
        this.weights = new float[architecture.classes()];
        Arrays.fill(weights, 1);
    }

    /** Returns these batches with examples weighted so that all classes that there are count the same. */
    Batches balanced() {
        int[] counts = new int[weights.length];
        for (int label : data.labels()) {
            counts[label]++;
        }
        long present = Arrays.stream(counts).filter(count -> count > 0).count();
        for (int c = 0; c < weights.length; c++) {
            weights[c] = counts[c] == 0 ? 0 : (float) ((double) data.size() / present / counts[c]);
        }
        return this;
    }

    /** Returns these batches with images changed at random, anew in each epoch. */
    public Batches augmented(Augmentation augmentation) {
        augmenter = augmentation.on(input);
        return this;
    }

    /**
     * Returns how many an epoch has. The last may be smaller, but not a lone example, which has no variance to be normed
     * by.
     */
    public int count() {
        int whole = data.size() / size;
        int rest = data.size() % size;
        return rest == 0 || (rest == 1 && whole > 0) ? whole : whole + 1;
    }

    /** Returns one batch, its numbers not yet a tensor. */
    public Batch get(int epoch, int batch) {
        if (epoch != epochOfOrder) {
            order = Permutation.insideOut(data.size(), seeds.order(epoch));
            epochOfOrder = epoch;
        }
        int from = batch * size;
        int to = batch == count() - 1 ? data.size() : from + size;
        float[] numbers = new float[Math.multiplyExact(to - from, volume.size())];
        int[] labels = new int[to - from];
        for (int i = 0; i < labels.length; i++) {
            encoder.encode(order[from + i], numbers, i * volume.size());
            labels[i] = data.label(order[from + i]);
        }
        augmenter.apply(numbers, seeds.augmentation((long) epoch * count() + batch));
        return new Batch(volume, numbers, labels, weights);
    }

    /** Some examples with their labels. */
    public static final class Batch {
        private final Volume volume;
        private final float[] numbers;
        private final int[] labels;
        private final float[] weights;

        private Batch(Volume volume, float[] numbers, int[] labels, float[] weights) {
            this.volume = volume;
            this.numbers = numbers;
            this.labels = labels;
            this.weights = weights;
        }

        /** Returns the inputs, [examples, channels, height, width]. */
        public Tensor input() {
            return Tensor.of(numbers, labels.length, volume.channels(), volume.height(), volume.width());
        }

        /**
         * Returns the mean of -log p(label) of each run, of logits [examples, classes] or [runs, examples, classes], each
         * example by the weight of its class.
         */
        public Tensor crossEntropy(Tensor logits) {
            Tensor picked = logits.logSoftmax(-1).pick(labels);
            float[] own = new float[labels.length];
            boolean equal = true;
            for (int i = 0; i < own.length; i++) {
                own[i] = weights[labels[i]];
                equal &= own[i] == 1;
            }
            if (!equal) {
                picked = picked.times(Tensor.of(own, own.length));
            }
            return picked.sum(picked.rank() - 1).times(Tensor.constant(-1f / labels.length));
        }
    }
}
