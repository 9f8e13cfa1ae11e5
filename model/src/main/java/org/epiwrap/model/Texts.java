package org.epiwrap.model;

import java.util.regex.Pattern;

/** Texts of files that end up on terminals and in messages. */
final class Texts {
    private static final Pattern UNSEEN =
            Pattern.compile("[\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\\x{202a}-\\x{202e}\\x{2066}-\\x{2069}]");

    private Texts() {}

    /** A text without characters that a terminal obeys rather than shows, or that turn the direction of others. */
    static String visible(String name, String text) {
        if (UNSEEN.matcher(text).find()) {
            throw new IllegalArgumentException(name + " must be a text without control characters, but has some");
        }
        return text;
    }
}
