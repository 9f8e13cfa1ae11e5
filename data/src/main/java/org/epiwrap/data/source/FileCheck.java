package org.epiwrap.data.source;

import java.io.IOException;
import org.epiwrap.data.DataException;

/**
 * The result of comparing a file of a dataset with the published one.
 *
 * @param file the name of the file
 */
public record FileCheck(String file, Result result) {

    /** The outcome of a check. */
    public enum Result {
        /** The content has the published SHA-256. */
        RIGHT,
        /** The content has another SHA-256 or cannot be read. */
        WRONG,
        /** There is no such file. */
        MISSING
    }

    /** Finds a file. */
    @FunctionalInterface
    public interface Lookup {
        /** Returns the file as a source; throws if it is missing. */
        Source find() throws DataException;
    }

    /** Compares a file with the SHA-256 of the published one, decompressed. */
    public static FileCheck of(String file, Lookup lookup, String sha256) {
        Source source;
        try {
            source = lookup.find();
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
