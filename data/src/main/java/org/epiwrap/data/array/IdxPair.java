package org.epiwrap.data.array;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.epiwrap.data.DataException;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.ExampleType;
import org.epiwrap.data.Part;
import org.epiwrap.data.Records;
import org.epiwrap.data.Volume;
import org.epiwrap.data.image.Idx;
import org.epiwrap.data.image.IdxImages;
import org.epiwrap.data.image.ImageFit;
import org.epiwrap.data.image.PictureOptions.Colouring;
import org.epiwrap.data.image.PictureSize;
import org.epiwrap.data.source.Source;

/** IDX files of images and of their labels, named as MNIST's are. */
final class IdxPair {
    private static final String IMAGES = "images";
    private static final String GZIP = ".gz";
    private static final int GZIP_START = 0x1f8b;

    private IdxPair() {}

    /** Returns whether a file starts like an IDX file; if it is named as a gzipped one, whether its content does. */
    static boolean matches(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            return false;
        }
        if (file.toString().endsWith(GZIP)) {
            try (InputStream in = Files.newInputStream(file)) {
                byte[] start = in.readNBytes(2);
                if (start.length < 2 || (((start[0] & 0xff) << 8) | (start[1] & 0xff)) != GZIP_START) {
                    return false;
                }
            }
        }
        try {
            return Idx.isIdx(Source.file(file));
        } catch (DataException e) {
            // Bytes that are gzipped in part only are no IDX file.
            return false;
        }
    }

    /** Returns the file of images in a folder as MNIST names it, if there is one. */
    static Optional<Path> examplesIn(Path folder, Part part) {
        String prefix = part == Part.TRAIN ? "train" : "t10k";
        return Stream.of("-images-idx3-ubyte", "-images.idx3-ubyte")
                .flatMap(name -> Stream.of(prefix + name, prefix + name + GZIP))
                .map(folder::resolve)
                .filter(Files::isRegularFile)
                .findFirst();
    }

    static Optional<Dataset> read(String name, Path images, Part part, ArrayOptions options) throws IOException {
        Path file = images;
        if (part == Part.TEST) {
            boolean train = String.valueOf(images.getFileName()).startsWith("train-");
            Optional<Path> test = examplesIn(images.resolveSibling(""), Part.TEST);
            if (!train || test.isEmpty()) {
                return Optional.empty();
            }
            file = test.get();
        }
        return Optional.of(read(part == Part.TRAIN ? name : name + "-test", file, labels(file), options));
    }

    private static Path labels(Path images) throws DataException {
        String name = String.valueOf(images.getFileName());
        String labels = name.replace(IMAGES, "labels").replace("idx3", "idx1");
        if (name.contains(IMAGES)) {
            String plain = labels.endsWith(GZIP) ? labels.substring(0, labels.length() - GZIP.length()) : labels;
            for (String candidate : List.of(labels, plain, plain + GZIP)) {
                if (Files.isRegularFile(images.resolveSibling(candidate))) {
                    return images.resolveSibling(candidate);
                }
            }
            throw new DataException(images + " must have its labels beside it, in " + labels + ", but has not");
        }
        throw new DataException(images + " must be a file of images whose name says so, such as"
                + " train-images-idx3-ubyte beside train-labels-idx1-ubyte, but does not");
    }

    private static Dataset read(String name, Path file, Path labelFile, ArrayOptions options) throws IOException {
        byte[] values = Idx.labels(Source.file(labelFile));
        long[] whole = new long[values.length];
        for (int i = 0; i < whole.length; i++) {
            whole[i] = values[i] & 0xff;
        }
        Labels labels = Labels.of(labelFile.toString(), whole);
        try (IdxImages images = IdxImages.open(Source.file(file))) {
            if (images.count() != values.length) {
                throw new DataException(labelFile + " must have " + images.count() + " labels, one for each image in "
                        + file + ", but has " + values.length);
            }
            Volume from = images.shape();
            if (from.height() > PictureSize.MAX_SIDE || from.width() > PictureSize.MAX_SIDE) {
                throw new DataException(file + " must have images of at most "
                        + Volume.inWords(PictureSize.MAX_SIDE, PictureSize.MAX_SIDE) + ", but they are "
                        + Volume.inWords(from.height(), from.width()));
            }
            PictureSize size = options.pictures().size().orElse(new PictureSize(from.height(), from.width()));
            int channels = options.pictures().colouring() == Colouring.COLOUR ? 3 : 1;
            Volume to = new Volume(channels, size.height(), size.width());
            return Dataset.of(
                    name, new ExampleType.Images(to), labels.classNames(), records(images, to), labels.labels());
        }
    }

    private static Records records(IdxImages images, Volume to) throws IOException {
        ImageFit fit = ImageFit.of(images.shape(), to);
        byte[] image = new byte[images.shape().size()];
        byte[] example = new byte[to.size()];
        try (Records.Builder records = Records.builder(to.size())) {
            while (images.next(image)) {
                fit.apply(image, example);
                records.add(example);
            }
            return records.build();
        }
    }
}
