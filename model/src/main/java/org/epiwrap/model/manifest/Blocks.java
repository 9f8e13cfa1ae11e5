package org.epiwrap.model.manifest;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.epiwrap.architecture.Block;
import org.epiwrap.architecture.BlockShape;
import org.epiwrap.architecture.Layout;
import org.epiwrap.store.DataType;
import org.epiwrap.store.Shape;
import org.epiwrap.store.StoreException;
import org.epiwrap.store.TensorFile;
import org.epiwrap.store.TensorFileWriter;
import org.epiwrap.store.TensorInfo;

/** The numbers of networks as tensors of a file. */
public final class Blocks {
    private Blocks() {}

    /** Returns the types and shapes of the tensors of these blocks, by name. */
    public static Map<String, TensorInfo> infos(List<BlockShape> shapes) {
        Map<String, TensorInfo> infos = new LinkedHashMap<>();
        shapes.forEach(shape -> infos.put(shape.name(), new TensorInfo(DataType.F32, shape(shape))));
        return infos;
    }

    /** Checks that a file holds exactly these tensors, each of its type and shape. */
    public static void check(TensorFile file, Map<String, TensorInfo> infos) throws IOException {
        for (Map.Entry<String, TensorInfo> wanted : infos.entrySet()) {
            TensorInfo info = file.info(wanted.getKey());
            if (!info.equals(wanted.getValue())) {
                throw new StoreException(
                        file.path(),
                        "tensor " + wanted.getKey() + " must be " + wanted.getValue() + ", but is " + info);
            }
        }
        if (file.names().size() != infos.size()) {
            throw new StoreException(
                    file.path(),
                    "the file must hold exactly the " + infos.size() + " tensors of its manifest, but holds "
                            + file.names().size());
        }
    }

    /** Reads the blocks of these shapes. */
    public static List<Block> read(TensorFile file, List<BlockShape> shapes) throws IOException {
        List<Block> blocks = new ArrayList<>();
        for (BlockShape shape : shapes) {
            blocks.add(new Block(shape, read(file, shape)));
        }
        return blocks;
    }

    /** Reads the numbers of a tensor, which must be finite, and not negative if they are variances. */
    public static float[] read(TensorFile file, BlockShape shape) throws IOException {
        float[] values = file.floats(shape.name());
        boolean variances = shape.name().endsWith(Layout.VARIANCE);
        for (int i = 0; i < values.length; i++) {
            if (!Float.isFinite(values[i]) || (variances && values[i] < 0)) {
                throw new StoreException(
                        file.path(),
                        "tensor " + shape.name() + " must hold finite numbers" + (variances ? " >= 0" : "")
                                + ", but element " + i + " is " + values[i]);
            }
        }
        return values;
    }

    /** Adds blocks, whose numbers must be finite, to a file. */
    public static void write(TensorFileWriter writer, List<Block> blocks) {
        for (Block block : blocks) {
            float[] values = block.values();
            for (int i = 0; i < values.length; i++) {
                if (!Float.isFinite(values[i])) {
                    throw new IllegalArgumentException("a network in a file must have finite numbers, but "
                            + block.shape().name() + " has " + values[i] + " at element " + i);
                }
            }
            writer.add(block.shape().name(), shape(block.shape()), values);
        }
    }

    /** Returns the SHA-256 of the blocks' names, in UTF-8, and numbers, each four bytes, big-endian. */
    public static String hash(List<Block> blocks) {
        MessageDigest digest;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
        for (Block block : blocks) {
            digest.update(block.shape().name().getBytes(StandardCharsets.UTF_8));
            ByteBuffer bytes = ByteBuffer.allocate(Math.multiplyExact(Float.BYTES, block.values().length));
            bytes.asFloatBuffer().put(block.values());
            digest.update(bytes);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /** Returns the shape of a block as a tensor. */
    public static Shape shape(BlockShape shape) {
        return new Shape(shape.sizes().stream().map(Integer::longValue).toList());
    }
}
