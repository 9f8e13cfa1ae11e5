package org.epiwrap.model.manifest;

import java.util.Locale;
import java.util.regex.Pattern;

/** The texts of files: names of constants, and texts that are shown on terminals and in messages. */
public final class Texts {
    private static final Pattern CONTROL =
            Pattern.compile("[\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\\x{202a}-\\x{202e}\\x{2066}-\\x{2069}]");

    private Texts() {}

    /** Returns the name of a constant in files: in small letters, with hyphens. */
    public static String name(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns a text, unless it has characters that control a terminal or change the direction of writing. */
    public static String withoutControl(String name, String text) {
        if (CONTROL.matcher(text).find()) {
            throw new IllegalArgumentException(name + " must be a text without control characters, but has some");
        }
        return text;
    }
}
