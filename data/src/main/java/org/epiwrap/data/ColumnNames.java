package org.epiwrap.data;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.epiwrap.store.Text;

/** Checks the names of columns, and says which a table has where one that it does not have is asked for. */
public final class ColumnNames {
    /** Longer names are refused, before they fill messages and model files. */
    private static final int MAX_NAME = 1000;

    private static final List<String> DELIMITERS = List.of(",", ";", "\t", "|");
    private static final int LISTED = 10;
    private static final int MAX_EDITS = 2;
    private static final int MAX_LENGTH = 100;

    private ColumnNames() {}

    /**
     * Checks that columns can be told apart by their names.
     *
     * @param place where they were read, which starts the message
     */
    public static void check(String place, List<String> header) throws DataException {
        Map<String, Integer> places = new HashMap<>();
        for (int i = 0; i < header.size(); i++) {
            String name = header.get(i);
            if (name.isEmpty()) {
                throw new DataException(place + ": column " + (i + 1) + " must have a name, but its name is empty");
            }
            if (name.indexOf('\0') >= 0) {
                throw new DataException(place + ": expected the names of columns, but found bytes that are no text");
            }
            if (name.length() > MAX_NAME) {
                throw new DataException(place + ": the name of column " + (i + 1) + " must have at most " + MAX_NAME
                        + " characters, but has " + name.length());
            }
            Integer earlier = places.put(name, i);
            if (earlier != null) {
                throw new DataException(place + ": columns must have different names, but columns " + (earlier + 1)
                        + " and " + (i + 1) + " are both '" + Text.shown(name) + "'");
            }
        }
    }

    /** Returns a clause such as {@code must have the column 'chrun', but has only a, churn (did you mean 'churn'?)}. */
    public static String missing(String name, Collection<String> names) {
        String found = names.isEmpty() ? "none" : "only " + listed(names);
        return "must have the column '" + Text.shown(name) + "', but has " + found + suggestion(name, names);
    }

    /** Returns the first few names, and how many more there are. */
    public static String listed(Collection<String> names) {
        String first =
                String.join(", ", names.stream().limit(LISTED).map(Text::shown).toList());
        return names.size() > LISTED ? first + " and " + (names.size() - LISTED) + " more" : first;
    }

    private static String suggestion(String name, Collection<String> names) {
        String only = names.size() == 1 ? names.iterator().next() : "";
        if (DELIMITERS.stream().anyMatch(only::contains)) {
            return " (are its cells divided by another character? --delimiter names it)";
        }
        String nearest = "";
        int fewest = MAX_EDITS + 1;
        String wanted = name.toLowerCase(Locale.ROOT);
        for (String candidate : names) {
            // Short names are near to everything.
            if (wanted.length() <= MAX_LENGTH && candidate.length() <= MAX_LENGTH) {
                int edits = edits(wanted, candidate.toLowerCase(Locale.ROOT));
                if (edits < fewest && 2 * edits < wanted.length()) {
                    fewest = edits;
                    nearest = candidate;
                }
            }
        }
        return nearest.isEmpty() ? "" : " (did you mean '" + Text.shown(nearest) + "'?)";
    }

    /** Returns how many letters must be inserted, deleted or replaced, or neighbours swapped, to turn a into b. */
    private static int edits(String a, String b) {
        int[][] edits = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    edits[i][j] = i + j;
                    continue;
                }
                int replaced = edits[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                edits[i][j] = Math.min(replaced, Math.min(edits[i - 1][j], edits[i][j - 1]) + 1);
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    edits[i][j] = Math.min(edits[i][j], edits[i - 2][j - 2] + 1);
                }
            }
        }
        return edits[a.length()][b.length()];
    }
}
