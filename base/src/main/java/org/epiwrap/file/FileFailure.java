package org.epiwrap.file;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Explains in words why a file cannot be used; Java states the most frequent reasons by exception class alone. */
public final class FileFailure {
    private FileFailure() {}

    /** Returns the system's own reason if it gives one, else a clause for the class of the exception. */
    public static String reason(FileSystemException e) {
        if (e.getReason() != null) {
            return e.getReason();
        }
        if (e instanceof NoSuchFileException) {
            return "there is no such file or folder";
        }
        if (e instanceof AccessDeniedException) {
            return "access is denied";
        }
        return e instanceof FileAlreadyExistsException ? "it already exists" : "the system gives no reason";
    }
}
