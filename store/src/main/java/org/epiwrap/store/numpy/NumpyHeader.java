package org.epiwrap.store.numpy;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.epiwrap.store.DataType;
import org.epiwrap.store.Shape;
import org.epiwrap.store.StoreException;
import org.epiwrap.store.TensorInfo;
import org.epiwrap.store.Text;

/**
 * What stands before the numbers of an npy file: 6 bytes of magic, 2 of version, the length of a text, and the text, a
 * Python dictionary of {@code descr}, {@code fortran_order} and {@code shape}.
 *
 * @param order of the bytes of a number
 * @param fortran whether the first axis runs fastest, not the last
 * @param bytes the length of all this
 * @param text whether the array is one of texts, whose characters are then the last axis: code points in four bytes of
 *     numpy's {@code U}, bytes of its {@code S}, with zeros at the end
 */
record NumpyHeader(TensorInfo info, ByteOrder order, boolean fortran, int bytes, boolean text) {
    private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
    private static final int ALIGNMENT = 64;
    /** The text of an array of the highest rank is far shorter. */
    private static final int MAX_TEXT = 1 << 14;

    private static final Pattern TEXTS = Pattern.compile("([<>|])([US])(\\d{1,6})");

    /**
     * The letter and size that numpy writes after the order of the bytes, by data type. To numpy bfloat16, which it does not
     * know, is two bytes of any kind, V2.
     */
    private static final Map<DataType, String> CODES = new EnumMap<>(DataType.class);

    private static final Map<String, DataType> TYPES = new HashMap<>();

    static {
        String codes = "BOOL b1 U8 u1 I8 i1 I16 i2 U16 u2 F16 f2 BF16 V2 I32 i4 U32 u4 F32 f4 F64 f8 I64 i8 U64 u8";
        String[] words = codes.split(" ");
        for (int i = 0; i < words.length; i += 2) {
            CODES.put(DataType.valueOf(words[i]), words[i + 1]);
            TYPES.put(words[i + 1], DataType.valueOf(words[i]));
        }
    }

    /** Returns the header of little-endian numbers, the last axis fastest; its length is a multiple of 64, as numpy's. */
    static byte[] write(TensorInfo info) {
        StringBuilder shape = new StringBuilder("(");
        info.shape().sizes().forEach(size -> shape.append(size).append(", "));
        if (info.shape().rank() > 0) {
            shape.setLength(shape.length() - (info.shape().rank() == 1 ? 1 : 2));
        }
        String order = info.type().bytes() == 1 ? "|" : "<";
        String text = "{'descr': '" + order + CODES.get(info.type()) + "', 'fortran_order': False, 'shape': " + shape
                + "), }";
        int start = MAGIC.length + 4;
        int length = Math.floorDiv(start + text.length() + ALIGNMENT, ALIGNMENT) * ALIGNMENT;
        byte[] header = new byte[length];
        Arrays.fill(header, (byte) ' ');
        ByteBuffer.wrap(header)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(MAGIC)
                .put((byte) 1)
                .put((byte) 0)
                .putShort((short) (length - start))
                .put(text.getBytes(StandardCharsets.US_ASCII));
        header[length - 1] = '\n';
        return header;
    }

    /**
     * Reads a header, and leaves the stream where the numbers begin.
     *
     * @param what the array's name, for messages
     * @param texts whether arrays of texts are allowed
     */
    static NumpyHeader read(Path file, String what, InputStream in, boolean texts) throws IOException {
        try {
            return read(new DataInputStream(in), texts);
        } catch (EOFException e) {
            throw new StoreException(file, what + " must hold a whole npy header, but ends within it", e);
        } catch (IllegalArgumentException e) {
            throw new StoreException(file, what + ": " + e.getMessage(), e);
        }
    }

    private static NumpyHeader read(DataInputStream in, boolean texts) throws IOException {
        byte[] magic = new byte[MAGIC.length];
        in.readFully(magic);
        if (!Arrays.equals(magic, MAGIC)) {
            throw new IllegalArgumentException("an npy file must begin with the bytes 93 'NUMPY', but does not");
        }
        int major = in.readUnsignedByte();
        int minor = in.readUnsignedByte();
        if (major < 1 || major > 3 || minor != 0) {
            throw new IllegalArgumentException(
                    "the npy version must be 1.0, 2.0 or 3.0, but is " + major + "." + minor);
        }
        long length = major == 1
                ? Short.toUnsignedLong(Short.reverseBytes(in.readShort()))
                : Integer.toUnsignedLong(Integer.reverseBytes(in.readInt()));
        if (length > MAX_TEXT) {
            throw new IllegalArgumentException(
                    "the npy header must have at most " + MAX_TEXT + " bytes, but has " + length);
        }
        byte[] text = new byte[(int) length];
        in.readFully(text);
        int bytes = MAGIC.length + 2 + (major == 1 ? 2 : 4) + text.length;
        NumpyDictionary fields = NumpyDictionary.parse(new String(text, StandardCharsets.ISO_8859_1));
        String descr = fields.descr();
        DataType type = descr.length() == 3 ? TYPES.get(descr.substring(1)) : null;
        char order = descr.isEmpty() ? ' ' : descr.charAt(0);
        if (descr.contains("O")) {
            throw new IllegalArgumentException("its dtype is " + Text.quoted(descr)
                    + ": an array of Python objects is a pickle, which can run code and is never read");
        }
        Matcher characters = TEXTS.matcher(descr);
        if (texts && characters.matches()) {
            return new NumpyHeader(
                    characters(fields.shape(), characters),
                    order == '>' ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN,
                    fields.fortranOrder(),
                    bytes,
                    true);
        }
        // Numbers of one byte have no order; numpy itself writes none.
        if (type == null || !(order == '<' || order == '>' || (order == '|' && type.bytes() == 1))) {
            throw new IllegalArgumentException("its dtype must be of floating point or whole numbers such as '<f4' or"
                    + " '>i8', but is " + Text.quoted(descr));
        }
        return new NumpyHeader(
                new TensorInfo(type, fields.shape()),
                order == '>' ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN,
                fields.fortranOrder(),
                bytes,
                false);
    }

    private static TensorInfo characters(Shape shape, Matcher descr) {
        if (shape.rank() != 1) {
            throw new IllegalArgumentException("an array of texts must have one axis, but has the shape " + shape);
        }
        List<Long> sizes = new ArrayList<>(shape.sizes());
        sizes.add(Long.parseLong(descr.group(3)));
        return new TensorInfo(descr.group(2).equals("U") ? DataType.U32 : DataType.U8, new Shape(sizes));
    }
}
