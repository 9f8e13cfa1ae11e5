package org.epiwrap.data;

import java.io.IOException;

/** A file is not what it should be. The message is one sentence that names the file, and where and how it differs. */
public final class DataException extends IOException {
    private static final long serialVersionUID = 1L;

    public DataException(String message) {
        super(message);
    }

    public DataException(String message, Throwable cause) {
        super(message, cause);
    }

    /** What a reader says of a damage, to be appended; some say nothing. */
    static String because(Throwable cause) {
        return cause.getMessage() == null ? "" : ": " + cause.getMessage();
    }

    /** Offsets into a gzipped file count its uncompressed bytes: those are what was being read. */
    static DataException at(String file, long offset, String expected, String found) {
        return new DataException(file + ", byte " + offset + ": expected " + expected + ", but found " + found);
    }
}
