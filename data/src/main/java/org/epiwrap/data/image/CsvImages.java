package org.epiwrap.data.image;

import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import org.epiwrap.check.Check;
import org.epiwrap.data.DataException;
import org.epiwrap.data.Volume;
import org.epiwrap.data.source.Source;
import org.epiwrap.data.source.SourceReader;

/**
 * Reads images from CSV rows of numbers, one image per row, its pixels in the order of its {@link Volume}. A first row
 * without any number is a header.
 *
 * <p>White is 1 or 255. Unless specified, it is inferred from the first image: 1 if any of its numbers has a decimal point
 * or an exponent, else 255. If 255 is inferred, numbers with a decimal point or an exponent in later rows are errors.
 * Pixels are rounded to the nearest byte. One row is held in memory at a time.
 */
public final class CsvImages implements Closeable {
    private static final Pattern NUMBER = Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d{1,4})?");
    private static final Pattern NOT_A_NAME = Pattern.compile("[+-]?(nan|inf|infinity)?", Pattern.CASE_INSENSITIVE);
    /** More characters than any number needs. */
    private static final int MAX_FIELD = 64;

    private static final int BLACK_TO_WHITE = 255;

    private final SourceReader input;
    private final String name;
    private final String[] fields;
    private final boolean specified;
    private int white;
    private long line;

    private CsvImages(SourceReader input, String name, int columns, OptionalInt white) {
        this.input = input;
        this.name = name;
        this.fields = new String[columns];
        this.specified = white.isPresent();
        this.white = white.orElse(0);
    }

    /**
     * Opens a file.
     *
     * @param columns the number of pixels of an image
     * @param white the number that represents white, 1 or 255; inferred from the first image if empty
     */
    public static CsvImages open(Source source, int columns, OptionalInt white) throws IOException {
        Check.atLeast("columns", columns, 1);
        if (white.isPresent() && white.getAsInt() != 1 && white.getAsInt() != BLACK_TO_WHITE) {
            throw new IllegalArgumentException("white must be 1 or 255, but is " + white.getAsInt());
        }
        return new CsvImages(source.open(), source.name(), columns, white);
    }

    /** Returns the line number of the last image read, starting at 1. */
    public long line() {
        return line;
    }

    /**
     * Reads the next image to the start of the target.
     *
     * @return false at the end of the file
     */
    public boolean next(byte[] target) throws DataException {
        Check.atLeast("target's length", target.length, fields.length);
        if (!row() || (line == 1 && isHeader() && !row())) {
            return false;
        }
        if (white == 0) {
            white = Arrays.stream(fields).allMatch(CsvImages::isWhole) ? BLACK_TO_WHITE : 1;
        }
        for (int i = 0; i < fields.length; i++) {
            target[i] = pixel(i);
        }
        return true;
    }

    private boolean isHeader() {
        return Arrays.stream(fields)
                .noneMatch(field -> NUMBER.matcher(field).matches()
                        || NOT_A_NAME.matcher(field).matches());
    }

    private static boolean isWhole(String field) {
        return field.indexOf('.') < 0 && field.indexOf('e') < 0 && field.indexOf('E') < 0;
    }

    private byte pixel(int column) throws DataException {
        String field = fields[column];
        String range = "a number from 0 to " + white;
        if (!NUMBER.matcher(field).matches()) {
            throw wrong(column, range, field.isEmpty() ? "nothing" : "'" + field + "'");
        }
        if (!specified && white == BLACK_TO_WHITE && !isWhole(field)) {
            throw wrong(column, "a whole number from 0 to 255, as in the first image", field);
        }
        double value = Double.parseDouble(field);
        if (!(value >= 0 && value <= white)) {
            throw wrong(column, specified ? range : range + ", as in the first image", field);
        }
        return (byte) Math.round(value * BLACK_TO_WHITE / white);
    }

    /** Reads a line into the fields. Returns false at the end of the file. */
    private boolean row() throws DataException {
        int character = input.next();
        // UTF-8 may begin with the byte order mark ef bb bf.
        if (character == 0xef && line == 0) {
            if (input.next() != 0xbb || input.next() != 0xbf) {
                throw new DataException(name + ", line 1: expected text, but found a broken byte order mark");
            }
            character = input.next();
        }
        if (character < 0) {
            return false;
        }
        line++;
        int count = 0;
        StringBuilder field = new StringBuilder();
        while (true) {
            boolean end = character < 0 || character == '\n';
            if (end || character == ',') {
                if (count < fields.length) {
                    fields[count] = field.toString().strip();
                }
                count++;
                field.setLength(0);
                if (end) {
                    break;
                }
            } else if (field.length() == MAX_FIELD) {
                throw wrong(count, "at most " + MAX_FIELD + " characters between commas", "more");
            } else {
                // Only a header can have characters beyond ASCII, and its words are not used.
                field.append((char) character);
            }
            character = input.next();
        }
        if (count != fields.length) {
            String hint = count == fields.length + 1 ? "; remove the column of labels, if there is one" : "";
            throw new DataException(name + ", line " + line + ": expected " + fields.length
                    + " columns, one per pixel, but found " + count + hint);
        }
        return true;
    }

    private DataException wrong(int column, String expected, String found) {
        // The characters are single bytes of an unknown encoding.
        return new DataException(name + ", line " + line + ", column " + (column + 1) + ": expected " + expected
                + ", but found " + found.replaceAll("[^\\x20-\\x7e]", "?"));
    }

    @Override
    public void close() throws IOException {
        input.close();
    }
}
