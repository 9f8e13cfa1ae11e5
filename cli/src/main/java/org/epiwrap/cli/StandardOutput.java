package org.epiwrap.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Standard output that remembers why it could not be written, which a {@link java.io.PrintWriter} forgets. */
final class StandardOutput extends OutputStream {
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

    /** Nothing if all is well, or if whoever read it has seen enough. */
    Optional<String> failure() {
        return Optional.ofNullable(failure).filter(reason -> !reason.contains("Broken pipe"));
    }
}
