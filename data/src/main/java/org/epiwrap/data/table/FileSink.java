package org.epiwrap.data.table;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import org.epiwrap.file.AtomicFile;

/**
 * Writes rows through a library's writer into a file that is there whole or not at all.
 *
 * @param <W> the writer
 */
abstract class FileSink<W extends Closeable> implements RowSink {
    private final AtomicFile.Pending file;
    final W writer;

    /** Opens a writer of bytes. */
    @FunctionalInterface
    interface Opening<W> {
        W open(OutputStream bytes) throws IOException;
    }

    FileSink(Path path, Opening<W> opening) throws IOException {
        this.file = AtomicFile.open(path);
        try {
            this.writer = opening.open(new BufferedOutputStream(file.stream(), 1 << 16));
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    @Override
    public final void commit() throws IOException {
        // Closing writes what is buffered and ends a compression; the file itself stays open until it is moved.
        writer.close();
        file.commit();
    }

    @Override
    public final void close() throws IOException {
        file.close();
    }
}
