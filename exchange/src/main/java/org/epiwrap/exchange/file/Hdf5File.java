package org.epiwrap.exchange.file;

import io.jhdf.HdfFile;
import io.jhdf.api.Attribute;
import io.jhdf.api.Dataset;
import io.jhdf.api.Group;
import io.jhdf.api.Node;
import io.jhdf.api.dataset.ChunkedDataset;
import io.jhdf.exceptions.HdfException;
import io.jhdf.filter.FilterManager;
import io.jhdf.filter.PipelineFilterWithData;
import io.jhdf.object.datatype.FixedPoint;
import io.jhdf.object.datatype.FloatingPoint;
import java.io.IOException;
import java.lang.reflect.Array;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.ObjIntConsumer;
import org.epiwrap.store.ArrayFile;
import org.epiwrap.store.DataType;
import org.epiwrap.store.Shape;
import org.epiwrap.store.StoreException;
import org.epiwrap.store.TensorInfo;
import org.epiwrap.store.Text;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of an HDF5 file, such as Keras writes; an array's name is its path. Texts and other things than numbers are
 * left out. The format itself is read by jHDF; sizes of arrays and of their chunks are checked against the length of the
 * file before numbers are read.
 */
final class Hdf5File implements ArrayFile {
    private static final int MAX_ARRAYS = 100_000;
    private static final int MAX_DEPTH = 32;
    /** The largest factor by which deflate expands. */
    private static final long MAX_GROWTH = 1032;
    /** The size that a chunk may have in any file: writers choose chunks that are larger than small arrays. */
    private static final long USUAL_CHUNK = 1 << 22;
    /** The filters that Keras and h5py use, each at most once; jHDF knows more, which nobody here has checked. */
    private static final Map<Integer, String> FILTERS = Map.of(BoundedDeflate.ID, "deflate", 2, "shuffle");
    /** The attribute in which Keras lists its layers in their order. */
    private static final String LAYER_NAMES = "layer_names";

    private final Path path;
    private final HdfFile file;
    private final Map<String, Dataset> datasets = new LinkedHashMap<>();
    private final Map<String, TensorInfo> infos = new LinkedHashMap<>();
    private final Set<Long> groups = new HashSet<>();
    private long numberBytes;
    private boolean keepsOrder;

    static {
        FilterManager.addFilter(new BoundedDeflate());
    }

    private Hdf5File(Path path, HdfFile file) {
        this.path = path;
        this.file = file;
    }

    static Hdf5File open(Path path) throws IOException {
        HdfFile hdf = guarded(path, () -> HdfFile.fromByteBuffer(content(path)));
        Hdf5File file = new Hdf5File(path, hdf);
        try {
            long bytes = Files.size(path);
            guarded(path, () -> {
                file.add("", hdf, 0, bytes);
                return file;
            });
            return file;
        } catch (Throwable e) {
            hdf.close();
            throw e;
        }
    }

