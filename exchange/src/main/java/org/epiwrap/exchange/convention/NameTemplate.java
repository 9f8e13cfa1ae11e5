package org.epiwrap.exchange.convention;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The name of an array with a {@code *} in place of the name of its layer. Several {@code *} together are the layer's name.
 *
 * @param text as given
 * @param pattern of the names that match it
 */
public record NameTemplate(String text, Pattern pattern) {

    /** Returns the template of a text. */
    public static NameTemplate of(String text) {
        StringBuilder regex = new StringBuilder();
        for (String part : text.split("(?=\\*)|(?<=\\*)", -1)) {
            regex.append(part.equals("*") ? "(.*)" : Pattern.quote(part));
        }
        return new NameTemplate(text, Pattern.compile(regex.toString()));
    }

    /** Returns several that are separated by {@code |}, the preferred one first; none for no text. */
    public static List<NameTemplate> list(@Nullable String texts) {
        return texts == null
                ? List.of()
                : Arrays.stream(texts.split("\\|", -1))
                        .map(text -> of(text.strip()))
                        .toList();
    }

    /** Returns the layer that a name belongs to, if it matches. */
    public Optional<String> layer(String name) {
        Matcher matcher = pattern.matcher(name);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        StringBuilder layer = new StringBuilder();
        for (int i = 1; i <= matcher.groupCount(); i++) {
            layer.append(matcher.group(i));
        }
        return Optional.of(layer.toString());
    }
}
