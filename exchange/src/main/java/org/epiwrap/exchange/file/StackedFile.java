package org.epiwrap.exchange.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import org.epiwrap.store.ArrayFile;
import org.epiwrap.store.DataType;
import org.epiwrap.store.Shape;
import org.epiwrap.store.TensorInfo;

/**
 * One member of a file whose floating-point arrays hold several networks along their first axis; the other arrays are those
 * of the file.
 *
 * @param file stays open as long, and is closed by others
 * @param number of the member, from 0
 */
public record StackedFile(ArrayFile file, int number) implements ArrayFile {

    @Override
    public Path path() {
        return file.path();
    }

    @Override
    public Set<String> names() {
        return file.names();
    }

    @Override
    public boolean keepsOrder() {
        return file.keepsOrder();
    }

    @Override
    public TensorInfo info(String name) throws IOException {
        TensorInfo whole = file.info(name);
        Shape shape = whole.shape();
        return isFloating(whole.type()) && shape.rank() > 0
                ? new TensorInfo(whole.type(), new Shape(shape.sizes().subList(1, shape.rank())))
                : whole;
    }

    private static boolean isFloating(DataType type) {
        return switch (type) {
            case F16, BF16, F32, F64 -> true;
            default -> false;
        };
    }

    @Override
    public double[] doubles(String name) throws IOException {
        int length = (int) info(name).shape().elements();
        return Arrays.copyOfRange(file.doubles(name), number * length, (number + 1) * length);
    }

    @Override
    public long[] longs(String name) throws IOException {
        return file.longs(name);
    }

    @Override
    public void close() {}
}
