package org.epiwrap.tensor;

import ai.djl.pytorch.jni.JniUtils;
import org.epiwrap.check.Check;

/** How many threads the engine works with. */
public final class Threads {
    private Threads() {}

    /** From now on so many. Small networks are fastest with one. */
    public static void use(int count) {
        Check.between("threads", count, 1, 1024);
        TensorEngine.load();
        JniUtils.setNumThreads(count);
    }
}
