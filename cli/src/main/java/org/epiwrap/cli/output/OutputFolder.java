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

/** Checks whether a folder can be created and written to before the work starts that fills it. */
public final class OutputFolder {
    private OutputFolder() {}

    /**
     * Checks a folder that the work creates itself when it is done. The only reliable check is to create it; it is removed
     * again, so that work that fails or is stopped leaves none.
     */
    public static void check(Path folder) {
        List<Path> missing = new ArrayList<>();
        for (Path each = folder.toAbsolutePath();
                each != null && !Files.exists(each, LinkOption.NOFOLLOW_LINKS);
                each = each.getParent()) {
            missing.add(each);
        }
        try {
            create(folder);
        } finally {
            missing.forEach(OutputFolder::remove);
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
    public static void create(Path folder) {
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
