package org.epiwrap.model;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.util.List;
import org.epiwrap.network.TrainingListener;
import org.epiwrap.network.TrainingStep;

/**
 * Writes one line of JSON per epoch: the seeds of the runs, the number of the epoch from 1, the number of epochs, the mean
 * loss of the epoch over its steps and the runs, and the seconds since this process began to train.
 */
public final class TrainingLog implements TrainingListener {
    private final PrintWriter out;
    private final List<Long> seeds;
    private final long start = System.nanoTime();

    /** Creates a log of runs with these seeds. */
    public TrainingLog(PrintWriter out, List<Long> seeds) {
        this.out = out;
        this.seeds = List.copyOf(seeds);
    }

    @Override
    public void done(TrainingStep step) {
        if (step.endsEpoch()) {
            ObjectNode line = JsonNodeFactory.instance.objectNode();
            seeds.forEach(line.putArray("seeds")::add);
            line.put("epoch", step.epoch() + 1)
                    .put("epochs", step.epochs())
                    .put("loss", step.epochLoss())
                    .put("seconds", Math.round((System.nanoTime() - start) / 1e7) / 100.0);
            out.println(line);
            out.flush();
        }
    }
}
