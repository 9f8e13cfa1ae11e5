package org.epiwrap.cli.output;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.epiwrap.file.FileFailure;

/** Checks whether files and folders can be written before the work starts that fills them. */
public final class OutputPaths {
    private OutputPaths() {}

    /**
     * Checks a file that is to be written or replaced.
     *
     * @param sources the files it is made from, which it must not replace
     */
    public static void checkFile(Path file, Path... sources) throws IOException {
        checkAppended(file);
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

    /**
     * Checks a folder that the work creates itself when it is done. The only reliable check is to create it; it is removed
     * again, so that work that fails or is stopped leaves none.
     */
    public static void checkFolder(Path folder) {
        List<Path> missing = new ArrayList<>();
        for (Path each = folder.toAbsolutePath();
                each != null && !Files.exists(each, LinkOption.NOFOLLOW_LINKS);
                each = each.getParent()) {
            missing.add(each);
        }
        try {
            createFolder(folder);
        } finally {
            missing.forEach(OutputPaths::remove);
        }
    }

    private static void remove(Path created) {
        try {
            Files.deleteIfExists(created);
        } catch (IOException e) {
            // Another process is using it already.
            return;
        }
    }

    /** Creates a folder, unless there is one. */
    public static void createFolder(Path folder) {
        try {
            // Some versions of Java fail here for a link to a folder.
            if (!Files.isDirectory(folder)) {
                Files.createDirectories(folder);
            }
        } catch (FileAlreadyExistsException e) {
            throw new IllegalArgumentException(folder + " must be a folder, but " + e.getFile() + " is a file", e);
        } catch (FileSystemException e) {
            throw new IllegalArgumentException(
                    "the folder " + folder + " cannot be created: " + FileFailure.reason(e), e);
        } catch (IOException e) {
            throw new IllegalArgumentException("the folder " + folder + " cannot be created", e);
        }
        if (!Files.isWritable(folder)) {
            throw new IllegalArgumentException("the folder " + folder + " is not writable");
        }
    }
}
