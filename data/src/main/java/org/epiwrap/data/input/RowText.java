package org.epiwrap.data.input;

import java.util.Arrays;
import org.epiwrap.check.Check;

/**
 * The cells of one row as characters, in one buffer that is used again for the next row: reading a number needs no text of
 * its own. For one thread.
 */
public final class RowText {
    private char[] characters = new char[64];
    private int[] ends = new int[16];
    private int size;
    private int length;

    /** Removes all cells. */
    public void clear() {
        size = 0;
        length = 0;
    }

    /** Adds a cell: the characters from index {@code from} (inclusive) to {@code to} (exclusive). */
    public void add(char[] source, int from, int to) {
        int start = length;
        addEnd(to - from);
        System.arraycopy(source, from, characters, start, to - from);
    }

    /** Adds a cell. */
    public void add(String text) {
        int start = length;
        addEnd(text.length());
        text.getChars(0, text.length(), characters, start);
    }

    private void addEnd(int added) {
        int end = Math.addExact(length, added);
        if (end > characters.length || size == ends.length) {
            grow(end);
        }
        ends[size++] = end;
        length = end;
    }

    private void grow(int end) {
        if (end > characters.length) {
            characters = Arrays.copyOf(characters, grown(end));
        }
        if (size == ends.length) {
            ends = Arrays.copyOf(ends, grown(size + 1));
        }
    }

    private static int grown(int needed) {
        return (int) Math.min(Integer.MAX_VALUE - 8L, 2L * needed);
    }

    /** Takes over these cells. */
    public void set(String... texts) {
        clear();
        for (String text : texts) {
            add(text);
        }
    }

    /** Returns how many cells there are. */
    public int size() {
        return size;
    }

    /** Returns how many characters the cells have together. */
    public int length() {
        return length;
    }

    /** Returns the characters of all cells, one after another; valid until the row is modified. */
    public char[] characters() {
        return characters;
    }

    /** Returns where a cell starts in {@link #characters}. */
    public int start(int cell) {
        return cell == 0 ? 0 : ends[cell - 1];
    }

    /** Returns where a cell ends in {@link #characters}, exclusive. */
    public int end(int cell) {
        return ends[cell];
    }

    /** Returns a cell as text. */
    public String text(int cell) {
        Check.between("cell", cell, 0, size - 1);
        int start = start(cell);
        return start == ends[cell] ? "" : new String(characters, start, ends[cell] - start);
    }

    /** Returns all cells as texts. */
    public String[] texts() {
        String[] texts = new String[size];
        Arrays.setAll(texts, this::text);
        return texts;
    }
}
