package org.epiwrap.fuzz;

import java.util.regex.Pattern;

/** What readers may say of a hostile file: something, and nothing that could command a terminal. */
final class VisibleText {
    static final Pattern LINE = Pattern.compile("[^\\p{Cc}\\p{Cf}\\p{Cs}]+");

    private VisibleText() {}

    /** Throws an error unless every line of a text is visible. */
    static void check(String text) {
        text.lines().filter(line -> !LINE.matcher(line).matches()).findFirst().ifPresent(line -> {
            throw new AssertionError("a line that is empty or could command a terminal: " + line);
        });
    }
}
