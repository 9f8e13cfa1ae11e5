package org.epiwrap.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.function.Consumer;
import org.epiwrap.data.Dataset;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Two kinds of work done in turns, piece by piece, so that whatever else the machine does slows both alike. Each begins
 * every other piece. Times are in nanoseconds: by the clock, and of the processor for this thread, which leaves out what
 * was given to other processes.
 */
@State(Scope.Thread)
@AuxCounters(AuxCounters.Type.EVENTS)
public class Alternation {
    public long firstClock;
    public long firstProcessor;
    public long secondClock;
    public long secondProcessor;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

    void run(List<Dataset> pieces, Consumer<Dataset> first, Consumer<Dataset> second) {
        boolean firstBegins = true;
        for (Dataset piece : pieces) {
            if (firstBegins) {
                first(piece, first);
                second(piece, second);
            } else {
                second(piece, second);
                first(piece, first);
            }
            firstBegins = !firstBegins;
        }
    }

    private void first(Dataset piece, Consumer<Dataset> work) {
        firstClock -= System.nanoTime();
        firstProcessor -= threads.getCurrentThreadCpuTime();
        work.accept(piece);
        firstProcessor += threads.getCurrentThreadCpuTime();
        firstClock += System.nanoTime();
    }

    private void second(Dataset piece, Consumer<Dataset> work) {
        secondClock -= System.nanoTime();
        secondProcessor -= threads.getCurrentThreadCpuTime();
        work.accept(piece);
        secondProcessor += threads.getCurrentThreadCpuTime();
        secondClock += System.nanoTime();
    }
}
