package org.epiwrap.cli;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.epiwrap.file.FileFailure;

/** Looks whether a folder can be made and filled before the work that fills it, so that it fails then if at all. */
final class OutputFolder {
    private OutputFolder() {}

    /**
     * For work that makes the folder itself when it is done. Nothing tells for sure that a folder can be made but making
     * it; it is taken away again, so that work that fails or is stopped leaves none.
     */
    static void check(Path folder) {
        List<Path> missing = new ArrayList<>();
        for (Path each = folder.toAbsolutePath();
                each != null && !Files.exists(each, LinkOption.NOFOLLOW_LINKS);
                each = each.getParent()) {
            missing.add(each);
        }
        try {
            make(folder);
        } finally {
            missing.forEach(OutputFolder::remove);
        }
    }

    private static void remove(Path made) {
        try {
            Files.deleteIfExists(made);
        } catch (IOException e) {
            // It is in use already, by somebody else.
            return;
        }
    }

    static void make(Path folder) {
        try {
            // A link to a folder is one, but some versions of Java do not take it for one here.
            if (!Files.isDirectory(folder)) {
                Files.createDirectories(folder);
            }
        } catch (FileAlreadyExistsException e) {
            throw new IllegalArgumentException(folder + " must be a folder, but " + e.getFile() + " is a file", e);
        } catch (FileSystemException e) {
            throw new IllegalArgumentException("the folder " + folder + " cannot be made: " + FileFailure.reason(e), e);
        } catch (IOException e) {
            throw new IllegalArgumentException("the folder " + folder + " cannot be made", e);
        }
        if (!Files.isWritable(folder)) {
            throw new IllegalArgumentException("nothing may be written to the folder " + folder);
        }
    }
}
