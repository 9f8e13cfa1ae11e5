package org.epiwrap.data.input;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * Different texts, numbered 0, 1, 2 and so on in the order in which they were added. They are found by their characters, so
 * that looking up a cell makes no text. Any number of threads may look up while none adds.
 */
public final class TextIndex {
    private final RowText texts = new RowText();
    private int[] hashes = new int[8];
    /** The place of a text plus 1, at its hash or behind it; 0 where there is none. At most half of it is used. */
    private int[] slots = new int[16];

    /** Returns the index of texts, which differ, in their order. */
    public static TextIndex of(Collection<String> texts) {
        TextIndex index = new TextIndex();
        texts.forEach(index::add);
        return index;
    }

    /** Returns the place of the text with these characters, or -1 if there is none. */
    public int find(char[] characters, int from, int to) {
        int hash = hash(characters, from, to);
        int mask = slots.length - 1;
        for (int i = hash & mask; slots[i] != 0; i = (i + 1) & mask) {
            int place = slots[i] - 1;
            if (hashes[place] == hash && isEqual(place, characters, from, to)) {
                return place;
            }
        }
        return -1;
    }

    /** Returns the place of a text, or -1 if there is none. */
    public int find(String text) {
        return find(text.toCharArray(), 0, text.length());
    }

    private boolean isEqual(int place, char[] characters, int from, int to) {
        int start = texts.start(place);
        if (texts.end(place) - start != to - from) {
            return false;
        }
        char[] known = texts.characters();
        for (int i = from; i < to; i++) {
            if (known[start + i - from] != characters[i]) {
                return false;
            }
        }
        return true;
    }

    private static int hash(char[] characters, int from, int to) {
        long hash = (long) to - from;
        for (int i = from; i < to; i++) {
            hash = (hash ^ characters[i]) * 0x9e3779b97f4a7c15L;
        }
        return (int) (hash >>> 32);
    }

    /**
     * Adds a text that is not there yet.
     *
     * @return its place
     */
    public int add(String text) {
        int size = texts.size();
        if (size == hashes.length) {
            hashes = Arrays.copyOf(hashes, 2 * size);
            slots = new int[4 * size];
            for (int place = 0; place < size; place++) {
                occupy(place);
            }
        }
        texts.add(text);
        hashes[size] = hash(text.toCharArray(), 0, text.length());
        occupy(size);
        return size;
    }

    private void occupy(int place) {
        int mask = slots.length - 1;
        int i = hashes[place] & mask;
        while (slots[i] != 0) {
            i = (i + 1) & mask;
        }
        slots[i] = place + 1;
    }

    /** Returns how many texts there are. */
    public int size() {
        return texts.size();
    }

    /** Returns the texts by their places. */
    public List<String> texts() {
        return List.of(texts.texts());
    }
}
