package org.epiwrap.app;

import java.nio.file.Files;
import java.nio.file.Path;

/** Looks whether a file can be written before the work begins: nobody wants to hear of it after an hour. */
final class OutputFile {
    private OutputFile() {}

    static void check(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || Files.isDirectory(file)) {
            throw new IllegalArgumentException(file + " must be a file, but is a folder");
        }
        if (!Files.isDirectory(folder)) {
            throw new IllegalArgumentException("cannot write " + file + ": there is no folder " + folder);
        }
        if (!Files.isWritable(folder)) {
            throw new IllegalArgumentException("cannot write " + file + ": nothing may be written to " + folder);
        }
    }
}
