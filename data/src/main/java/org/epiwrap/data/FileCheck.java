package org.epiwrap.data;

import java.io.IOException;

/**
 * Whether a file of a dataset is the one that was published.
 *
 * @param file its name
 */
public record FileCheck(String file, Result result) {

    /** What was found. */
    public enum Result {
        /** The content has the right SHA-256. */
        RIGHT,
        /** It has another, or cannot be read. */
        WRONG,
        /** There is no such file. */
        MISSING
    }

    /** Finds a file, or says by a {@link DataException} that it is not there. */
    interface Finding {
        Source find() throws DataException;
    }

    static FileCheck of(String file, Finding finding, String sha256) {
        Source source;
        try {
            source = finding.find();
        } catch (DataException e) {
            return new FileCheck(file, Result.MISSING);
        }
        try {
            return new FileCheck(file, source.sha256().equals(sha256) ? Result.RIGHT : Result.WRONG);
        } catch (IOException e) {
            return new FileCheck(file, Result.WRONG);
        }
    }
}
