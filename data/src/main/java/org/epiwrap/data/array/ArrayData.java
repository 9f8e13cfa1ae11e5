package org.epiwrap.data.array;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.epiwrap.data.DataException;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Part;
import org.epiwrap.data.Parts;
import org.epiwrap.store.StoreException;
import org.epiwrap.store.numpy.NumpyFile;

/**
 * Reads labelled arrays:
 *
 * <ul>
 *   <li>an npz archive with arrays {@code x} and {@code y}, {@code x_train}, {@code y_train}, {@code x_test} and {@code
 *       y_test}, {@code data} and {@code labels}, or the like;
 *   <li>an npy file with examples, named in such a way, beside one with labels;
 *   <li>an IDX file of images, beside one of labels whose name has {@code labels} for {@code images}, plain or gzipped;
 *   <li>a folder with such npy or IDX files.
 * </ul>
 *
 * <p>An array of two axes is a table with columns {@code x0}, {@code x1} and so on, in which NaN is a missing value; one of
 * three or four axes has pictures, from 0 to 1 or from 0 to 255. Labels are integers or texts, each of them a class.
 */
public final class ArrayData {
    private ArrayData() {}

    /** Returns whether a file is one of arrays, by its name or first bytes, or a folder has such files. */
    public static boolean matches(Path path) throws IOException {
        if (Files.isDirectory(path)) {
            return ArrayFilePair.examplesIn(path).isPresent()
                    || IdxPair.examplesIn(path, Part.TRAIN).isPresent();
        }
        String name = path.toString().toLowerCase(Locale.ROOT);
        return name.endsWith(".npz") || name.endsWith(".npy") || IdxPair.matches(path);
    }

    /**
     * Reads arrays.
     *
     * @throws DataException if the arrays cannot be used; the message is one sentence that names the file
     */
    public static Parts read(Path path, ArrayOptions options) throws IOException {
        Path file = path;
        if (Files.isDirectory(path)) {
            Optional<Path> idx = IdxPair.examplesIn(path, Part.TRAIN);
            Optional<Path> examples = idx.isPresent() ? idx : ArrayFilePair.examplesIn(path);
            file = examples.orElseThrow(() -> new DataException(
                    path + " must have x.npy and y.npy, or IDX files of images and labels, but has not"));
        } else if (!Files.isRegularFile(path)) {
            throw new DataException(path + " must be a file of arrays, but "
                    + (Files.exists(path) ? "is none" : "there is no such file"));
        }
        try {
            Dataset train = part(file, Part.TRAIN, options)
                    .orElseThrow(() -> new DataException(path + " must have examples and labels, but has none"));
            Optional<Dataset> test = part(file, Part.TEST, options);
            return new Parts(train, aligned(file, train, test), List.of());
        } catch (StoreException e) {
            throw new DataException(String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * Reads the examples of an npz or npy file without their labels, which it need not have: those to test on, if there are
     * such.
     *
     * @throws DataException if there are none, or they cannot be used; the message is one sentence that names the file
     */
    public static Dataset readUnlabelled(Path path, ArrayOptions options) throws IOException {
        try (NumpyFile file = NumpyFile.openData(path)) {
            return NumpyExamples.unlabelled(stem(path), file, ArrayFilePair.examplesAlone(file), options);
        } catch (StoreException e) {
            throw new DataException(String.valueOf(e.getMessage()), e);
        }
    }

    private static String stem(Path file) {
        return String.valueOf(file.getFileName()).replaceFirst("\\.(npz|npy|gz)$", "");
    }

    private static Optional<Dataset> part(Path file, Part part, ArrayOptions options) throws IOException {
        String stem = stem(file);
        if (IdxPair.matches(file)) {
            return IdxPair.read(stem, file, part, options);
        }
        Optional<ArrayFilePair> found = ArrayFilePair.find(file, part);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        try (ArrayFilePair pair = found.get()) {
            return Optional.of(NumpyExamples.read(part == Part.TRAIN ? stem : stem + "-test", pair, options));
        }
    }

    private static Optional<Dataset> aligned(Path file, Dataset train, Optional<Dataset> test) throws DataException {
        if (test.isEmpty()) {
            return test;
        }
        if (!test.get().type().equals(train.type())) {
            throw new DataException(file + " must have test examples of the shape of the training examples, but has "
                    + train + " and " + test.get());
        }
        try {
            return Optional.of(test.get().withClasses(train.classNames()));
        } catch (IllegalArgumentException e) {
            throw new DataException(file + ": " + e.getMessage(), e);
        }
    }
}
