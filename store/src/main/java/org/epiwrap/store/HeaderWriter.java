package org.epiwrap.store;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;

/** Writes a header: the length, then JSON without any space inside, then spaces up to the next multiple of 8 bytes. */
final class HeaderWriter {
    private static final JsonFactory JSON = new JsonFactory();

    private HeaderWriter() {}

    /** Returns the first bytes of a file, up to its data. */
    static byte[] bytes(Header header) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            write(header, json);
        } catch (IOException e) {
            throw new UncheckedIOException("memory cannot fail to be written to", e);
        }
        while (text.size() % 8 != 0) {
            text.write(' ');
        }
        if (text.size() > Header.MAX_BYTES) {
            throw new IllegalArgumentException("names and metadata must take at most " + Header.MAX_BYTES
                    + " bytes in the header, but take " + text.size());
        }
        return ByteBuffer.allocate(Header.LENGTH_BYTES + text.size())
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(text.size())
                .put(text.toByteArray())
                .array();
    }

    private static void write(Header header, JsonGenerator json) throws IOException {
        json.writeStartObject();
        if (!header.metadata().isEmpty()) {
            json.writeObjectFieldStart(Header.METADATA);
            for (Map.Entry<String, String> text : header.metadata().entrySet()) {
                json.writeStringField(text.getKey(), text.getValue());
            }
            json.writeEndObject();
        }
        for (Map.Entry<String, Header.Entry> tensor : header.tensors().entrySet()) {
            Header.Entry entry = tensor.getValue();
            json.writeObjectFieldStart(tensor.getKey());
            json.writeStringField(Header.TYPE, entry.info().type().name());
            json.writeArrayFieldStart(Header.SHAPE);
            for (long size : entry.info().shape().sizes()) {
                json.writeNumber(size);
            }
            json.writeEndArray();
            json.writeArrayFieldStart(Header.OFFSETS);
            json.writeNumber(entry.begin());
            json.writeNumber(entry.end());
            json.writeEndArray();
            json.writeEndObject();
        }
        json.writeEndObject();
    }
}
