package org.epiwrap.data.table;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import org.epiwrap.check.Check;
import org.jspecify.annotations.Nullable;

/** Writes a JSON object per row and line. A missing value is null; several texts are an array. */
final class JsonLinesSink extends FileSink<JsonGenerator> {
    private static final JsonFactory JSON = new JsonFactory();

    private final List<Field> fields;

    private JsonLinesSink(Path path, List<Field> fields) throws IOException {
        super(path, bytes -> JSON.createGenerator(bytes).setRootValueSeparator(null));
        this.fields = List.copyOf(fields);
    }

    static JsonLinesSink create(Path path, List<Field> fields) throws IOException {
        Check.atLeast("the number of columns", fields.size(), 1);
        return new JsonLinesSink(path, fields);
    }

    @Override
    public void write(List<? extends @Nullable Object> values) throws IOException {
        Check.sameLength("values", values.size(), "the fields", fields.size());
        writer.writeStartObject();
        for (int i = 0; i < fields.size(); i++) {
            writer.writeFieldName(fields.get(i).name());
            write(values.get(i));
        }
        writer.writeEndObject();
        writer.writeRaw('\n');
    }

    private void write(@Nullable Object value) throws IOException {
        if (value == null) {
            writer.writeNull();
        } else if (value instanceof Boolean truth) {
            writer.writeBoolean(truth);
        } else if (value instanceof NumberText number) {
            write(number.value().orElse(null));
        } else if (value instanceof BigDecimal number) {
            writer.writeNumber(number);
        } else if (value instanceof Float number) {
            writer.writeNumber(number);
        } else if (value instanceof Number number) {
            writer.writeNumber(number.doubleValue());
        } else if (value instanceof List<?> texts) {
            writer.writeStartArray();
            for (Object text : texts) {
                writer.writeString(String.valueOf(text));
            }
            writer.writeEndArray();
        } else {
            writer.writeString(value.toString());
        }
    }
}
