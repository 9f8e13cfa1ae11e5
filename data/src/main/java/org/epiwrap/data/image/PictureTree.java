package org.epiwrap.data.image;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.epiwrap.data.DataException;
import org.epiwrap.data.NaturalOrder;

/**
 * The files below a folder, without hidden ones, in natural order. Links are followed as long as they stay inside the root,
 * which is the folder that the user named.
 *
 * @param realRoot the root without links
 */
record PictureTree(Path root, Path realRoot) {
    /** More folders in each other than anyone makes. */
    private static final int MAX_DEPTH = 32;

    static PictureTree of(Path root) throws IOException {
        if (!Files.isDirectory(root)) {
            throw new DataException(root + " must be a folder of pictures, but "
                    + (Files.exists(root) ? "is no folder" : "there is no such folder"));
        }
        return new PictureTree(root, root.toRealPath());
    }

    /** Returns the folders directly in a folder, by name. */
    Map<String, Path> folders(Path folder) throws IOException {
        Map<String, Path> found = new HashMap<>();
        for (Path entry : entries(folder)) {
            if (Files.isDirectory(entry)) {
                found.put(name(entry), entry);
            }
        }
        return found;
    }

    /** Returns the files directly in a folder. */
    List<Path> filesIn(Path folder) throws IOException {
        return entries(folder).stream().filter(Files::isRegularFile).toList();
    }

    /** Returns all files below a folder. */
    List<Path> filesBelow(Path folder) throws IOException {
        List<Path> files = new ArrayList<>();
        collect(folder, 1, new HashSet<>(Set.of(folder.toRealPath())), files);
        return files;
    }

    /** Links may lead back, or to one folder in so many ways that following them all would never end. */
    private void collect(Path folder, int depth, Set<Path> visited, List<Path> files) throws IOException {
        if (depth > MAX_DEPTH) {
            throw new DataException(
                    root + " must have at most " + MAX_DEPTH + " folders in each other, but " + folder + " has more");
        }
        for (Path entry : entries(folder)) {
            if (Files.isRegularFile(entry)) {
                files.add(entry);
            } else if (Files.isDirectory(entry)) {
                if (!visited.add(entry.toRealPath())) {
                    throw new DataException(entry + " must not lead to a folder that is read already, but does");
                }
                collect(entry, depth + 1, visited, files);
            }
        }
    }

    private List<Path> entries(Path folder) throws IOException {
        Map<String, Path> found = new HashMap<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            for (Path entry : entries) {
                if (!name(entry).startsWith(".") && !Files.isHidden(entry)) {
                    checkLink(entry);
                    found.put(name(entry), entry);
                }
            }
        }
        List<Path> sorted = new ArrayList<>();
        for (String name : NaturalOrder.sorted(found.keySet())) {
            sorted.add(found.getOrDefault(name, folder));
        }
        return sorted;
    }

    private void checkLink(Path entry) throws IOException {
        if (!Files.isSymbolicLink(entry)) {
            return;
        }
        try {
            if (!entry.toRealPath().startsWith(realRoot)) {
                throw new DataException(entry + " must not be a link that leads out of " + root + ", but is one");
            }
        } catch (NoSuchFileException e) {
            throw new DataException(entry + " must be a link to a file or folder, but leads to nothing", e);
        }
    }

    static String name(Path file) {
        return String.valueOf(file.getFileName());
    }
}
