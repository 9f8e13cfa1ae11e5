package org.epiwrap.tensor;

import ai.djl.engine.Engine;
import ai.djl.ndarray.NDManager;

/** The one engine of the process, made ready before its first use: it reaches for no network. */
final class TensorEngine {
    private static final String NAME = "PyTorch";
    private static final NDManager MANAGER;

    static {
        // Read when the engine loads: no download of native libraries, no usage report.
        System.setProperty("ai.djl.offline", "true");
        MANAGER = NDManager.newBaseManager(NAME);
    }

    private TensorEngine() {}

    /** Loads the engine, if that has not been done. */
    static void load() {
        MANAGER.getEngine();
    }

    /** Holds what lives until its scope ends, or until the process does. */
    static NDManager manager() {
        return MANAGER;
    }

    static Engine engine() {
        return MANAGER.getEngine();
    }
}
