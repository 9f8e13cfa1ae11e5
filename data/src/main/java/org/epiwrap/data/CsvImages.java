package org.epiwrap.data;

import java.io.Closeable;
import java.io.IOException;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import org.epiwrap.check.Check;

/**
 * Images as rows of numbers, parted by commas: a row has the pixels of one image in the order of its {@link ImageShape}.
 * A first row in which nothing is a number is a header.
 *
 * <p>The first image decides what white is, unless it is told: 1 if some number of it has a decimal point or an exponent,
 * else 255. Where 255 was decided so, whatever has a point is refused in later rows too. Pixels become bytes, rounded to
 * the nearest. Reads forward and holds one row at a time.
 */
public final class CsvImages implements Closeable {
    private static final byte[] BYTE_MARK_UTF8 = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};
    private static final Pattern NUMBER = Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d{1,4})?");
    private static final Pattern NOT_A_NAME = Pattern.compile("[+-]?(nan|inf|infinity)?", Pattern.CASE_INSENSITIVE);
    /** More letters than any number needs. */
    private static final int MAX_FIELD = 64;

    private static final int BLACK_TO_WHITE = 255;

    private final Input input;
    private final String name;
    private final String[] fields;
    private final boolean told;
    private int white;
    private long line;

    private CsvImages(Input input, String name, int columns, OptionalInt white) {
        this.input = input;
        this.name = name;
        this.fields = new String[columns];
        this.told = white.isPresent();
        this.white = white.orElse(0);
    }

    /**
     * Opens a file.
     *
     * @param columns the pixels of an image
     * @param white the number that stands for white, 1 or 255, if the first image is not to decide it
     */
    public static CsvImages open(Source source, int columns, OptionalInt white) throws IOException {
        Check.atLeast("columns", columns, 1);
        if (white.isPresent() && white.getAsInt() != 1 && white.getAsInt() != BLACK_TO_WHITE) {
            throw new IllegalArgumentException("white must be 1 or 255, but is " + white.getAsInt());
        }
        return new CsvImages(source.open(), source.name(), columns, white);
    }

    /** The line of the image that was read last, from 1. */
    public long line() {
        return line;
    }

    /**
     * Reads the next image to the beginning of the target.
     *
     * @return false if there is none
     */
    public boolean next(byte[] target) throws DataException {
        Check.atLeast("target's length", target.length, fields.length);
        if (!row()) {
            return false;
        }
        if (line == 1 && isHeader() && !row()) {
            return false;
        }
        if (white == 0) {
            white = BLACK_TO_WHITE;
            for (String field : fields) {
                white = isWhole(field) ? white : 1;
            }
        }
        for (int i = 0; i < fields.length; i++) {
            target[i] = pixel(i);
        }
        return true;
    }

    private boolean isHeader() {
        for (String field : fields) {
            if (NUMBER.matcher(field).matches() || NOT_A_NAME.matcher(field).matches()) {
                return false;
            }
        }
        return true;
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
        if (!told && white == BLACK_TO_WHITE && !isWhole(field)) {
            throw wrong(column, "a whole number from 0 to 255, as in the first image", field);
        }
        double value = Double.parseDouble(field);
        if (!(value >= 0 && value <= white)) {
            throw wrong(column, told ? range : range + ", as in the first image", field);
        }
        return (byte) Math.round(value * BLACK_TO_WHITE / white);
    }

    /** Reads a line into the fields; false at the end of the file. */
    private boolean row() throws DataException {
        int letter = input.next();
        if (letter == (BYTE_MARK_UTF8[0] & 0xff) && line == 0) {
            letter = afterByteMark();
        }
        if (letter < 0) {
            return false;
        }
        line++;
        int count = 0;
        StringBuilder field = new StringBuilder();
        while (true) {
            boolean end = letter < 0 || letter == '\n';
            if (end || letter == ',') {
                if (count < fields.length) {
                    fields[count] = field.toString().strip();
                }
                count++;
                field.setLength(0);
                if (end) {
                    break;
                }
            } else if (field.length() == MAX_FIELD) {
                throw wrong(count, "at most " + MAX_FIELD + " letters between commas", "more");
            } else {
                // What is not ASCII belongs to a header at most, whose words do not matter.
                field.append((char) letter);
            }
            letter = input.next();
        }
        if (count != fields.length) {
            String hint = count == fields.length + 1 ? "; a column of labels must be taken out" : "";
            throw new DataException(name + ", line " + line + ": expected " + fields.length
                    + " columns, one a pixel, but found " + count + hint);
        }
        return true;
    }

    private int afterByteMark() throws DataException {
        for (int i = 1; i < BYTE_MARK_UTF8.length; i++) {
            int letter = input.next();
            if (letter != (BYTE_MARK_UTF8[i] & 0xff)) {
                throw new DataException(name + ", line 1: expected text, but found a broken mark of the byte order");
            }
        }
        return input.next();
    }

    private DataException wrong(int column, String expected, String found) {
        return new DataException(name + ", line " + line + ", column " + (column + 1) + ": expected " + expected
                + ", but found " + visible(found));
    }

    private static String visible(String text) {
        return text.replaceAll("[^\\x20-\\x7e]", "?");
    }

    @Override
    public void close() throws IOException {
        input.close();
    }
}
