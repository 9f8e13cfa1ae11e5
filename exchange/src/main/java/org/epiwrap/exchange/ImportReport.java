package org.epiwrap.exchange;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.store.Text;

/**
 * What was found in a file and what was made of it.
 *
 * @param convention the short name of the convention
 * @param library whose it is
 * @param mapped for each part of the network, where it comes from
 * @param ignored for each array that was not used, why
 * @param notes what had to be taken for granted, and what could have been read in another way
 */
public record ImportReport(
        Path file,
        String convention,
        String library,
        Architecture architecture,
        Map<String, String> mapped,
        Map<String, String> ignored,
        List<String> notes) {

    public ImportReport {
        mapped = Collections.unmodifiableMap(new LinkedHashMap<>(mapped));
        ignored = Collections.unmodifiableMap(new LinkedHashMap<>(ignored));
        notes = List.copyOf(notes);
    }

    /** One line for each thing; what a terminal would obey in the names of a file is spelled out. */
    public String text() {
        StringBuilder text = new StringBuilder();
        line(text, "convention", convention + " (" + library + ")");
        line(text, "architecture", architecture.toString());
        mapped.forEach((part, from) -> line(text, "mapped", part + " from " + from));
        ignored.forEach((name, reason) -> line(text, "ignored", name + ": " + reason));
        notes.forEach(note -> line(text, "note", note));
        return text.toString();
    }

    private static void line(StringBuilder text, String what, String value) {
        text.append(what)
                .append(" ".repeat(13 - what.length()))
                .append(Text.visible(value))
                .append(System.lineSeparator());
    }
}
