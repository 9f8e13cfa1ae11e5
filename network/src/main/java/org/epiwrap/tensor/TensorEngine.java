package org.epiwrap.tensor;

import ai.djl.Device;
import ai.djl.engine.Engine;
import ai.djl.ndarray.NDManager;
import ai.djl.pytorch.jni.JniUtils;
import org.epiwrap.check.Check;

/** The one engine of the process, made ready before its first use: it reaches for no network. */
public final class TensorEngine {
    private static final String NAME = "PyTorch";
    private static final NDManager MANAGER;

    static {
        // Read when the engine loads: no download of native libraries, no usage report.
        System.setProperty("ai.djl.offline", "true");
        // Wherever there is a faster device, too: numbers are changed in the memory that Java sees.
        MANAGER = NDManager.newBaseManager(Device.cpu(), NAME);
    }

    private TensorEngine() {}

    /** From now on works with so many threads. Small networks are fastest with one. */
    public static void useThreads(int count) {
        Check.between("threads", count, 1, 1024);
        JniUtils.setNumThreads(count);
    }

    public static int threads() {
        return JniUtils.getNumThreads();
    }

    /** Name and version, for provenance. */
    public static String version() {
        return NAME + " " + engine().getVersion();
    }

    /** The engine starts each new thread recording, and would keep all that a prediction computes. */
    static void recordGradients(boolean record) {
        JniUtils.setGradMode(record);
    }

    /** Holds what lives until its scope ends, or until the process does. */
    static NDManager manager() {
        return MANAGER;
    }

    static Engine engine() {
        return MANAGER.getEngine();
    }
}
