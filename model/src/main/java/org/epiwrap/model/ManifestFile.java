package org.epiwrap.model;

import java.io.IOException;
import java.nio.file.Path;
import org.epiwrap.store.Manifest;
import org.epiwrap.store.StoreException;
import org.epiwrap.store.TensorFile;

/** Reads files that say by a manifest what they hold. */
final class ManifestFile {
    private ManifestFile() {}

    /** What makes something of a file; refuses by an {@link IllegalArgumentException} what the file should not say. */
    @FunctionalInterface
    interface Reader<T> {
        T read(TensorFile file, Fields manifest) throws IOException;
    }

    static <T> T read(Path path, Reader<T> reader) throws IOException {
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
