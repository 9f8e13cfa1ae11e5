package org.epiwrap.data.image;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import org.epiwrap.check.Check;
import org.epiwrap.data.DataException;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Volume;
import org.epiwrap.data.source.Source;
import org.jspecify.annotations.Nullable;

/**
 * Reads images from files of several formats, one at a time, in the shape that a network takes. A file may be
 *
 * <ul>
 *   <li>a picture, see {@link Pictures};
 *   <li>a CSV file of images if its name ends in {@code .csv} or {@code .csv.gz}, see {@link CsvImages};
 *   <li>an IDX file of images, the format of MNIST, plain or gzipped, see {@link Idx};
 *   <li>a folder, whose pictures and those of the folders inside are read in {@linkplain org.epiwrap.data.NaturalOrder natural
 *       order}.
 * </ul>
 *
 * <p>Grey images are converted for colour networks and colour images for grey ones; see {@link ImageFit}. Images of
 * another size are errors unless resizing is enabled. Rows of a CSV file have no size and are never resized.
 */
public final class ImageFiles implements Closeable {
    private final Volume shape;
    private final boolean resize;
    private final OptionalInt white;
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private @Nullable Images current;
    private String name = "";
    private List<String> folders = List.of();

    private ImageFiles(List<Path> files, Volume shape, boolean resize, OptionalInt white) {
        this.shape = shape;
        this.resize = resize;
        this.white = white;
        files.forEach(file -> waiting.add(new Waiting(file, List.of())));
    }

    /** A file that is yet to be read, and the folders that it was found in. */
    private record Waiting(Path file, List<String> folders) {}

    /**
     * Returns a reader of files and folders, in the given order.
     *
     * @param resize whether images of another size are resized, or else are errors
     * @param white the number that represents white in CSV files, 1 or 255; inferred from their first image if empty
     */
    public static ImageFiles of(List<Path> files, Volume shape, boolean resize, OptionalInt white) {
        Check.atLeast("the number of files", files.size(), 1);
        return new ImageFiles(files, shape, resize, white);
    }

    /** The images of one file. */
    private interface Images extends Closeable {
        /** Reads the next image and returns its name, or null at the end. */
        @Nullable
        String next(byte[] target) throws IOException;

        @Override
        default void close() throws IOException {}
    }

    /** Reads the next image, and returns false at the end of the last file. */
    private boolean next(byte[] target) throws IOException {
        while (true) {
            if (current == null) {
                Waiting next = waiting.poll();
                if (next == null) {
                    return false;
                }
                current = open(next.file());
                folders = next.folders();
            }
            String found = current.next(target);
            if (found != null) {
                name = found;
                return true;
            }
            close();
        }
    }

    /**
     * Images that were read.
     *
     * @param names of each its file and, if the file has several images, its line or number
     * @param folders the names of the folders in which each was found, from the one that was given to the innermost; none
     *     for a file that was given itself
     */
    public record Batch(List<String> names, List<List<String>> folders, Dataset images) {
        /** Copies the lists. */
        public Batch {
            names = List.copyOf(names);
            folders = List.copyOf(folders);
        }

        /** Returns the class whose name the outermost of an image's folders has that is named after one, if any is. */
        public Optional<String> className(int image, Collection<String> classes) {
            return folders.get(image).stream().filter(classes::contains).findFirst();
        }
    }

    /** Reads up to a number of images, at least 1; at the end of the last file fewer or none. */
    public Batch next(int maximum) throws IOException {
        Check.atLeast("maximum", maximum, 1);
        byte[] image = new byte[shape.size()];
        byte[] pixels = new byte[Math.multiplyExact(maximum, image.length)];
        List<String> names = new ArrayList<>();
        List<List<String>> found = new ArrayList<>();
        while (names.size() < maximum && next(image)) {
            System.arraycopy(image, 0, pixels, names.size() * image.length, image.length);
            names.add(name);
            found.add(folders);
        }
        byte[] read = Arrays.copyOf(pixels, names.size() * image.length);
        return new Batch(names, found, Dataset.unlabelled("images", shape, read));
    }

