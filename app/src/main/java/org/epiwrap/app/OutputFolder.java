package org.epiwrap.app;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Makes a folder before the work that fills it, so that it fails then if at all. */
final class OutputFolder {
    private OutputFolder() {}

    static void make(Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (FileAlreadyExistsException e) {
            throw new IllegalArgumentException(folder + " must be a folder, but " + e.getFile() + " is a file", e);
        } catch (IOException e) {
            throw new IllegalArgumentException("the folder " + folder + " cannot be made", e);
        }
        if (!Files.isWritable(folder)) {
            throw new IllegalArgumentException("nothing may be written to the folder " + folder);
        }
    }
}
