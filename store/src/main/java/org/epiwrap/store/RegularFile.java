package org.epiwrap.store;

import java.nio.file.Files;
import java.nio.file.Path;

/** Checks that a path names a regular file before it is opened: opening a pipe would wait for a writer. */
public final class RegularFile {
    private RegularFile() {}

    /** Throws a {@link StoreException} unless the path names a regular file. */
    public static void check(Path path) throws StoreException {
        if (!Files.isRegularFile(path)) {
            throw new StoreException(
                    path, Files.exists(path) ? "it must be a file, but is not" : "there is no such file");
        }
    }
}
