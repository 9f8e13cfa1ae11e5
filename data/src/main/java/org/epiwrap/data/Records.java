package org.epiwrap.data;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.epiwrap.check.Check;
import org.jspecify.annotations.Nullable;

/**
 * Records of one length, one after another: the pixels of images or the cells of rows. Those beyond a bound of memory are
 * in a temporary file, which is mapped and disappears with the process. Immutable, and read by any number of threads.
 */
public final class Records {
    /** The system property with the bytes of memory that one dataset may take, a third of the heap by default. */
    public static final String MEMORY = "epiwrap.data.memory";

    private static final int SEGMENT_BYTES = 1 << 24;

    private final int bytes;
    private final int size;
    private final int perSegment;
    private final List<ByteBuffer> segments;
    private final List<FloatBuffer> floats;

    private Records(int bytes, int size, int perSegment, List<ByteBuffer> segments) {
        this.bytes = bytes;
        this.size = size;
        this.perSegment = perSegment;
        this.segments = List.copyOf(segments);
        this.floats = segments.stream().map(ByteBuffer::asFloatBuffer).toList();
    }

    /** Returns the records of an array, which is not copied and must not be modified afterwards. */
    static Records of(byte[] all, int bytes) {
        int size = all.length / Check.atLeast("bytes", bytes, 1);
        return new Records(bytes, size, Math.max(1, size), List.of(ByteBuffer.wrap(all)));
    }

    /** Returns how many records there are. */
    public int size() {
        return size;
    }

    /** Returns the length of a record in bytes. */
    public int bytes() {
        return bytes;
    }

    void copy(int record, byte[] target, int offset) {
        segments.get(record / perSegment).get(record % perSegment * bytes, target, offset, bytes);
    }

    void copy(int record, float[] target, int offset) {
        int length = bytes / Float.BYTES;
        floats.get(record / perSegment).get(record % perSegment * length, target, offset, length);
    }

    float cell(int record, int place) {
        return floats.get(record / perSegment).get(record % perSegment * (bytes / Float.BYTES) + place);
    }

    /** Returns a builder of records of this many bytes, in memory as far as {@link #MEMORY} allows. */
    public static Builder builder(int bytes) {
        return new Builder(bytes, Long.getLong(MEMORY, Runtime.getRuntime().maxMemory() / 3));
    }

    /** Receives records of codes. */
    @FunctionalInterface
    public interface CodeConsumer {
        /** Receives a record; the array is used again for the next. */
        void accept(int[] record) throws IOException;
    }

    /** Collects records one by one. */
    public static final class Builder implements AutoCloseable {
        private final int bytes;
        private final long memory;
        private final int perSegment;
        private final List<ByteBuffer> segments = new ArrayList<>();
        private ByteBuffer current;
        private FloatBuffer floats;
        private IntBuffer codes;
        private int size;
        private @Nullable FileChannel file;
        private long written;

        Builder(int bytes, long memory) {
            this.bytes = Check.atLeast("bytes", bytes, 1);
            this.memory = memory;
            this.perSegment = Math.max(1, SEGMENT_BYTES / bytes);
            this.current = segment();
            this.floats = current.asFloatBuffer();
            this.codes = current.asIntBuffer();
        }

        private ByteBuffer segment() {
            return ByteBuffer.allocate(Math.multiplyExact(perSegment, bytes)).order(ByteOrder.LITTLE_ENDIAN);
        }

        /** Adds a record of bytes. */
        public void add(byte[] record) throws IOException {
            Check.sameLength("record", record.length, "the others", bytes);
            room().put(record);
        }

        /** Adds a record of numbers. */
        public void add(float[] record) throws IOException {
            int place = place(record.length, Float.BYTES);
            floats.put(place, record);
        }

        /** Adds a record of codes, for {@link #drain}. */
        public void add(int[] record) throws IOException {
            int place = place(record.length, Integer.BYTES);
            codes.put(place, record);
        }

        /** Returns where a record of numbers goes, after what was put there before. */
        private int place(int length, int numberBytes) throws IOException {
            Check.sameLength("record", length, "the others", bytes / numberBytes);
            ByteBuffer room = room();
            int at = room.position();
            room.position(at + bytes);
            return at / numberBytes;
        }

        private ByteBuffer room() throws IOException {
            size = Math.addExact(size, 1);
            if (!current.hasRemaining()) {
                if (file == null && (segments.size() + 2L) * current.capacity() <= memory) {
                    segments.add(current.flip());
                    current = segment();
                    floats = current.asFloatBuffer();
                    codes = current.asIntBuffer();
                } else {
                    spill();
                }
            }
            return current;
        }

        /** Writes the current segment: a mapped file that is written through its mapping would crash on a full disk. */
        private void spill() throws IOException {
            try {
                if (file == null) {
                    Path path = Files.createTempFile("epiwrap-data", ".tmp");
                    file = FileChannel.open(
                            path,
                            StandardOpenOption.READ,
                            StandardOpenOption.WRITE,
                            StandardOpenOption.DELETE_ON_CLOSE);
                }
                current.flip();
                while (current.hasRemaining()) {
                    written += file.write(current, written);
                }
            } catch (IOException e) {
                throw new DataException(
                        "data beyond " + memory + " bytes must fit into the temporary folder "
                                + System.getProperty("java.io.tmpdir") + ", but cannot be written"
                                + DataException.because(e),
                        e);
            }
            current.clear();
        }

        /** Returns how many records were added. */
        public int size() {
            return size;
        }

        /** Returns all records; the builder must not be used afterwards. */
        public Records build() throws IOException {
            List<ByteBuffer> all = new ArrayList<>(segments);
            if (file == null) {
                ByteBuffer last = ByteBuffer.allocate(current.position()).order(ByteOrder.LITTLE_ENDIAN);
                all.add(last.put(current.flip()).flip());
                return new Records(bytes, size, perSegment, all);
            }
            spill();
            long length = (long) perSegment * bytes;
            try (FileChannel mapped = file) {
                for (long from = 0; from < written; from += length) {
                    all.add(mapped.map(MapMode.READ_ONLY, from, Math.min(length, written - from))
                            .order(ByteOrder.LITTLE_ENDIAN));
                }
            }
            return new Records(bytes, size, perSegment, all);
        }

        /**
         * Passes all records of codes on, in their order, and gives up their memory on the way. The builder must not be used
         * afterwards.
         */
        public void drain(CodeConsumer consumer) throws IOException {
            current.flip();
            int[] record = new int[bytes / Integer.BYTES];
            for (int i = 0; i < segments.size(); i++) {
                drain(segments.get(i), record, consumer);
                segments.set(i, ByteBuffer.allocate(0));
            }
            if (file != null) {
                ByteBuffer segment = segment();
                for (long from = 0; from < written; from += segment.capacity()) {
                    segment.clear().limit((int) Math.min(segment.capacity(), written - from));
                    while (segment.hasRemaining()) {
                        if (file.read(segment, from + segment.position()) < 0) {
                            throw new EOFException("the temporary file of the data has been cut short");
                        }
                    }
                    drain(segment.flip(), record, consumer);
                }
            }
            drain(current, record, consumer);
        }

        private static void drain(ByteBuffer segment, int[] record, CodeConsumer consumer) throws IOException {
            IntBuffer all = segment.asIntBuffer();
            while (all.hasRemaining()) {
                all.get(record);
                consumer.accept(record);
            }
        }

        /** Deletes the temporary file, if there is one; what was built stays as it is. */
        @Override
        public void close() {
            if (file != null) {
                try {
                    file.close();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }
}
