package org.epiwrap.onnx.read;

import ai.onnx.proto.OnnxMl.StringStringEntryProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.epiwrap.store.Text;

/** Turns the tensors of a file into numbers. Sizes are compared with the bytes that are there before anything is allocated. */
final class TensorReader {
    private final Path folder;
    /** The bytes that each tensor has in an external file. */
    private final Map<Path, Map<String, Long>> external = new HashMap<>();

    /**
     * Creates a reader.
     *
     * @param folder of the file, from which external data are read
     */
    TensorReader(Path folder) {
        this.folder = folder;
    }

    OnnxArray read(String name, TensorProto tensor) throws IOException {
        List<Integer> sizes = new ArrayList<>();
        long elements = 1;
        for (long size : tensor.getDimsList()) {
            if (size < 0 || size > Integer.MAX_VALUE) {
                throw refused(name, "must have sizes from 0 to " + Integer.MAX_VALUE + ", but has " + size);
            }
            sizes.add((int) size);
            elements = Math.multiplyExact(elements, size);
        }
        if (elements > Integer.MAX_VALUE) {
            throw refused(name, "must have at most " + Integer.MAX_VALUE + " numbers, but has " + elements);
        }
        return new OnnxArray(name, sizes, values(name, tensor, (int) elements), false);
    }

    private double[] values(String name, TensorProto tensor, int elements) throws IOException {
        DataType type = DataType.forNumber(tensor.getDataType());
        if (tensor.getDataLocation() == TensorProto.DataLocation.EXTERNAL) {
            return decoded(name, type, external(name, tensor, (long) elements * width(name, type)), elements);
        }
        if (tensor.hasRawData()) {
            return decoded(name, type, tensor.getRawData().asReadOnlyByteBuffer(), elements);
        }
        int stored = switch (type == null ? DataType.UNDEFINED : type) {
            case FLOAT -> tensor.getFloatDataCount();
            case DOUBLE -> tensor.getDoubleDataCount();
            case INT64 -> tensor.getInt64DataCount();
            case INT32, FLOAT16, BFLOAT16, BOOL -> tensor.getInt32DataCount();
            default -> throw unknownType(name, tensor.getDataType());
        };
        checkLength(name, stored, elements);
        double[] values = new double[elements];
        for (int i = 0; i < elements; i++) {
            values[i] = switch (type) {
                case FLOAT -> tensor.getFloatData(i);
                case DOUBLE -> tensor.getDoubleData(i);
                case INT64 -> tensor.getInt64Data(i);
                case FLOAT16 -> half((short) tensor.getInt32Data(i));
                case BFLOAT16 -> Float.intBitsToFloat(tensor.getInt32Data(i) << 16);
                default -> tensor.getInt32Data(i);
            };
        }
        return values;
    }

    private static int width(String name, DataType type) {
        return switch (type == null ? DataType.UNDEFINED : type) {
            case FLOAT, INT32 -> 4;
            case DOUBLE, INT64 -> 8;
            case FLOAT16, BFLOAT16 -> 2;
            case BOOL -> 1;
            default -> throw unknownType(name, type == null ? -1 : type.getNumber());
        };
    }

    private static double[] decoded(String name, DataType type, ByteBuffer raw, int elements) {
        checkLength(name, raw.remaining(), (long) elements * width(name, type));
        raw.order(ByteOrder.LITTLE_ENDIAN);
        double[] values = new double[elements];
        for (int i = 0; i < elements; i++) {
            values[i] = switch (type) {
                case FLOAT -> raw.getFloat();
                case DOUBLE -> raw.getDouble();
                case INT64 -> raw.getLong();
                case INT32 -> raw.getInt();
                case FLOAT16 -> half(raw.getShort());
                case BFLOAT16 -> Float.intBitsToFloat(raw.getShort() << 16);
                default -> raw.get();
            };
        }
        return values;
    }

    private static double half(short bits) {
        int exponent = bits >> 10 & 0x1f;
        double fraction = (bits & 0x3ff) / 1024.0;
        double size = exponent == 0
                ? fraction * 0x1p-14
                : exponent == 31
                        ? fraction == 0 ? Double.POSITIVE_INFINITY : Double.NaN
                        : (1 + fraction) * Math.scalb(1.0, exponent - 15);
        return bits < 0 ? -size : size;
    }

    /** Reads numbers from another file of the same folder: what a graph names must not lead anywhere else. */
    private ByteBuffer external(String name, TensorProto tensor, long bytes) throws IOException {
        Map<String, String> entries = new HashMap<>();
        for (StringStringEntryProto entry : tensor.getExternalDataList()) {
            entries.put(entry.getKey(), entry.getValue());
        }
        Path file = file(name, entries.getOrDefault("location", ""));
        long offset = number(name, entries.getOrDefault("offset", "0"));
        long length = number(name, entries.getOrDefault("length", String.valueOf(bytes)));
        checkLength(name, length, bytes);
        try (FileChannel channel = FileChannel.open(file)) {
            if (offset > channel.size() - bytes) {
                throw refused(
                        name,
                        "has " + bytes + " bytes from " + offset + " on in an external file, which has only "
                                + channel.size());
            }
            checkTotal(name, file, bytes, channel.size());
            ByteBuffer buffer = ByteBuffer.allocate(Math.toIntExact(bytes));
            while (buffer.hasRemaining() && channel.read(buffer, offset + buffer.position()) >= 0) {
                // Until all is read.
            }
            return buffer.flip();
        }
    }

    /** Refuses tensors that share bytes: with them a small file would expand to any length. */
    private void checkTotal(String name, Path file, long bytes, long there) {
        Map<String, Long> inFile = external.computeIfAbsent(file, each -> new HashMap<>());
        inFile.put(name, bytes);
        long total = inFile.values().stream().mapToLong(Long::longValue).sum();
        if (total > there) {
            throw refused(
                    name,
                    "must have bytes of its own in an external file, but with it tensors have " + total + " of the "
                            + there + " bytes of " + Text.quoted(String.valueOf(file.getFileName())));
        }
    }

    private Path file(String name, String location) {
        try {
            Path plain = Path.of(location);
            Path file = folder.resolve(plain);
            if (plain.getNameCount() == 1
                    && !plain.isAbsolute()
                    && !location.equals("..")
                    && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                return file;
            }
        } catch (InvalidPathException e) {
            throw refused(name, "must have its external data in a file, but names " + Text.quoted(location));
        }
        throw refused(
                name, "must have its external data in a file of the same folder, but names " + Text.quoted(location));
    }

    private static long number(String name, String text) {
        try {
            long number = Long.parseLong(text);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Refused below.
        }
        throw refused(name, "must have offsets and lengths of external data from 0 up, but has " + Text.quoted(text));
    }

    private static void checkLength(String name, long stored, long needed) {
        if (stored != needed) {
            throw refused(name, "must have data of length " + needed + " for its sizes, but has " + stored);
        }
    }

    private static IllegalArgumentException unknownType(String name, int type) {
        return refused(
                name,
                "must have numbers of a floating-point type, int32, int64 or bool, but has those of ONNX's type "
                        + type);
    }

    private static IllegalArgumentException refused(String name, String problem) {
        return new IllegalArgumentException("the tensor " + Text.quoted(name) + " " + problem);
    }
}
