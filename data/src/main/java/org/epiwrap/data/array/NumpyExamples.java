package org.epiwrap.data.array;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.epiwrap.data.Column;
import org.epiwrap.data.DataException;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.ExampleType;
import org.epiwrap.data.Records;
import org.epiwrap.data.Volume;
import org.epiwrap.data.image.ImageFit;
import org.epiwrap.data.image.PictureOptions.Colouring;
import org.epiwrap.data.image.PictureSize;
import org.epiwrap.store.DataType;
import org.epiwrap.store.Shape;
import org.epiwrap.store.TensorInfo;
import org.epiwrap.store.numpy.NumpyFile;
import org.epiwrap.store.numpy.NumpyRows;

/** Reads the examples and labels of numpy's arrays. */
record NumpyExamples(NumpyFile file, String array, String what, ArrayOptions options, TensorInfo info) {
    /** More columns than this are refused, before they fill the memory. */
    private static final int MAX_COLUMNS = 100_000;

    private static final double WHITE = 255;

    static Dataset read(String name, ArrayFilePair pair, ArrayOptions options) throws IOException {
        NumpyExamples examples = of(pair.xFile(), pair.x(), pair.examples(), options);
        return examples.read(name, Optional.of(examples.labels(pair)));
    }

    /** Reads an array without labels. */
    static Dataset unlabelled(String name, NumpyFile file, String array, ArrayOptions options) throws IOException {
        return of(file, array, file.path() + ", array " + array, options).read(name, Optional.empty());
    }

    private static NumpyExamples of(NumpyFile file, String array, String what, ArrayOptions options)
            throws IOException {
        if (file.isText(array)) {
            throw new DataException(what + " must be an array of numbers, but is one of texts");
        }
        TensorInfo info = file.info(array);
        Shape shape = info.shape();
        if (shape.rank() < 2 || shape.rank() > 4) {
            throw new DataException(what + " must have two axes (rows and columns), three or four"
                    + " (pictures), but has the shape " + shape);
        }
        if (shape.elements() == 0 || shape.size(0) > Integer.MAX_VALUE - 8) {
            throw new DataException(what + " must have 1 to " + (Integer.MAX_VALUE - 8)
                    + " examples that are not empty, but has the shape " + shape);
        }
        return new NumpyExamples(file, array, what, options, info);
    }

    private Dataset read(String name, Optional<Labels> labels) throws IOException {
        return info.shape().rank() == 2 ? table(name, labels) : pictures(name, labels);
    }

    private static Dataset dataset(String name, ExampleType type, Records records, Optional<Labels> labels) {
        return labels.isPresent()
                ? Dataset.of(
                        name,
                        type,
                        labels.get().classNames(),
                        records,
                        labels.get().labels())
                : Dataset.unlabelled(name, type, records);
    }

    private Labels labels(ArrayFilePair pair) throws IOException {
        String where = pair.labels();
        TensorInfo labelled = pair.yFile().info(pair.y());
        Shape shape = labelled.shape();
        boolean text = pair.yFile().isText(pair.y());
        boolean column = shape.rank() == 1 || (shape.rank() == 2 && (text || shape.size(1) == 1));
        if (!column || shape.size(0) != info.shape().size(0)) {
            throw new DataException(
                    where + " must have one label for each of " + info.shape().size(0) + " examples, but has the shape "
                            + (text ? "[" + shape.size(0) + "]" : shape.toString()));
        }
        if (text) {
            return Labels.of(where, pair.yFile().texts(pair.y()));
        }
        long[] values = new long[(int) shape.size(0)];
        try (NumpyRows rows = pair.yFile().rows(pair.y())) {
            double[] value = new double[1];
            for (int i = 0; rows.next(value); i++) {
                if (!(Math.rint(value[0]) == value[0] && Math.abs(value[0]) <= 1L << 53)) {
                    throw new DataException(where + " must have whole numbers or texts, since they name classes, but"
                            + " that of example " + i + " is " + value[0]);
                }
                values[i] = (long) value[0];
            }
        }
        return Labels.of(where, values);
    }

