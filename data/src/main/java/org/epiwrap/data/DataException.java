package org.epiwrap.data;

import java.io.IOException;

/** Thrown if a file is not what it should be. The message is one sentence that names the file, the place and the problem. */
public final class DataException extends IOException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception with a message of one sentence. */
    public DataException(String message) {
        super(message);
    }

    /** Creates an exception with a message of one sentence and a cause. */
    public DataException(String message, Throwable cause) {
        super(message, cause);
    }

    /** Returns the message of a cause, to be appended after a colon; empty if it has none. */
    public static String because(Throwable cause) {
        return cause.getMessage() == null ? "" : ": " + cause.getMessage();
    }
}
