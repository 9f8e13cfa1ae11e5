package org.epiwrap.model.manifest;

import java.io.IOException;
import java.nio.file.Path;
import org.epiwrap.store.Manifest;
import org.epiwrap.store.StoreException;
import org.epiwrap.store.TensorFile;

/** Reads files that describe in a manifest what they hold. */
public final class ManifestFile {
    private ManifestFile() {}

    /**
     * Reads what a file holds, and throws {@link IllegalArgumentException} for a manifest that is not valid.
     *
     * @param <T> the type of what is read
     */
    @FunctionalInterface
    public interface Reader<T> {
        /** Reads an open file. */
        T read(TensorFile file, Fields manifest) throws IOException;
    }

    /** Reads a file; its path becomes part of the message of every exception. */
    public static <T> T read(Path path, Reader<T> reader) throws IOException {
        try (TensorFile file = TensorFile.open(path)) {
            try {
                return reader.read(
                        file, Fields.of("manifest", Manifest.read(file).content()));
            } catch (IllegalArgumentException e) {
                throw new StoreException(path, String.valueOf(e.getMessage()), e);
            }
        }
    }
}
