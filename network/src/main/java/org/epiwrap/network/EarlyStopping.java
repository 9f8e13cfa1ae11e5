package org.epiwrap.network;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.input.Input;
import org.epiwrap.tensor.Tensor;

/**
 * Remembers the epoch in which the mean network had the lowest loss on validation examples, for each run by itself, and
 * tells when waiting for a lower one has lasted too long. All of it is a part of the training's state.
 */
final class EarlyStopping implements AutoCloseable {
    private final BayesianNetwork network;
    private final Dataset validation;
    private final Input input;
    private final int patience;
    private final int runs;
    /** The best parameters, by the names of the parameters. */
    private final Map<String, Tensor> best = new LinkedHashMap<>();
    /** [runs, 2]: the lowest loss, and the epochs since; a loss of 0 epochs has none yet. */
    private final Tensor record;

    EarlyStopping(BayesianNetwork network, Dataset validation, Input input, int patience) {
        this.network = network;
        this.validation = validation;
        this.input = input;
        this.patience = patience;
        this.runs = network.seeds().runs();
        parameters().forEach((name, tensor) -> best.put(name, Tensor.owned(tensor.toArray(), tensor.shape())));
        float[] none = new float[2 * runs];
        for (int run = 0; run < runs; run++) {
            none[2 * run] = Float.MAX_VALUE;
        }
        this.record = Tensor.owned(none, runs, 2);
    }

    private Map<String, Tensor> parameters() {
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        tensors.put("mu", network.mu());
        tensors.put("rho", network.rho());
        tensors.put("points", network.points());
        tensors.putAll(network.statistics());
        return tensors;
    }

    /** Compares the network at the end of an epoch with the best so far. */
    void epochEnds() {
        double[] losses = losses();
        float[] known = record.toArray();
        for (int run = 0; run < runs; run++) {
            if (known[2 * run + 1] >= patience) {
                continue;
            }
            if (losses[run] < known[2 * run]) {
                known[2 * run] = (float) losses[run];
                known[2 * run + 1] = 0;
                keep(run);
            } else {
                known[2 * run + 1]++;
            }
        }
        record.set(known);
    }

    private void keep(int run) {
        parameters().forEach((name, tensor) -> copy(tensor, kept(name), run));
    }

    private Tensor kept(String name) {
        Tensor found = best.get(name);
        if (found == null) {
            throw new IllegalStateException("the network must keep its parameters, but has gained " + name);
        }
        return found;
    }

    /** Copies the numbers of one run; where they are not kept by runs, there is one run alone. */
    private void copy(Tensor from, Tensor to, int run) {
        float[] source = from.toArray();
        float[] target = to.toArray();
        int length = source.length / runs;
        System.arraycopy(source, run * length, target, run * length, length);
        to.set(target);
    }

    /** Returns whether every run has waited long enough. */
    boolean isEnough() {
        float[] known = record.toArray();
        for (int run = 0; run < runs; run++) {
            if (known[2 * run + 1] < patience) {
                return false;
            }
        }
        return true;
    }

    /** Gives the network the parameters of the best epoch. */
    void restoreBest() {
        parameters().forEach((name, tensor) -> tensor.set(kept(name).toArray()));
    }

    private double[] losses() {
        double[] sums = new double[runs];
        InputBatch.forEach(validation, input, network.architecture(), batch -> {
            int[] labels = new int[batch.count()];
            Arrays.setAll(labels, i -> validation.label(batch.first() + i));
            float[] logs = network.meanLogits(batch.input())
                    .logSoftmax(-1)
                    .pick(labels)
                    .toArray();
            for (int i = 0; i < logs.length; i++) {
                sums[i / labels.length] -= logs[i] / (double) validation.size();
            }
        });
        return sums;
    }

    /** Adds all that is remembered, for a checkpoint. */
    void addTo(Map<String, Tensor> tensors) {
        best.forEach((name, tensor) -> tensors.put("best." + name, tensor));
        tensors.put("best", record);
    }

    @Override
    public void close() {
        best.values().forEach(Tensor::close);
        record.close();
    }
}
