package org.epiwrap.bench.harness;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The lines of the summary, and whether one of them misses its target. */
public final class Summary {
    private final StringBuilder text = new StringBuilder();
    private final ArrayNode entries = JsonNodeFactory.instance.arrayNode();
    private boolean missed;
    /** Whether the line that is being composed meets its target. */
    private @Nullable Boolean met;

    public void line(String format, Object... values) {
        String line = String.format(Locale.ROOT, format, values);
        text.append(line).append(System.lineSeparator());
        ObjectNode entry = entries.addObject().put("text", line.strip());
        if (met != null) {
            entry.put("met", met);
            met = null;
        }
    }

    /** Returns the word that ends the next line. */
    public String verdict(boolean isMet) {
        met = isMet;
        missed |= !isMet;
        return isMet ? "met" : "MISSED";
    }

    public boolean missed() {
        return missed;
    }

    public String json() {
        ObjectNode all = JsonNodeFactory.instance.objectNode().put("missed", missed);
        all.set("lines", entries);
        return all.toPrettyString();
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
