package org.epiwrap.cli.terminal;

import java.time.Duration;
import java.util.Locale;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.epiwrap.network.TrainingListener;
import org.epiwrap.network.TrainingStep;
import org.jspecify.annotations.Nullable;

/** A progress bar with the remaining time for each training, on stderr if that is a terminal. */
public final class Progress implements TrainingListener, AutoCloseable {
    /** Set by the launcher: Java cannot tell whether stderr alone is a terminal. */
    private static final String TERMINAL = "epiwrap.terminal";

    private final String task;
    private final boolean shown;
    private @Nullable ProgressBar bar;

    public Progress(String task, boolean quiet) {
        this.task = task;
        this.shown = !quiet && isTerminal();
    }

    public static boolean isTerminal() {
        return Boolean.getBoolean(TERMINAL);
    }

    @Override
    public void done(TrainingStep step) {
        if (!shown) {
            return;
        }
        long all = (long) step.epochs() * step.batches();
        long done = (long) step.epoch() * step.batches() + step.batch() + 1;
        if (bar == null) {
            bar = new ProgressBarBuilder()
                    .setTaskName(task)
                    .setInitialMax(all)
                    .setStyle(ProgressBarStyle.UNICODE_BLOCK)
                    .setUpdateIntervalMillis(500)
                    .setConsumer(new TerminalLine())
                    // A resumed training starts here: steps it did not do must not shorten the estimate.
                    .startsFrom(done - 1, Duration.ZERO)
                    .build();
        }
        bar.stepTo(done);
        bar.setExtraMessage(String.format(
                Locale.ROOT, " epoch %d/%d, loss %.3f", step.epoch() + 1, step.epochs(), step.epochLoss()));
        if (done == all) {
            close();
        }
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
            bar = null;
        }
    }
}
