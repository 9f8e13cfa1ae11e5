package org.epiwrap.cli.terminal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.epiwrap.data.DataException;
import org.epiwrap.data.cifar.DownloadException;
import org.epiwrap.file.FileFailure;
import org.epiwrap.intervalnet.pass.IntervalOverflowException;
import org.epiwrap.network.DivergedException;
import org.epiwrap.store.StoreException;
import picocli.CommandLine.ExitCode;

/**
 * How a failure is reported.
 *
 * @param code the exit code: 2 if the arguments or files given are at fault, else 1
 * @param sentence what is wrong, where, and what is allowed
 */
public record Failure(int code, String sentence) {

    public static Failure of(Exception e) {
        if (e instanceof UncheckedIOException && e.getCause() instanceof IOException cause) {
            return of(cause);
        }
        if (e instanceof IllegalArgumentException || e instanceof DataException || e instanceof StoreException) {
            return new Failure(ExitCode.USAGE, String.valueOf(e.getMessage()));
        }
        if (e instanceof NoSuchFileException missing) {
            return new Failure(ExitCode.USAGE, missing.getFile() + ": there is no such file");
        }
        if (e instanceof FileSystemException file) {
            return failed("cannot use " + file.getFile() + ": " + FileFailure.reason(file));
        }
        if (e instanceof DownloadException
                || e instanceof DivergedException
                || e instanceof IntervalOverflowException) {
            return failed(String.valueOf(e.getMessage()));
        }
        if (e instanceof IOException && e.getMessage() != null) {
            return failed("cannot read or write: " + e.getMessage());
        }
        return failed(e.toString());
    }

    /** Returns a failure that is not caused by the arguments or files given. */
    public static Failure failed(String sentence) {
        return new Failure(ExitCode.SOFTWARE, sentence);
    }
}
