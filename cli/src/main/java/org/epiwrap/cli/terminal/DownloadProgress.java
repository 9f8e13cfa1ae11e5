package org.epiwrap.cli.terminal;

import java.util.OptionalLong;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import org.epiwrap.data.cifar.CifarDownload;
import org.jspecify.annotations.Nullable;

/** A progress bar with the bytes downloaded so far, on stderr if that is a terminal. */
public final class DownloadProgress implements CifarDownload.Progress, AutoCloseable {
    private static final long MEGABYTE = 1_000_000;

    private final @Nullable ProgressBar bar;

    public DownloadProgress(String task, boolean quiet) {
        this.bar = !quiet && Progress.isTerminal()
                ? new ProgressBarBuilder()
                        .setTaskName(task)
                        .setUnit(" MB", MEGABYTE)
                        .setConsumer(new TerminalLine())
                        .build()
                : null;
    }

    @Override
    public void update(String archive, long bytes, OptionalLong total) {
        if (bar != null) {
            total.ifPresent(bar::maxHint);
            bar.stepTo(bytes);
        }
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
