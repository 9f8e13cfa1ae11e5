package org.epiwrap.tensor;

import ai.djl.ndarray.NDScope;
import java.util.function.Supplier;

/**
 * The life of intermediate tensors: all that a thread makes inside a scope is freed at its end, except for what it
 * {@linkplain #keep keeps}. A step of training or prediction is one scope; without it memory grows. Scopes nest.
 */
public final class Scope {
    private Scope() {}

    public static void run(Runnable work) {
        get(() -> {
            work.run();
            return true;
        });
    }

    /** Gives the result of the work, which must not be a tensor made inside unless it was kept. */
    public static <T> T get(Supplier<T> work) {
        TensorEngine.recordGradients(Gradients.isRunning());
        try (NDScope scope = new NDScope()) {
            scope.suppressNotUsedWarning();
            return work.get();
        }
    }

    /** Lets a tensor outlive all open scopes; whoever keeps it closes it. */
    public static Tensor keep(Tensor tensor) {
        NDScope.unregister(tensor.array());
        return tensor;
    }
}
