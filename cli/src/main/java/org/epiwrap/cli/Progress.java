package org.epiwrap.cli;

import java.time.Duration;
import java.util.Locale;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.epiwrap.network.TrainingListener;
import org.epiwrap.network.TrainingStep;
import org.jspecify.annotations.Nullable;

/** A bar on stderr with the time that is left; nothing where nobody would see it. */
final class Progress implements TrainingListener, AutoCloseable {
    /** Set by the launcher, which can ask whether stderr is a terminal; Java cannot. */
    private static final String TERMINAL = "epiwrap.terminal";

    private final String task;
    private final boolean shown;
    private @Nullable ProgressBar bar;

    Progress(String task, boolean quiet) {
        this.task = task;
        this.shown = !quiet && isTerminal();
    }

    static boolean isTerminal() {
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
                    // Where a restored training goes on, so that the time left is not guessed from steps not made.
                    .startsFrom(done - 1, Duration.ZERO)
                    .build();
        }
        bar.stepTo(done);
        bar.setExtraMessage(String.format(
                Locale.ROOT, " epoch %d/%d, loss %.3f", step.epoch() + 1, step.epochs(), step.epochLoss()));
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
