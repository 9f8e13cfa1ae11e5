package org.epiwrap.tensor;

import ai.djl.Device;
import ai.djl.engine.Engine;
import ai.djl.ndarray.NDManager;
import ai.djl.pytorch.jni.JniUtils;
import org.epiwrap.check.Check;

/**
 * The one engine of the process, configured before its first use: it opens no network connection and works with one
 * thread unless {@link #useThreads} or the system property {@code epiwrap.threads} asks for more.
 */
public final class TensorEngine {
    private static final String NAME = "PyTorch";
    private static final String THREADS = "epiwrap.threads";
    private static final String ENGINE_THREADS = "ai.djl.pytorch.num_threads";
    private static final int MAX_THREADS = 1024;
    private static final NDManager MANAGER;

    static {
        // Read when the engine loads: no download of native libraries, no usage report.
        System.setProperty("ai.djl.offline", "true");
        // One thread per processor, the engine's own default, lets a busy machine wait at every layer of a small
        // network.
        if (System.getProperty(ENGINE_THREADS) == null) {
            System.setProperty(ENGINE_THREADS, String.valueOf(threads(System.getProperty(THREADS, "1"))));
        }
        // Wherever there is a faster device, too: numbers are changed in the memory that Java sees.
        MANAGER = NDManager.newBaseManager(Device.cpu(), NAME);
    }

    private TensorEngine() {}

    private static int threads(String count) {
        try {
            return Check.between(THREADS, Integer.parseInt(count), 1, MAX_THREADS);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    THREADS + " must be a whole number from 1 to " + MAX_THREADS + ", but is '" + count + "'", e);
        }
    }

    /**
     * Sets the number of threads that an operation is divided among, for this thread and those that have not used the
     * engine yet. Small networks are fastest with one.
     */
    public static void useThreads(int count) {
        Check.between("threads", count, 1, MAX_THREADS);
        JniUtils.setNumThreads(count);
    }

    /** Returns the number of threads of the engine; loads it if it is not loaded yet. */
    public static int threads() {
        return JniUtils.getNumThreads();
    }

    /** Returns how many tensors outlive all scopes at the moment: what is held by open networks, and constants. */
    public static int liveTensors() {
        return MANAGER.getManagedArrays().size();
    }

    /** Returns the name and version of the engine, for provenance. */
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
