package org.epiwrap.data.input;

import java.util.Collection;
import java.util.List;

/**
 * Different texts, numbered 0, 1, 2 and so on in the order in which they were added. They are found by their characters, so
 * that looking up a cell makes no text. Any number of threads may look up while none adds.
 */
public final class TextIndex {
    private static final long MULTIPLIER = 0x9e3779b97f4a7c15L;

    private final RowText texts = new RowText();
    /**
     * The hash of a text in the upper half and its place plus 1 in the lower, at its hash or behind it; 0 where there is
     * none. At most half of it is used.
     */
    private long[] slots = new long[16];

    /** Returns the index of texts, which differ, in their order. */
    public static TextIndex of(Collection<String> texts) {
        TextIndex index = new TextIndex();
        texts.forEach(index::add);
        return index;
    }

    /** Returns the place of the text with these characters, or -1 if there is none. */
    public int find(char[] characters, int from, int to) {
        long hash = hash(characters, from, to);
        int mask = slots.length - 1;
        for (int i = (int) (hash >>> 32) & mask; slots[i] != 0; i = (i + 1) & mask) {
            int place = (int) slots[i] - 1;
            if ((slots[i] ^ hash) >>> 32 == 0 && isEqual(place, characters, from, to)) {
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

    /** Returns a hash whose upper half is good: four characters at a time, since each product waits for the last. */
    private static long hash(char[] characters, int from, int to) {
        long hash = (long) to - from;
        int i = from;
        for (; i + 4 <= to; i += 4) {
            long four = characters[i]
                    | (long) characters[i + 1] << 16
                    | (long) characters[i + 2] << 32
                    | (long) characters[i + 3] << 48;
            hash = mixed(hash ^ four);
        }
        long rest = 0;
        for (; i < to; i++) {
            rest = rest << 16 | characters[i];
        }
        return mixed(hash ^ rest);
    }

    private static long mixed(long value) {
        long product = value * MULTIPLIER;
        return product ^ product >>> 29;
    }

    /**
     * Adds a text that is not there yet.
     *
     * @return its place
     */
    public int add(String text) {
        int place = texts.size();
        if (2 * (place + 1) > slots.length) {
            long[] smaller = slots;
            slots = new long[2 * smaller.length];
            for (long slot : smaller) {
                if (slot != 0) {
                    occupy(slot);
                }
            }
        }
        texts.add(text);
        long hash = hash(text.toCharArray(), 0, text.length());
        occupy(hash >>> 32 << 32 | (place + 1));
        return place;
    }

    private void occupy(long slot) {
        int mask = slots.length - 1;
        int i = (int) (slot >>> 32) & mask;
        while (slots[i] != 0) {
            i = (i + 1) & mask;
        }
        slots[i] = slot;
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
