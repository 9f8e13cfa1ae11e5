package org.epiwrap.bench.harness;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.function.Consumer;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Times two kinds of work in turns, piece by piece, so that other load on the machine slows both alike. Each begins every
 * other piece. Times are in nanoseconds: by the clock, and of the processor for this thread, which excludes what other
 * processes used.
 */
@State(Scope.Thread)
@AuxCounters(AuxCounters.Type.EVENTS)
public class Alternation {
    public long firstClock;
    public long firstProcessor;
    public long secondClock;
    public long secondProcessor;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

    public <T> void run(List<T> pieces, Consumer<T> first, Consumer<T> second) {
        boolean firstBegins = true;
        for (T piece : pieces) {
            if (!firstBegins) {
                addSecond(time(piece, second));
            }
            Times times = time(piece, first);
            firstClock += times.clock();
            firstProcessor += times.processor();
            if (firstBegins) {
                addSecond(time(piece, second));
            }
            firstBegins = !firstBegins;
        }
    }

    private record Times(long clock, long processor) {}

    private void addSecond(Times times) {
        secondClock += times.clock();
        secondProcessor += times.processor();
    }

    private <T> Times time(T piece, Consumer<T> work) {
        long clock = System.nanoTime();
        long processor = threads.getCurrentThreadCpuTime();
        work.accept(piece);
        processor = threads.getCurrentThreadCpuTime() - processor;
        return new Times(System.nanoTime() - clock, processor);
    }
}
