package org.epiwrap.exchange;

import io.jhdf.HdfFile;
import io.jhdf.api.Dataset;
import io.jhdf.api.Group;
import io.jhdf.api.Node;
import io.jhdf.object.datatype.FixedPoint;
import io.jhdf.object.datatype.FloatingPoint;
import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.epiwrap.store.ArrayFile;
import org.epiwrap.store.DataType;
import org.epiwrap.store.Shape;
import org.epiwrap.store.StoreException;
import org.epiwrap.store.TensorInfo;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of an HDF5 file, such as Keras writes; an array's name is its path. Texts and other things than numbers are
 * left out. The format itself is read by jHDF; sizes are checked against the length of the file before numbers are read.
 */
final class Hdf5File implements ArrayFile {
    private static final int MAX_ARRAYS = 100_000;
    private static final int MAX_DEPTH = 32;
    /** No stream of deflate grows by more. */
    private static final long MAX_GROWTH = 1032;

    private final Path path;
    private final HdfFile file;
    private final Map<String, Dataset> datasets = new LinkedHashMap<>();
    private final Map<String, TensorInfo> infos = new LinkedHashMap<>();

    private Hdf5File(Path path, HdfFile file) {
        this.path = path;
        this.file = file;
    }

    static Hdf5File open(Path path) throws IOException {
        HdfFile hdf = guarded(path, () -> new HdfFile(path));
        Hdf5File file = new Hdf5File(path, hdf);
        boolean opened = false;
        try {
            long bytes = Files.size(path);
            guarded(path, () -> {
                file.add("", hdf, 0, bytes);
                return file;
            });
            opened = true;
            return file;
        } finally {
            if (!opened) {
                hdf.close();
            }
        }
    }

    private interface Reading<T> {
        T get() throws IOException;
    }

    /** A damaged file can make the reader fail in many ways; all of them are the file's fault. */
    private static <T> T guarded(Path path, Reading<T> reading) throws IOException {
        try {
            return reading.get();
        } catch (RuntimeException | StackOverflowError e) {
            String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
            throw new StoreException(
                    path, "it is not an HDF5 file that can be read: " + reason.replaceAll("\\p{C}", "?"), e);
        }
    }

    private void add(String prefix, Group group, int depth, long bytes) throws IOException {
        if (depth > MAX_DEPTH) {
            throw new StoreException(path, "its groups must lie at most " + MAX_DEPTH + " deep inside each other");
        }
        for (Map.Entry<String, Node> child : group.getChildren().entrySet()) {
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

    private void add(String name, Dataset dataset, long bytes) throws IOException {
        DataType type = type(dataset);
        if (type == null) {
            return;
        }
        Shape shape = new Shape(
                Arrays.stream(dataset.getDimensions()).asLongStream().boxed().toList());
        long room = bytes * (dataset.getFilters().isEmpty() ? 1 : MAX_GROWTH);
        if (shape.elements() > Integer.MAX_VALUE - 8 || shape.elements() > room / type.bytes()) {
            throw new StoreException(
                    path,
                    "array " + name + " must have a size that the file has room for, but is " + type + " " + shape
                            + " in a file of " + bytes + " bytes");
        }
        datasets.put(name, dataset);
        infos.put(name, new TensorInfo(type, shape));
        if (datasets.size() > MAX_ARRAYS) {
            throw new StoreException(path, "it must hold at most " + MAX_ARRAYS + " arrays");
        }
    }

    /** The type of its numbers, or null if it holds something else. */
    private static @Nullable DataType type(Dataset dataset) {
        if (dataset.getDataType() instanceof FloatingPoint real) {
            return switch (real.getSize()) {
                case 2 -> DataType.F16;
                case 4 -> DataType.F32;
                case 8 -> DataType.F64;
                default -> null;
            };
        }
        return dataset.getDataType() instanceof FixedPoint ? DataType.I64 : null;
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
            throw new StoreException(path, "there is no array " + name);
        }
        return info;
    }

    @Override
    public double[] doubles(String name) throws IOException {
        double[] values = new double[Math.toIntExact(info(name).shape().elements())];
        fill(name, (index, value) -> values[index] = value.doubleValue());
        return values;
    }

    @Override
    public long[] longs(String name) throws IOException {
        long[] values = new long[Math.toIntExact(info(name).shape().elements())];
        fill(name, (index, value) -> values[index] = value.longValue());
        return values;
    }

    private interface Target {
        void put(int index, Number value);
    }

    private void fill(String name, Target target) throws IOException {
        Dataset dataset = Objects.requireNonNull(datasets.get(name), name);
        if (info(name).shape().elements() == 0) {
            return;
        }
        guarded(path, () -> {
            Object data = dataset.isScalar() ? dataset.getData() : dataset.getDataFlat();
            if (data instanceof Number number) {
                target.put(0, number);
            } else {
                int length = Array.getLength(data);
                for (int i = 0; i < length; i++) {
                    target.put(i, (Number) Array.get(data, i));
                }
            }
            return data;
        });
    }

    @Override
    public void close() {
        file.close();
    }
}
