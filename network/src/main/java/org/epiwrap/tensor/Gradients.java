package org.epiwrap.tensor;

import ai.djl.training.GradientCollector;
import java.util.function.Supplier;

/** Gradients of a loss with respect to all parameters it was computed from. */
public final class Gradients {
    private static final ThreadLocal<Boolean> RUNNING = ThreadLocal.withInitial(() -> false);

    private Gradients() {}

    /** Returns whether this thread is computing a loss whose gradient is wanted. */
    static boolean isRunning() {
        return RUNNING.get();
    }

    /** Computes the loss, adds its gradient to each parameter's, and gives its value. One at a time in a process. */
    public static float backward(Supplier<Tensor> loss) {
        try (GradientCollector collector = TensorEngine.engine().newGradientCollector()) {
            RUNNING.set(true);
            Tensor value = loss.get();
            collector.backward(value.array());
            return value.toFloat();
        } finally {
            RUNNING.set(false);
        }
    }
}
