package org.epiwrap.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Looks whether a file can be written before the work begins: nobody wants to hear of it after an hour. */
final class OutputFile {
    private OutputFile() {}

    /**
     * A file that is to be written, or replaced.
     *
     * @param sources what it is made from, which it must not replace
     */
    static void check(Path file, Path... sources) throws IOException {
        checkFolder(file);
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new IllegalArgumentException(file + " must be a file, but is a device or the like");
        }
        for (Path source : sources) {
            if (Files.exists(file) && Files.exists(source) && Files.isSameFile(file, source)) {
                throw new IllegalArgumentException(
                        "the output must be another file than " + source + ", which it would replace");
            }
        }
    }

    /** A file that is to be appended to; a device will do. */
    static void checkAppended(Path file) {
        checkFolder(file);
    }

    private static void checkFolder(Path file) {
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
