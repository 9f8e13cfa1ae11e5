package org.epiwrap.wrap;

import java.util.concurrent.ForkJoinPool;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** Runs numbered blocks of work on a number of threads. */
final class Blocks {
    /** As many threads as the common pool has, and the caller. */
    static final int ALL_CORES = ForkJoinPool.getCommonPoolParallelism() + 1;

    private Blocks() {}

    static void run(int blocks, int threads, IntConsumer work) {
        if (threads == 1 || blocks <= 1) {
            for (int block = 0; block < blocks; block++) {
                work.accept(block);
            }
        } else if (threads == ALL_CORES) {
            // No thread has to be started.
            IntStream.range(0, blocks).parallel().forEach(work);
        } else {
            ForkJoinPool pool = new ForkJoinPool(threads);
            try {
                pool.submit(() -> IntStream.range(0, blocks).parallel().forEach(work))
                        .join();
            } finally {
                pool.shutdown();
            }
        }
    }
}
