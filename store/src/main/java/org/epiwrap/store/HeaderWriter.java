package org.epiwrap.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Writes a header: the length, then JSON without any space inside, then spaces up to the next multiple of 8 bytes. */
final class HeaderWriter {
    private static final ObjectMapper JSON = new ObjectMapper();

    private HeaderWriter() {}

    /** Returns the first bytes of a file, up to its data. */
    static byte[] bytes(Header header) {
        byte[] text;
        try {
            text = JSON.writeValueAsBytes(json(header));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("memory cannot fail to be written to", e);
        }
        int length = (text.length + 7) / 8 * 8;
        if (length > Header.MAX_BYTES) {
            throw new IllegalArgumentException("names and metadata must take at most " + Header.MAX_BYTES
                    + " bytes in the header, but take " + length);
        }
        byte[] bytes = new byte[Header.LENGTH_BYTES + length];
        Arrays.fill(bytes, (byte) ' ');
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(length).put(text);
        return bytes;
    }

    private static ObjectNode json(Header header) {
        ObjectNode json = JSON.createObjectNode();
        if (!header.metadata().isEmpty()) {
            ObjectNode texts = json.putObject(Header.METADATA);
            header.metadata().forEach(texts::put);
        }
        header.tensors().forEach((name, entry) -> {
            ObjectNode tensor = json.putObject(name);
            tensor.put(Header.TYPE, entry.info().type().name());
            ArrayNode shape = tensor.putArray(Header.SHAPE);
            entry.info().shape().sizes().forEach(size -> shape.add(size));
            tensor.putArray(Header.OFFSETS).add(entry.begin()).add(entry.end());
        });
        return json;
    }
}