    private Images open(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            openFolder(file);
            return target -> null;
        }
        String lower = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        if (lower.endsWith(".csv") || lower.endsWith(".csv.gz")) {
            return rows(file);
        }
        return !Pictures.hasExtension(file) && Idx.isIdx(Source.file(file)) ? idx(file) : picture(file);
    }

    /** Puts the pictures of a folder at the front of the queue. */
    private void openFolder(Path folder) throws IOException {
        List<Path> pictures = new ArrayList<>(PictureTree.of(folder).filesBelow(folder));
        pictures.removeIf(file -> !Pictures.hasExtension(file));
        if (pictures.isEmpty()) {
            throw new DataException(folder + " must contain pictures (" + String.join(", ", Pictures.EXTENSIONS)
                    + "), but contains none");
        }
        Collections.reverse(pictures);
        pictures.forEach(picture -> waiting.addFirst(new Waiting(picture, folders(folder, picture))));
    }

    /** Returns the names of the folders that a picture is in, from the one that was named on. */
    private static List<String> folders(Path root, Path picture) {
        List<String> names =
                new ArrayList<>(List.of(PictureTree.name(root.toAbsolutePath().normalize())));
        Path between = root.relativize(picture).getParent();
        if (between != null) {
            between.forEach(each -> names.add(each.toString()));
        }
        return List.copyOf(names);
    }

    private Images picture(Path file) {
        boolean[] done = new boolean[1];
        return target -> {
            if (done[0]) {
                return null;
            }
            done[0] = true;
            Pictures.Decoded picture = Pictures.read(file, (height, width) -> checkSize(file, height, width));
            ImageFit.of(picture.shape(), shape).apply(picture.pixels(), target);
            return file.toString();
        };
    }

    private void checkSize(Path file, int height, int width) throws DataException {
        if (!resize && (height != shape.height() || width != shape.width())) {
            throw new DataException(file + " must have images " + Volume.inWords(shape.height(), shape.width())
                    + ", or be resized (--resize), but they are " + Volume.inWords(height, width));
        }
    }

    private Images rows(Path file) throws IOException {
        CsvImages images = CsvImages.open(Source.file(file), shape.size(), white);
        return new Images() {
            private boolean some;

            @Override
            public @Nullable String next(byte[] target) throws IOException {
                if (isNext(target)) {
                    some = true;
                    return file + ":" + images.line();
                }
                if (!some) {
                    throw new DataException(file + " must have a row for each image, but has no rows");
                }
                return null;
            }

            private boolean isNext(byte[] target) throws DataException {
                try {
                    return images.next(target);
                } catch (DataException e) {
                    // Pixels without height and width are hardly those of pictures.
                    throw shape.plane() > 1
                            ? e
                            : new DataException(
                                    e.getMessage()
                                            + "; if the network takes the columns of a table, import it with --schema",
                                    e);
                }
            }

            @Override
            public void close() throws IOException {
                images.close();
            }
        };
    }

    private Images idx(Path file) throws IOException {
        IdxImages images = IdxImages.open(Source.file(file));
        try {
            Volume own = images.shape();
            checkSize(file, own.height(), own.width());
            Pictures.checkPixels(file, own.height(), own.width());
            ImageFit fit = ImageFit.of(own, shape);
            byte[] pixels = new byte[own.size()];
            return new Images() {
                private int read;

                @Override
                public @Nullable String next(byte[] target) throws IOException {
                    if (!images.next(pixels)) {
                        return null;
                    }
                    fit.apply(pixels, target);
                    return file + "#" + read++;
                }

                @Override
                public void close() throws IOException {
                    images.close();
                }
            };
        } catch (IOException | RuntimeException e) {
            images.close();
            throw e;
        }
    }

    @Override
    public void close() throws IOException {
        if (current != null) {
            current.close();
            current = null;
        }
    }
}
