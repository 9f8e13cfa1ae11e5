package org.epiwrap.store;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A file that does not hold what it should; the message names the file and states in one sentence what was expected. Names
 * that come from the file may stand in it as they are: what a terminal would obey is spelled out.
 */
public final class StoreException extends IOException {

    /** Creates an exception with the message "file: problem". */
    public StoreException(Path file, String problem) {
        super(Text.visible(file + ": " + problem));
    }

    /** Creates an exception with the message "file: problem" and its cause. */
    public StoreException(Path file, String problem, Throwable cause) {
        super(Text.visible(file + ": " + problem), cause);
    }
}
