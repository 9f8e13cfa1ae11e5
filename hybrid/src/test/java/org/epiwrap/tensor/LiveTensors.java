package org.epiwrap.tensor;

/** How many tensors the engine holds at the moment. */
public final class LiveTensors {
    private LiveTensors() {}

    public static int count() {
        return TensorEngine.manager().getManagedArrays().size();
    }
}