    private Dataset table(String name, Optional<Labels> labels) throws IOException {
        long columns = info.shape().size(1);
        if (columns > MAX_COLUMNS) {
            throw new DataException(what + " must have at most " + MAX_COLUMNS + " columns, but has " + columns);
        }
        List<Column> all = new ArrayList<>();
        for (int i = 0; i < columns; i++) {
            all.add(new Column.Numeric("x" + i));
        }
        ExampleType type = new ExampleType.Rows(all);
        try (NumpyRows rows = file.rows(array);
                Records.Builder records = Records.builder(type.bytes())) {
            double[] row = new double[rows.width()];
            float[] cells = new float[row.length];
            boolean known = false;
            while (rows.next(row)) {
                for (int i = 0; i < row.length; i++) {
                    cells[i] = (float) row[i];
                    if (Float.isInfinite(cells[i])) {
                        throw new DataException(what + ", row " + records.size() + ", column " + i
                                + ": expected a finite number or NaN, for a missing one, but found " + row[i]);
                    }
                    known |= !Float.isNaN(cells[i]);
                }
                records.add(cells);
            }
            if (labels.isPresent() && !known) {
                throw new DataException(what + " must have numbers to learn from, but every cell is missing (NaN)");
            }
            return dataset(name, type, records.build(), labels);
        }
    }

    private Dataset pictures(String name, Optional<Labels> labels) throws IOException {
        boolean last = channelsLast();
        Shape shape = info.shape();
        long channels = shape.rank() == 3 ? 1 : shape.size(last ? 3 : 1);
        int heightAxis = shape.rank() == 3 || last ? 1 : 2;
        long height = shape.size(heightAxis);
        long width = shape.size(heightAxis + 1);
        if (height > PictureSize.MAX_SIDE || width > PictureSize.MAX_SIDE) {
            throw new DataException(what + " must have pictures of at most " + PictureSize.MAX_SIDE
                    + " pixels in height and width, but has the shape " + shape);
        }
        Volume from = new Volume((int) channels, (int) height, (int) width);
        Volume to = target(from);
        ImageFit fit = ImageFit.of(from, to);
        double scale = scale();
        ExampleType type = new ExampleType.Images(to);
        try (NumpyRows rows = file.rows(array);
                Records.Builder records = Records.builder(type.bytes())) {
            double[] picture = new double[from.size()];
            byte[] pixels = new byte[picture.length];
            byte[] example = new byte[to.size()];
            while (rows.next(picture)) {
                for (int i = 0; i < pixels.length; i++) {
                    int place = last ? i % from.channels() * from.plane() + i / from.channels() : i;
                    pixels[place] = (byte) Math.round(picture[i] * scale);
                }
                fit.apply(pixels, example);
                records.add(example);
            }
            return dataset(name, type, records.build(), labels);
        }
    }

    private Volume target(Volume from) {
        PictureSize size = options.pictures().size().orElse(new PictureSize(from.height(), from.width()));
        Colouring colouring = options.pictures().colouring();
        int channels = colouring == Colouring.INFERRED ? from.channels() : colouring == Colouring.GREY ? 1 : 3;
        return new Volume(channels, size.height(), size.width());
    }

    private boolean channelsLast() throws DataException {
        Shape shape = info.shape();
        if (shape.rank() == 3) {
            return false;
        }
        boolean second = isChannels(shape.size(1));
        boolean last = isChannels(shape.size(3));
        boolean possible = switch (options.channels()) {
            case INFERRED -> second || last;
            case FIRST -> second;
            case LAST -> last;
        };
        if (!possible) {
            throw new DataException(what + " must have pictures of 1 or 3 channels, in "
                    + switch (options.channels()) {
                        case INFERRED -> "the second axis or the last";
                        case FIRST -> "the second axis";
                        case LAST -> "the last axis";
                    }
                    + ", but has the shape " + shape);
        }
        if (options.channels() == ArrayOptions.ChannelAxis.INFERRED && second && last) {
            throw new DataException(what + " has the shape " + shape + ", in which the second axis and the last can be"
                    + " the channels: say whether the channels are first or last");
        }
        return options.channels() == ArrayOptions.ChannelAxis.INFERRED
                ? last
                : options.channels() == ArrayOptions.ChannelAxis.LAST;
    }

    private static boolean isChannels(long size) {
        return size == 1 || size == 3;
    }

    /** Returns what a number is multiplied with to become a byte; looks at all of them, since one decides. */
    private double scale() throws IOException {
        if (info.type() == DataType.U8) {
            return 1;
        }
        boolean whole = switch (info.type()) {
            case F16, BF16, F32, F64 -> false;
            default -> true;
        };
        double maximum = 0;
        try (NumpyRows rows = file.rows(array)) {
            double[] picture = new double[rows.width()];
            for (int i = 0; rows.next(picture); i++) {
                for (double value : picture) {
                    if (!(value >= 0 && value <= WHITE)) {
                        throw new DataException(what + " must have pixels from 0 to 1 or from 0 to 255, but picture "
                                + i + " has " + value);
                    }
                }
                maximum = Math.max(maximum, Arrays.stream(picture).max().orElse(0));
            }
        }
        boolean share = info.type() == DataType.BOOL || (!whole && maximum <= 1);
        return share ? WHITE : 1;
    }
}
