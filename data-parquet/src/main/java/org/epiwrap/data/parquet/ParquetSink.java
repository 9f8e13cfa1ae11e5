package org.epiwrap.data.parquet;

import blue.strategic.parquet.ParquetWriter;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types;
import org.epiwrap.check.Check;
import org.epiwrap.data.table.RowSink;
import org.epiwrap.file.AtomicFile;
import org.jspecify.annotations.Nullable;

/** Writes a Parquet file. Several texts of a cell are divided by vertical bars, as in text tables. */
final class ParquetSink implements RowSink {
    private final AtomicFile.Pending file;
    private final ParquetWriter<List<? extends @Nullable Object>> writer;
    private final List<Field> fields;
    private boolean open = true;

    private ParquetSink(
            AtomicFile.Pending file, ParquetWriter<List<? extends @Nullable Object>> writer, List<Field> fields) {
        this.file = file;
        this.writer = writer;
        this.fields = fields;
    }

    static ParquetSink create(Path path, List<Field> fields) throws IOException {
        Check.atLeast("the number of columns", fields.size(), 1);
        Set<String> names = new HashSet<>();
        for (Field field : fields) {
            if (!names.add(field.name())) {
                throw new IllegalArgumentException("column '" + field.name() + "' must be there once");
            }
        }
        List<Field> all = List.copyOf(fields);
        MessageType schema =
                new MessageType("table", all.stream().map(ParquetSink::type).toArray(PrimitiveType[]::new));
        AtomicFile.Pending file = AtomicFile.open(path);
        try {
            ParquetWriter<List<? extends @Nullable Object>> writer =
                    ParquetWriter.writeFile(schema, file.path().toFile(), (values, target) -> {
                        for (int i = 0; i < all.size(); i++) {
                            Object value = values.get(i);
                            Object converted = value == null ? null : converted(all.get(i), value);
                            if (converted != null) {
                                target.write(all.get(i).name(), converted);
                            }
                        }
                    });
            return new ParquetSink(file, writer, all);
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    private static PrimitiveType type(Field field) {
        return switch (field.type()) {
            case TEXT, TEXTS ->
                Types.optional(PrimitiveTypeName.BINARY)
                        .as(LogicalTypeAnnotation.stringType())
                        .named(field.name());
            case NUMBER -> Types.optional(PrimitiveTypeName.DOUBLE).named(field.name());
            case BOOLEAN -> Types.optional(PrimitiveTypeName.BOOLEAN).named(field.name());
        };
    }

    private static @Nullable Object converted(Field field, Object value) {
        if (value instanceof NumberText number) {
            return number.value().map(BigDecimal::doubleValue).orElse(null);
        }
        if (field.type() == Type.NUMBER && value instanceof String text) {
            throw new IllegalArgumentException("column '" + field.name()
                    + "' must have numbers to be written to a Parquet file, but has '" + text
                    + "'; a .csv or .jsonl file takes it as it is");
        }
        if (value instanceof Float number) {
            // By its digits: 0.1f is meant as 0.1, not as the nearest double's 0.10000000149.
            return Double.valueOf(number.toString());
        }
        if (value instanceof List<?> texts) {
            return texts.stream().map(String::valueOf).collect(Collectors.joining("|"));
        }
        return value;
    }

    @Override
    public void write(List<? extends @Nullable Object> values) throws IOException {
        Check.sameLength("values", values.size(), "the fields", fields.size());
        writer.write(values);
    }

    @Override
    public void commit() throws IOException {
        open = false;
        writer.close();
        file.commit();
    }

    @Override
    public void close() throws IOException {
        try {
            if (open) {
                open = false;
                writer.close();
            }
        } finally {
            file.close();
        }
    }
}
