package org.epiwrap.experiments;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Names of what a {@link Measurement} was measured for, and keys made of them. */
final class Key {
    static final String STUDY = "study";
    static final String PRESET = "preset";
    static final String DATA = "data";
    static final String NET = "net";
    static final String SEEDS = "seeds";
    static final String EFFORT = "effort";

    private Key() {}

    /** The name of a constant as people write it. */
    static String name(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** A key with more to it: names and values by turns. */
    static Map<String, String> and(Map<String, String> key, String... more) {
        Map<String, String> result = new TreeMap<>(key);
        for (int i = 0; i < more.length; i += 2) {
            result.put(more[i], more[i + 1]);
        }
        return result;
    }
}
