package org.epiwrap.model;

import java.util.Locale;

/** Constants as they are written in files: in small letters, with hyphens. */
final class Names {
    private Names() {}

    static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
