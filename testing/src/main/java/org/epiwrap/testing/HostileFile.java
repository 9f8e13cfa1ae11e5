package org.epiwrap.testing;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** Hands files of any bytes to a reader, which may refuse them with a reason but must not fail otherwise. */
public final class HostileFile {
    private HostileFile() {}

    /** What is done with a file. */
    @FunctionalInterface
    public interface Use {
        /** Reads the file; {@code copy} is an empty file to write to. */
        void accept(Path file, Path copy) throws IOException;
    }

    /**
     * Writes a file, uses it and deletes it.
     *
     * @param refusal the exception by which a reader refuses a file
     * @param reason what the message of a refusal must match as a whole
     */
    public static void use(byte[] bytes, String suffix, Class<? extends IOException> refusal, Pattern reason, Use use)
            throws IOException {
        Path file = Files.createTempFile("fuzz", suffix);
        Path copy = Files.createTempFile("fuzz-copy", suffix);
        try {
            Files.write(file, bytes);
            use.accept(file, copy);
        } catch (IOException e) {
            if (!refusal.isInstance(e)) {
                throw e;
            }
            checkReason(e, reason);
        } finally {
            Files.delete(file);
            Files.delete(copy);
        }
    }

    /** Throws an error unless an exception has a message that matches as a whole. */
    public static void checkReason(Exception refused, Pattern reason) {
        String message = refused.getMessage();
        if (message == null || !reason.matcher(message).matches()) {
            throw new AssertionError("a refusal without a clear reason: " + message, refused);
        }
    }

    /**
     * Returns a safetensors file.
     *
     * @param input a header, a zero byte and the data, if it begins with a brace, so that a search need not guess the
     *     header's length; else the bytes of a file
     */
    public static byte[] safetensors(byte[] input) {
        return input.length > 0 && input[0] == '{' ? withHeaderLength(input, new byte[0], Long.BYTES) : input;
    }

    /**
     * Returns a file whose header's length is right, so that a search need not guess it.
     *
     * @param input a header, a zero byte and the data
     * @param start the bytes before the length
     * @param lengthBytes the size of the length, 4 or 8, little-endian
     */
    public static byte[] withHeaderLength(byte[] input, byte[] start, int lengthBytes) {
        int end = 0;
        while (end < input.length && input[end] != 0) {
            end++;
        }
        int data = Math.max(0, input.length - end - 1);
        ByteBuffer file = ByteBuffer.allocate(start.length + lengthBytes + end + data)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(start);
        (lengthBytes == Long.BYTES ? file.putLong(end) : file.putInt(end))
                .put(input, 0, end)
                .put(input, input.length - data, data);
        return file.array();
    }
}
