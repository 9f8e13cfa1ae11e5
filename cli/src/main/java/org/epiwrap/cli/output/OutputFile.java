package org.epiwrap.cli.output;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Checks whether a file can be written before the work starts that fills it. */
public final class OutputFile {
    private OutputFile() {}

    /**
     * Checks a file that is to be written or replaced.
     *
     * @param sources the files it is made from, which it must not replace
     */
    public static void check(Path file, Path... sources) throws IOException {
        checkFolder(file);
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new IllegalArgumentException(file + " must be a regular file, but is not");
        }
        for (Path source : sources) {
            if (Files.exists(file) && Files.exists(source) && Files.isSameFile(file, source)) {
                throw new IllegalArgumentException("the output must not replace the input " + source);
            }
        }
    }

    /** Checks a file that is to be appended to; it may be a device. */
    public static void checkAppended(Path file) {
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
            throw new IllegalArgumentException("cannot write " + file + ": the folder " + folder + " is not writable");
        }
    }
}
