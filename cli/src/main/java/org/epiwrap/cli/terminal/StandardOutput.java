package org.epiwrap.cli.terminal;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Standard output that remembers why a write failed, which a {@link java.io.PrintWriter} does not. */
public final class StandardOutput extends OutputStream {
    private final OutputStream stream = new FileOutputStream(FileDescriptor.out);
    private @Nullable String failure;

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
        try {
            stream.write(bytes, from, count);
        } catch (IOException e) {
            failure = e.getMessage();
            throw e;
        }
    }

    /** Returns why a write failed; empty if none failed, or if the reader closed the pipe, as {@code head} does. */
    public Optional<String> failure() {
        return Optional.ofNullable(failure).filter(reason -> !reason.contains("Broken pipe"));
    }
}