    /**
     * The file's bytes. From a path jHDF would take memory for whatever lengths the file names; of bytes that are there it
     * takes parts.
     */
    private static ByteBuffer content(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            if (channel.size() > Integer.MAX_VALUE) {
                throw new StoreException(
                        path,
                        "an HDF5 file must have at most " + Integer.MAX_VALUE + " bytes to be read, but has "
                                + channel.size() + "; npz and safetensors may have more");
            }
            return channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
        }
    }

    private interface Reading<T> {
        T get() throws IOException;
    }

    /** Reports any failure of the reader, which a damaged file can cause in many ways, as an invalid file. */
    private static <T> T guarded(Path path, Reading<T> reading) throws IOException {
        try {
            return reading.get();
        } catch (RuntimeException | StackOverflowError e) {
            throw new StoreException(path, "it is not an HDF5 file that can be read" + reason(e), e);
        }
    }

    /** What the reader says of a file; failures that it has not foreseen name its classes and variables instead. */
    private static String reason(Throwable e) {
        boolean foreseen = e instanceof HdfException || e instanceof IllegalArgumentException;
        return foreseen && e.getMessage() != null ? ": " + Text.visible(e.getMessage()) : "";
    }

    private void add(String prefix, Group group, int depth, long bytes) throws IOException {
        if (depth > MAX_DEPTH) {
            throw refused("its groups must lie at most " + MAX_DEPTH + " deep inside each other");
        }
        // Links of a group to one above it would make a file of a few bytes as deep, and as wide, as one likes.
        if (!groups.add(group.getAddress())) {
            throw refused("each group must be inside one other, but " + Text.shown(prefix) + " is in several");
        }
        for (Map.Entry<String, Node> child : children(group).entrySet()) {
            String name = prefix + child.getKey();
            if (child.getValue().isLink()) {
                continue;
            }
            if (child.getValue() instanceof Dataset dataset) {
                add(name, dataset, bytes);
            } else if (child.getValue() instanceof Group inner) {
                add(name + "/", inner, depth + 1, bytes);
            }
        }
    }

    /** Returns the children of a group: first the layers that Keras lists, in that order, then the others by name. */
    private Map<String, Node> children(Group group) {
        Map<String, Node> named = group.getChildren();
        Attribute listed = group.getAttribute(LAYER_NAMES);
        if (listed == null || !(listed.getData() instanceof Object[] names)) {
            return named;
        }
        Map<String, Node> ordered = new LinkedHashMap<>();
        for (Object each : names) {
            String name = String.valueOf(each);
            Node node = named.get(name);
            if (node != null) {
                ordered.put(name, node);
                keepsOrder = true;
            }
        }
        named.forEach(ordered::putIfAbsent);
        return ordered;
    }

    private void add(String name, Dataset dataset, long bytes) throws IOException {
        DataType type = type(name, dataset);
        if (type == null) {
            return;
        }
        Shape shape = shape(dataset.getDimensions());
        int width = dataset.getDataType().getSize();
        checkFilters(name, dataset);
        long room = bytes * (dataset.getFilters().isEmpty() ? 1 : MAX_GROWTH);
        if (shape.elements() > Integer.MAX_VALUE - 8 || shape.elements() > room / width) {
            throw refused("array " + Text.shown(name) + " must have a size that the file has room for, but is " + type
                    + " " + shape + " in a file of " + bytes + " bytes");
        }
        // Arrays that share their bytes would let a small file expand to any length.
        numberBytes += shape.elements() * width;
        if (numberBytes > bytes * MAX_GROWTH) {
            throw refused("all arrays together must have a size that the file has room for, but those up to "
                    + Text.shown(name) + " have " + numberBytes + " bytes in a file of " + bytes);
        }
        if (dataset instanceof ChunkedDataset chunked) {
            Shape chunk = shape(chunked.getChunkDimensions());
            long largest = Math.min(BoundedDeflate.MAX_BYTES, Math.max(USUAL_CHUNK, room));
            if (chunk.elements() < 1 || chunk.elements() > largest / width) {
                throw refused("the chunks of array " + Text.shown(name) + " must have at most " + largest
                        + " bytes in a file of " + bytes + ", but are " + type + " " + chunk);
            }
        }
        datasets.put(name, dataset);
        infos.put(name, new TensorInfo(type, shape));
        if (datasets.size() > MAX_ARRAYS) {
            throw refused("it must hold at most " + MAX_ARRAYS + " arrays");
        }
    }

    /** Refuses what would be unpacked by code that a hostile file can lead astray, before any of it runs. */
    private void checkFilters(String name, Dataset dataset) throws StoreException {
        Set<Integer> seen = new HashSet<>();
        for (PipelineFilterWithData filter : dataset.getFilters()) {
            if (!FILTERS.containsKey(filter.getId()) || !seen.add(filter.getId())) {
                throw refused("array " + Text.shown(name) + " must be packed by deflate and shuffle at most, each once,"
                        + " but is packed by " + Text.shown(filter.getName())
                        + (seen.isEmpty() ? "" : " after others"));
            }
        }
    }

    private static Shape shape(int[] sizes) {
        return Shape.of(Arrays.stream(sizes).asLongStream().toArray());
    }

    /** Returns the type of its numbers, or null if it holds none; refuses formats that cannot be read. */
    private @Nullable DataType type(String name, Dataset dataset) throws StoreException {
        int bytes = dataset.getDataType().getSize();
        if (dataset.getDataType() instanceof FloatingPoint real) {
            DataType type = ieee754(bytes, real.getExponentSize(), real.getMantissaSize());
            if (type != null) {
                return type;
            }
            throw refused(
                    "array " + Text.shown(name) + " must be of half, single or double precision, but its numbers have "
                            + bytes + " bytes with " + real.getExponentSize() + " bits of exponent");
        }
        if (dataset.getDataType() instanceof FixedPoint) {
            if (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8) {
                throw refused("array " + Text.shown(name) + " must have whole numbers of 1, 2, 4 or 8 bytes, but has "
                        + bytes);
            }
            return DataType.I64;
        }
        return null;
    }

    /** Returns the type of a format of IEEE 754, which others of the same size are not. */
    private static @Nullable DataType ieee754(int bytes, int exponent, int mantissa) {
        return switch (bytes) {
            case 2 -> exponent == 5 && mantissa == 10 ? DataType.F16 : null;
            case 4 -> exponent == 8 && mantissa == 23 ? DataType.F32 : null;
            case 8 -> exponent == 11 && mantissa == 52 ? DataType.F64 : null;
            default -> null;
        };
    }

    /** Returns whether Keras has listed the layers. */
    @Override
    public boolean keepsOrder() {
        return keepsOrder;
    }

    @Override
    public Path path() {
        return path;
    }

    @Override
    public Set<String> names() {
        return Collections.unmodifiableSet(datasets.keySet());
    }

    @Override
    public TensorInfo info(String name) throws StoreException {
        TensorInfo info = infos.get(name);
        if (info == null) {
            throw refused("there is no array " + Text.shown(name));
        }
        return info;
    }

    @Override
    public double[] doubles(String name) throws IOException {
        double[] values = new double[Math.toIntExact(info(name).shape().elements())];
        fill(name, (value, index) -> values[index] = value.doubleValue());
        return values;
    }

    @Override
    public long[] longs(String name) throws IOException {
        long[] values = new long[Math.toIntExact(info(name).shape().elements())];
        fill(name, (value, index) -> values[index] = whole(value, index));
        return values;
    }

    /** Converts an integer; unsigned integers of 64 bits come as large integers. */
    private static long whole(Number value, int index) {
        if (value instanceof BigInteger large && large.bitLength() >= Long.SIZE) {
            throw new IllegalArgumentException("element " + index + " must be at most 2^63 - 1, but is " + large);
        }
        return value.longValue();
    }

    private void fill(String name, ObjIntConsumer<Number> target) throws IOException {
        Dataset dataset = Objects.requireNonNull(datasets.get(name), name);
        if (info(name).shape().elements() == 0) {
            return;
        }
        guarded(path, () -> {
            Object data = dataset.isScalar() ? dataset.getData() : dataset.getDataFlat();
            if (data instanceof Number number) {
                target.accept(number, 0);
            } else {
                int length = Array.getLength(data);
                for (int i = 0; i < length; i++) {
                    target.accept((Number) Array.get(data, i), i);
                }
            }
            return data;
        });
    }

    private StoreException refused(String problem) {
        return new StoreException(path, problem);
    }

    @Override
    public void close() {
        file.close();
    }
}
