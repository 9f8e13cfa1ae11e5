package org.epiwrap.data;

import java.util.Collection;
import java.util.Locale;

/** Says which columns a table has where one that it does not have is asked for. */
public final class ColumnNames {
    private static final int LISTED = 10;
    private static final int MAX_EDITS = 2;
    private static final int MAX_LENGTH = 100;

    private ColumnNames() {}

    /** Returns a clause such as {@code must have the column 'chrun', but has only a, churn (did you mean 'churn'?)}. */
    public static String missing(String name, Collection<String> names) {
        StringBuilder clause = new StringBuilder("must have the column '" + name + "', but has only ");
        clause.append(String.join(", ", names.stream().limit(LISTED).toList()));
        if (names.size() > LISTED) {
            clause.append(" and ").append(names.size() - LISTED).append(" more");
        }
        return clause + suggestion(name, names);
    }

    private static String suggestion(String name, Collection<String> names) {
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
        return nearest.isEmpty() ? "" : " (did you mean '" + nearest + "'?)";
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
