package org.epiwrap.data.parquet;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.apache.parquet.schema.PrimitiveStringifier;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.epiwrap.data.table.DelimitedFormat;
import org.epiwrap.store.Text;
import org.jspecify.annotations.Nullable;

/** The values of a column as texts. */
final class Cells {
    private static final String HEX = "0x";
    /** As in text tables; bytes of which nothing is known are spelt by two characters each. */
    private static final int MAX_CELL = DelimitedFormat.MAX_CELL;

    private final int index;
    private final PrimitiveStringifier texts;
    /** Whether values are bytes of which nothing is known; many a writer means text by them. */
    private final boolean raw;

    Cells(int index, PrimitiveType type) {
        this.index = index;
        this.texts = type.stringifier();
        this.raw = type.getPrimitiveTypeName() == PrimitiveTypeName.BINARY && type.getLogicalTypeAnnotation() == null;
    }

    int index() {
        return index;
    }

    String text(@Nullable Object value) {
        if (value == null) {
            return "";
        } else if (value instanceof Integer number) {
            return texts.stringify(number);
        } else if (value instanceof Long number) {
            return texts.stringify(number);
        } else if (value instanceof Float || value instanceof Double || value instanceof Boolean) {
            return value.toString();
        }
        String text = value.toString();
        if (text.length() > MAX_CELL) {
            throw new IllegalArgumentException(
                    "a cell must have at most " + MAX_CELL + " characters, but has " + text.length());
        }
        return raw && text.startsWith(HEX) ? utf8(text) : text;
    }

    private static String utf8(String hex) {
        try {
            ByteBuffer bytes = ByteBuffer.wrap(HexFormat.of().parseHex(hex, HEX.length(), hex.length()));
            return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
        } catch (CharacterCodingException e) {
            return hex;
        }
    }

    /** Returns a name as a message may show it. */
    static String shown(String name) {
        return Text.shown(name);
    }
}
