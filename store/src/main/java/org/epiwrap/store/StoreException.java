package org.epiwrap.store;

import java.io.IOException;
import java.nio.file.Path;

/** A file that does not hold what it should; the message names the file and says in one sentence what was expected. */
public final class StoreException extends IOException {

    public StoreException(Path file, String problem) {
        super(file + ": " + problem);
    }

    public StoreException(Path file, String problem, Throwable cause) {
        super(file + ": " + problem, cause);
    }
}
