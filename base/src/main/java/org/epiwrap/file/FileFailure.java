package org.epiwrap.file;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Why a file cannot be used, in words: Java tells the most frequent reasons by the names of its classes alone. */
public final class FileFailure {
    private FileFailure() {}

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
        return e instanceof FileAlreadyExistsException ? "it is there already" : "the system says no more";
    }
}
