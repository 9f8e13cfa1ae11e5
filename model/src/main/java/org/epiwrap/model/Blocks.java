package org.epiwrap.model;

import java.io.IOException;
import java.util.List;
import org.epiwrap.network.BlockShape;
import org.epiwrap.store.DataType;
import org.epiwrap.store.Shape;
import org.epiwrap.store.StoreException;
import org.epiwrap.store.TensorFile;
import org.epiwrap.store.TensorInfo;

/** The numbers of networks as tensors of a file. */
final class Blocks {
    private Blocks() {}

    /** The file holds these tensors, all, no others, each of its shape. */
    static void check(TensorFile file, List<BlockShape> shapes) throws IOException {
        for (BlockShape shape : shapes) {
            TensorInfo info = file.info(shape.name());
            TensorInfo wanted = new TensorInfo(DataType.F32, shape(shape));
            if (!info.equals(wanted)) {
                throw new StoreException(
                        file.path(), "tensor " + shape.name() + " must be " + wanted + ", but is " + info);
            }
        }
        if (file.names().size() != shapes.size()) {
            throw new StoreException(
                    file.path(),
                    "the file must hold the " + shapes.size() + " tensors of its architecture alone, but holds "
                            + file.names().size());
        }
    }

    /** The numbers of a tensor, which must be finite. */
    static float[] read(TensorFile file, BlockShape shape) throws IOException {
        float[] values = file.floats(shape.name());
        int bad = firstNotFinite(values);
        if (bad >= 0) {
            throw new StoreException(
                    file.path(),
                    "tensor " + shape.name() + " must hold finite numbers, but element " + bad + " is " + values[bad]);
        }
        return values;
    }

    /** The place of the first number that is not finite, or −1. */
    static int firstNotFinite(float[] values) {
        for (int i = 0; i < values.length; i++) {
            if (!Float.isFinite(values[i])) {
                return i;
            }
        }
        return -1;
    }

    static Shape shape(BlockShape shape) {
        return new Shape(shape.sizes().stream().map(Integer::longValue).toList());
    }
}
