package org.epiwrap.report;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
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

    /** Returns one line per term for a terminal, such as {@code EU: epistemic uncertainty, …}. */
    public List<String> lines() {
        return terms.entrySet().stream()
                .map(term -> term.getKey() + ": " + term.getValue())
                .toList();
    }
}
