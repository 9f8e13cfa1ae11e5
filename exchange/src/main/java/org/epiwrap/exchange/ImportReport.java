package org.epiwrap.exchange;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.exchange.convention.Axes;
import org.epiwrap.exchange.reference.Agreement;
import org.epiwrap.store.Text;

/**
 * Describes what was found in a file and how it was read.
 *
 * @param convention the short name of the convention
 * @param library that has this convention
 * @param axes of the kernels in the file
 * @param mapped where each part of the network comes from
 * @param ignored why each unused array was not used
 * @param notes assumptions, and what could have been read differently
 * @param checked how far outputs of the original network agree with those of the imported one, if they were compared
 */
public record ImportReport(
        Path file,
        String convention,
        String library,
        Architecture architecture,
        Axes axes,
        Map<String, String> mapped,
        Map<String, String> ignored,
        List<String> notes,
        Optional<Agreement> checked) {

    public ImportReport {
        mapped = Collections.unmodifiableMap(new LinkedHashMap<>(mapped));
        ignored = Collections.unmodifiableMap(new LinkedHashMap<>(ignored));
        notes = List.copyOf(notes);
    }

    /** Returns this report with another note. */
    ImportReport with(String note) {
        List<String> all = new ArrayList<>(notes);
        all.add(note);
        return new ImportReport(file, convention, library, architecture, axes, mapped, ignored, all, checked);
    }

    /** Returns the same of a network that was compared. */
    ImportReport with(Agreement agreement) {
        return new ImportReport(
                file, convention, library, architecture, axes, mapped, ignored, notes, Optional.of(agreement));
    }

    /** Returns the report as lines of text, in which control characters are escaped. */
    public String text() {
        StringBuilder text = new StringBuilder();
        line(text, "convention", convention + " (" + library + ")");
        line(text, "architecture", architecture.toString());
        mapped.forEach((part, from) -> line(text, "mapped", part + " from " + from));
        ignored.forEach((name, reason) -> line(text, "ignored", name + ": " + reason));
        notes.forEach(note -> line(text, "note", note));
        checked.ifPresent(found -> line(text, "checked", found.examples() + " examples agree to " + found.size()));
        return text.toString();
    }

    static void line(StringBuilder text, String what, String value) {
        text.append(what)
                .append(" ".repeat(13 - what.length()))
                .append(Text.visible(value))
                .append(System.lineSeparator());
    }
}
