package org.epiwrap.model;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.util.List;
import org.epiwrap.network.TrainingListener;
import org.epiwrap.network.TrainingStep;

/**
 * One line of JSON an epoch: the seeds of the runs, the epoch's number from 1, how many there are, its mean loss over the
 * steps and the runs, the seconds since this process began to train.
 */
public final class TrainingLog implements TrainingListener {
    private final PrintWriter out;
    private final List<Long> seeds;
    private final long start = System.nanoTime();

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
