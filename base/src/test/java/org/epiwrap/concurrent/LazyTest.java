package org.epiwrap.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LazyTest {
    private static final int THREADS = 8;

    /** All ask at the same moment; computing takes long enough for each to see that nothing is there yet. */
    @Test
    void isComputedOnceWhoeverAsks() throws Exception {
        AtomicInteger computed = new AtomicInteger();
        Lazy<Integer> lazy = new Lazy<>(() -> {
            LockSupport.parkNanos(50_000_000);
            return computed.incrementAndGet();
        });
        assertThat(lazy.ifComputed()).isEmpty();
        CyclicBarrier start = new CyclicBarrier(THREADS);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            Callable<Integer> ask = () -> {
                start.await();
                return lazy.get();
            };
            List<Future<Integer>> answers =
                    threads.invokeAll(Stream.generate(() -> ask).limit(THREADS).toList());
            for (Future<Integer> answer : answers) {
                assertThat(answer.get()).isEqualTo(1);
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(lazy.ifComputed()).contains(1);
    }
}
