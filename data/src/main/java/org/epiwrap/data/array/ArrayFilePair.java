package org.epiwrap.data.array;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.epiwrap.data.DataException;
import org.epiwrap.data.Part;
import org.epiwrap.store.numpy.NumpyFile;

/** An array of examples and one of labels, found by the names that people give them. */
record ArrayFilePair(NumpyFile xFile, String x, NumpyFile yFile, String y) implements Closeable {
    private static final String NPY = ".npy";

    /** Names of examples and labels, to train or to test. */
    private record Names(String x, String y, Part part) {}

    private static final List<Names> NAMES = new ArrayList<>();

    static {
        for (Part part : Part.values()) {
            String word = part.word();
            NAMES.add(new Names("x_" + word, "y_" + word, part));
            NAMES.add(new Names("X_" + word, "y_" + word, part));
            NAMES.add(new Names(word + "_x", word + "_y", part));
            NAMES.add(new Names(word + "_images", word + "_labels", part));
            NAMES.add(new Names(word + "_data", word + "_labels", part));
        }
        for (String x : List.of("x", "X", "data", "images", "features")) {
            for (String y : List.of("y", "Y", "labels", "label", "target", "targets")) {
                NAMES.add(new Names(x, y, Part.TRAIN));
            }
        }
    }

    /** Finds a pair in an npz archive, or around an npy file. */
    static Optional<ArrayFilePair> find(Path path, Part part) throws IOException {
        return path.toString().endsWith(NPY) ? beside(path, part) : inArchive(path, part);
    }

    /** Returns whether a folder has a pair of npy files to train on, and which has the examples. */
    static Optional<Path> examplesIn(Path folder) {
        return NAMES.stream()
                .filter(names -> names.part() == Part.TRAIN
                        && Files.isRegularFile(folder.resolve(names.x() + NPY))
                        && Files.isRegularFile(folder.resolve(names.y() + NPY)))
                .map(names -> folder.resolve(names.x() + NPY))
                .findFirst();
    }

    private static Optional<ArrayFilePair> inArchive(Path path, Part part) throws IOException {
        NumpyFile file = NumpyFile.openData(path);
        boolean found = false;
        try {
            for (Names names : NAMES) {
                if (names.part() == part && file.names().containsAll(List.of(names.x(), names.y()))) {
                    found = true;
                    return Optional.of(new ArrayFilePair(file, names.x(), file, names.y()));
                }
            }
            if (part == Part.TRAIN) {
                throw new DataException(
                        path + " must have arrays named x and y, x_train and y_train, or data and labels, but has "
                                + (file.names().isEmpty() ? "none" : String.join(", ", file.names())));
            }
            return Optional.empty();
        } finally {
            if (!found) {
                file.close();
            }
        }
    }

    private static Optional<ArrayFilePair> beside(Path path, Part part) throws IOException {
        String file = String.valueOf(path.getFileName());
        String given = file.substring(0, file.length() - NPY.length());
        if (part == Part.TEST) {
            Path x = path.resolveSibling(given.replace(Part.TRAIN.word(), Part.TEST.word()) + NPY);
            return x.equals(path) || !Files.isRegularFile(x) ? Optional.empty() : beside(x, given, true);
        }
        return beside(path, given, false);
    }

    private static Optional<ArrayFilePair> beside(Path path, String given, boolean test) throws IOException {
        String name = test ? given.replace(Part.TRAIN.word(), Part.TEST.word()) : given;
        List<String> tried = new ArrayList<>();
        for (Names names : NAMES) {
            Path y = path.resolveSibling(names.y() + NPY);
            if (!names.x().equals(name)) {
                continue;
            }
            if (Files.isRegularFile(y)) {
                return Optional.of(opened(path, name, y, names.y()));
            }
            tried.add(names.y() + NPY);
        }
        throw new DataException(
                tried.isEmpty()
                        ? path + " must be named x.npy, with y.npy beside it, or the like, but is not"
                        : path + " must have its labels beside it, in " + String.join(" or ", tried) + ", but has not");
    }

    private static ArrayFilePair opened(Path x, String xName, Path y, String yName) throws IOException {
        NumpyFile xFile = NumpyFile.openData(x);
        try {
            return new ArrayFilePair(xFile, xName, NumpyFile.openData(y), yName);
        } catch (IOException | RuntimeException e) {
            xFile.close();
            throw e;
        }
    }

    /**
     * Returns the name of the array with the examples of a file, which may have no labels: those to test on if there are
     * such, the only array whatever its name.
     */
    static String examplesAlone(NumpyFile file) throws DataException {
        Set<String> found = file.names();
        for (Part part : List.of(Part.TEST, Part.TRAIN)) {
            for (Names names : NAMES) {
                if (names.part() == part && found.contains(names.x())) {
                    return names.x();
                }
            }
        }
        if (found.size() != 1) {
            throw new DataException(
                    file.path() + " must have an array named x, x_test or data, or only one array, but has "
                            + (found.isEmpty() ? "none" : String.join(", ", found)));
        }
        return found.iterator().next();
    }

    /** Returns what to call the examples in messages. */
    String examples() {
        return Objects.equals(xFile.path(), yFile.path())
                ? xFile.path() + ", array " + x
                : xFile.path().toString();
    }

    /** Returns what to call the labels in messages. */
    String labels() {
        return Objects.equals(xFile.path(), yFile.path())
                ? yFile.path() + ", array " + y
                : yFile.path().toString();
    }

    @Override
    public void close() throws IOException {
        try (xFile) {
            yFile.close();
        }
    }
}
