package org.epiwrap.model;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.PrintWriter;
import org.epiwrap.network.TrainingListener;
import org.epiwrap.network.TrainingStep;

/** One line of JSON an epoch: its number from 1, how many there are, its mean loss, the seconds since training began. */
public final class TrainingLog implements TrainingListener {
    private final PrintWriter out;
    private final long start = System.nanoTime();

    public TrainingLog(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void done(TrainingStep step) {
        if (step.endsEpoch()) {
            out.println(JsonNodeFactory.instance
                    .objectNode()
                    .put("epoch", step.epoch() + 1)
                    .put("epochs", step.epochs())
                    .put("loss", step.epochLoss())
                    .put("seconds", Math.round((System.nanoTime() - start) / 1e7) / 100.0));
            out.flush();
        }
    }
}
