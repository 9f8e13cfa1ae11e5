package org.epiwrap.store.numpy;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import org.epiwrap.store.ArrayDecoder;
import org.epiwrap.store.Shape;
import org.epiwrap.store.StoreException;
import org.epiwrap.store.TensorInfo;
import org.epiwrap.store.Text;

/**
 * The numbers of an array along its first axis: row after row, each with the last axis running fastest, whatever their order
 * in the file.
 */
public final class NumpyRows implements Closeable {
    private final long count;
    private final int width;
    private final Reading reading;
    private long read;

    /** Where the rows come from. */
    private interface Reading extends Closeable {
        void read(long row, double[] target) throws IOException;

        void expectEnd() throws IOException;

        @Override
        void close() throws IOException;
    }

    private NumpyRows(long count, int width, Reading reading) {
        this.count = count;
        this.width = width;
        this.reading = reading;
    }

    /** Returns the length of a row, if there can be an array as long. */
    static int width(Path path, String what, TensorInfo info) throws StoreException {
        Shape shape = info.shape();
        if (shape.rank() == 0) {
            throw new StoreException(path, what + " must have at least one axis, but is a single number");
        }
        long width = 1;
        for (int axis = 1; axis < shape.rank(); axis++) {
            width *= shape.size(axis);
        }
        if (width > Integer.MAX_VALUE / Long.BYTES) {
            throw new StoreException(
                    path,
                    what + " must have rows of at most " + Integer.MAX_VALUE / Long.BYTES
                            + " numbers, but has the shape " + shape);
        }
        return (int) width;
    }

    /** Returns rows as a stream has them. */
    static NumpyRows of(Path path, String what, TensorInfo info, ByteOrder order, InputStream in)
            throws StoreException {
        int width = width(path, what, info);
        ByteBuffer chunk = ByteBuffer.allocate(width * info.type().bytes()).order(order);
        return new NumpyRows(info.shape().size(0), width, new Reading() {
            @Override
            public void read(long row, double[] target) throws IOException {
                try {
                    if (in.readNBytes(chunk.array(), 0, chunk.capacity()) < chunk.capacity()) {
                        throw new IOException("it ends before row " + row + " does");
                    }
                    ArrayDecoder.NUMBERS.decode(info.type(), chunk.clear(), target, 0, width);
                } catch (IOException | IllegalArgumentException e) {
                    throw new StoreException(path, what + ", row " + row + ": " + Text.shown(e), e);
                }
            }

            @Override
            public void expectEnd() throws IOException {
                try {
                    if (in.read() >= 0) {
                        throw new IOException("it must end after its numbers, but goes on");
                    }
                } catch (IOException e) {
                    throw new StoreException(path, what + ": " + Text.shown(e), e);
                }
            }

            @Override
            public void close() throws IOException {
                in.close();
            }
        });
    }

    /**
     * Returns the rows of numbers in memory.
     *
     * @param values with the first axis running fastest
     */
    static NumpyRows of(Path path, String what, TensorInfo info, double[] values) throws StoreException {
        int width = width(path, what, info);
        Shape shape = info.shape();
        int[] offsets = new int[width];
        for (int i = 0; i < width; i++) {
            int rest = i;
            // The last axis runs fastest in the row, and slowest in the values.
            long stride = values.length;
            for (int axis = shape.rank() - 1; axis > 0; axis--) {
                int size = (int) shape.size(axis);
                stride /= size;
                offsets[i] += (int) (rest % size * stride);
                rest /= size;
            }
        }
        return new NumpyRows(shape.size(0), width, new Reading() {
            @Override
            public void read(long row, double[] target) {
                for (int i = 0; i < width; i++) {
                    target[i] = values[offsets[i] + (int) row];
                }
            }

            @Override
            public void expectEnd() {}

            @Override
            public void close() {}
        });
    }

    /** Returns how many rows there are. */
    public long count() {
        return count;
    }

    /** Returns the length of a row. */
    public int width() {
        return width;
    }

    /**
     * Reads the next row to the start of the target.
     *
     * @return false at the end
     */
    public boolean next(double[] target) throws IOException {
        if (read == count) {
            reading.expectEnd();
            return false;
        }
        reading.read(read++, target);
        return true;
    }

    @Override
    public void close() throws IOException {
        reading.close();
    }
}
