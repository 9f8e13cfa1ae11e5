package org.epiwrap.network;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.epiwrap.tensor.LearningRate;
import org.epiwrap.tensor.Tensor;

/** Counts the steps of a training, reports each to a listener, and saves and restores its state. */
public final class TrainingSteps {
    private final int epochs;
    private final int batches;
    private final LearningRate learningRate;
    private long done;
    private double epochLoss;

    public TrainingSteps(int epochs, int batches, LearningRate learningRate) {
        this.epochs = epochs;
        this.batches = batches;
        this.learningRate = learningRate;
    }

    /** What is done in a step. */
    @FunctionalInterface
    public interface Step {
        /** Gives the loss. {@code number} counts all steps from 0. */
        double run(int epoch, int batch, long number, double rate);
    }

    /** Runs those that are left. */
    public void run(Step step, TrainingListener listener) {
        run(step, () -> false, listener);
    }

    /** Runs those that are left, unless there is no need any more, which is asked before each epoch. */
    public void run(Step step, BooleanSupplier enough, TrainingListener listener) {
        while (done < all() && !(done % batches == 0 && enough.getAsBoolean())) {
            int epoch = (int) (done / batches);
            int batch = (int) (done % batches);
            if (batch == 0) {
                epochLoss = 0;
            }
            double rate = learningRate.at(done, all());
            double loss = step.run(epoch, batch, done, rate);
            if (!Double.isFinite(loss)) {
                throw new DivergedException(epoch, batch, "the loss", loss, rate);
            }
            done++;
            epochLoss += loss;
            listener.done(new TrainingStep(epoch, epochs, batch, batches, loss, epochLoss / (batch + 1)));
        }
    }

    private long all() {
        return (long) epochs * batches;
    }

    /** Returns the mean loss of the steps done in the current or last epoch; 0 before the first step. */
    public double epochLoss() {
        return done == 0 ? 0 : epochLoss / ((done - 1) % batches + 1);
    }

    public TrainingState state(Map<String, Tensor> tensors) {
        Map<String, float[]> numbers = new LinkedHashMap<>();
        tensors.forEach((name, tensor) -> numbers.put(name, tensor.toArray()));
        return new TrainingState(done, epochLoss, numbers);
    }

    /** Overwrites the tensors, which must be those of the state. */
    public void restore(TrainingState state, Map<String, Tensor> tensors) {
        if (state.steps() < 0 || state.steps() > all()) {
            throw new IllegalArgumentException(
                    "steps must be from 0 to " + all() + " for this plan, but are " + state.steps());
        }
        if (!tensors.keySet().equals(state.numbers().keySet())) {
            throw new IllegalArgumentException("the state must hold " + tensors.keySet() + ", but holds "
                    + state.numbers().keySet());
        }
        tensors.forEach((name, tensor) -> {
            int length = numbers(state, name).length;
            if (length != tensor.size()) {
                throw new IllegalArgumentException(
                        name + " must have " + tensor.size() + " numbers, but has " + length);
            }
        });
        tensors.forEach((name, tensor) -> tensor.set(numbers(state, name)));
        done = state.steps();
        epochLoss = state.epochLoss();
    }

    private static float[] numbers(TrainingState state, String name) {
        return Objects.requireNonNull(state.numbers().get(name));
    }
}
