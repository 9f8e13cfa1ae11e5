package org.epiwrap.data.table;

/** Finds the delimiter of a text table by its header. */
final class Delimiters {
    private Delimiters() {}

    /** Returns the candidate that the first record has most of, outside of quotes; the first of equally frequent ones. */
    static char mostFrequent(String header, String candidates) {
        char best = candidates.charAt(0);
        int most = count(header, best);
        for (int i = 1; i < candidates.length(); i++) {
            int count = count(header, candidates.charAt(i));
            if (count > most) {
                most = count;
                best = candidates.charAt(i);
            }
        }
        return best;
    }

    /** Counts a character in the first record that is not blank, outside of quotes. */
    static int count(String header, char character) {
        boolean quoted = false;
        boolean blank = true;
        int count = 0;
        for (int i = 0; i < header.length(); i++) {
            char c = header.charAt(i);
            boolean lineBreak = c == '\n' || c == '\r';
            if (lineBreak && !quoted && !blank) {
                break;
            }
            blank &= lineBreak;
            quoted ^= c == '"';
            count += !quoted && c == character ? 1 : 0;
        }
        return count;
    }
}
