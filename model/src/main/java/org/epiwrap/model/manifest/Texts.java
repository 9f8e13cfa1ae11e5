package org.epiwrap.model.manifest;

import java.util.Locale;
import org.epiwrap.store.Text;

/** The texts of files: names of constants, and texts that are shown on terminals and in messages. */
public final class Texts {
    private Texts() {}

    /** Returns the name of a constant in files: in small letters, with hyphens. */
    public static String name(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns a text, unless it has characters that control a terminal or change the direction of writing. */
    public static String withoutControl(String name, String text) {
        if (Text.hasControl(text)) {
            throw new IllegalArgumentException(name + " must be a text without control characters, but has some");
        }
        return text;
    }
}
