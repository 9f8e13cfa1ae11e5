package org.epiwrap.onnx;

import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A protocol buffer message that is written field by field, by the numbers that onnx.proto gives them. */
final class Message {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CodedOutputStream out = CodedOutputStream.newInstance(bytes);

    private interface Write {
        void to(CodedOutputStream out) throws IOException;
    }

    private Message write(Write write) {
        try {
            write.to(out);
        } catch (IOException e) {
            throw new UncheckedIOException("memory cannot fail to be written to", e);
        }
        return this;
    }

    Message number(int field, long value) {
        return write(to -> to.writeInt64(field, value));
    }

    Message text(int field, String value) {
        return write(to -> to.writeString(field, value));
    }

    Message message(int field, Message value) {
        byte[] content = value.toBytes();
        return write(to -> to.writeByteArray(field, content));
    }

    /** Numbers as raw bytes, the lowest first, as ONNX has them. */
    Message raw(int field, float[] values) {
        ByteBuffer raw =
                ByteBuffer.allocate(Math.multiplyExact(4, values.length)).order(ByteOrder.LITTLE_ENDIAN);
        raw.asFloatBuffer().put(values);
        return write(to -> to.writeByteArray(field, raw.array()));
    }

    Message raw(int field, long[] values) {
        ByteBuffer raw =
                ByteBuffer.allocate(Math.multiplyExact(8, values.length)).order(ByteOrder.LITTLE_ENDIAN);
        raw.asLongBuffer().put(values);
        return write(to -> to.writeByteArray(field, raw.array()));
    }

    byte[] toBytes() {
        write(CodedOutputStream::flush);
        return bytes.toByteArray();
    }
}
