package org.epiwrap.data;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.epiwrap.check.Check;
import org.jspecify.annotations.Nullable;

/**
 * Images out of files of several kinds, one after the other, in the shape that a network takes; one is held at a time. A
 * file may be
 *
 * <ul>
 *   <li>a picture, see {@link Pictures};
 *   <li>images as rows of numbers if its name ends in {@code .csv} or {@code .csv.gz}, see {@link CsvImages};
 *   <li>images in the format of MNIST, plain or gzipped, see {@link Idx};
 *   <li>a folder, of which the pictures are taken, in the order of their names.
 * </ul>
 *
 * <p>Grey images serve colour networks and the other way round; see {@link ImageFit}. Another size is refused unless
 * images are to be resized. Rows of numbers have no size and are never resized.
 */
public final class ImageFiles implements Closeable {
    private final ImageShape shape;
    private final boolean resize;
    private final OptionalInt white;
    private final Deque<Path> waiting = new ArrayDeque<>();
    private @Nullable Stretch current;
    private String name = "";

    private ImageFiles(List<Path> files, ImageShape shape, boolean resize, OptionalInt white) {
        this.shape = shape;
        this.resize = resize;
        this.white = white;
        waiting.addAll(files);
    }

    /**
     * Images from files and folders in the given order.
     *
     * @param white what stands for white in rows of numbers, 1 or 255, if it is not to be seen from their first image
     */
    public static ImageFiles of(List<Path> files, ImageShape shape, boolean resize, OptionalInt white) {
        Check.atLeast("the number of files", files.size(), 1);
        return new ImageFiles(files, shape, resize, white);
    }

    /** Some images of one file. */
    private interface Stretch extends Closeable {
        /** The name of the image that was read, or null if there is none left. */
        @Nullable
        String next(byte[] target) throws IOException;

        @Override
        default void close() throws IOException {}
    }

    /**
     * Reads the next image to the beginning of the target.
     *
     * @return false if there is none
     */
    public boolean next(byte[] target) throws IOException {
        Check.atLeast("target's length", target.length, shape.pixels());
        while (true) {
            if (current == null) {
                Path file = waiting.poll();
                if (file == null) {
                    return false;
                }
                current = open(file);
            }
            String found = current.next(target);
            if (found != null) {
                name = found;
                return true;
            }
            close();
        }
    }

    /** Of the image that was read last: its file, and which one of several it is. */
    public String name() {
        return name;
    }

    private Stretch open(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            openFolder(file);
            return target -> null;
        }
        String lower = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        if (lower.endsWith(".csv") || lower.endsWith(".csv.gz")) {
            return rows(file);
        }
        return !Pictures.isNamedSo(file) && Idx.isOne(Source.file(file)) ? idx(file) : picture(file);
    }

    /** Its pictures come next. */
    private void openFolder(Path folder) throws IOException {
        List<Path> pictures;
        try (Stream<Path> all = Files.list(folder)) {
            pictures = all.filter(file -> Files.isRegularFile(file) && Pictures.isNamedSo(file))
                    .sorted(Comparator.comparing((Path file) -> String.valueOf(file.getFileName()))
                            .reversed())
                    .toList();
        }
        if (pictures.isEmpty()) {
            throw new DataException(
                    folder + " must hold pictures (" + String.join(", ", Pictures.ENDINGS) + "), but holds none");
        }
        pictures.forEach(waiting::addFirst);
    }

    private Stretch picture(Path file) {
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
            throw new DataException(file + " must have images " + ImageShape.size(shape.height(), shape.width())
                    + ", or be resized, but they are " + ImageShape.size(height, width));
        }
    }

    private Stretch rows(Path file) throws IOException {
        CsvImages images = CsvImages.open(Source.file(file), shape.pixels(), white);
        return new Stretch() {
            private boolean some;

            @Override
            public @Nullable String next(byte[] target) throws IOException {
                if (images.next(target)) {
                    some = true;
                    return file + ":" + images.line();
                }
                if (!some) {
                    throw new DataException(file + " must have a row for each image, but has none");
                }
                return null;
            }

            @Override
            public void close() throws IOException {
                images.close();
            }
        };
    }

    private Stretch idx(Path file) throws IOException {
        IdxImages images = IdxImages.open(Source.file(file));
        try {
            ImageShape own = images.shape();
            checkSize(file, own.height(), own.width());
            Pictures.checkPixels(file, own.height(), own.width());
            ImageFit fit = ImageFit.of(own, shape);
            byte[] pixels = new byte[own.pixels()];
            return new Stretch() {
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
