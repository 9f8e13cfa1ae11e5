package org.epiwrap.store;

import java.nio.file.Files;
import java.nio.file.Path;

/** Looks whether there is a file before it is opened: to open a pipe would wait for whoever writes to it. */
final class RegularFile {
    private RegularFile() {}

    static void check(Path path) throws StoreException {
        if (!Files.isRegularFile(path)) {
            throw new StoreException(
                    path, Files.exists(path) ? "it must be a file, but is not" : "there is no such file");
        }
    }
}
