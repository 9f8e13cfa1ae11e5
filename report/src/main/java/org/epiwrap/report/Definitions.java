package org.epiwrap.report;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Terms with their meanings, such as the scores that a page shows.
 *
 * @param terms the meanings by their terms, in order
 */
public record Definitions(Map<String, String> terms) implements Block {

    public Definitions {
        terms = Collections.unmodifiableMap(new LinkedHashMap<>(terms));
    }
}
