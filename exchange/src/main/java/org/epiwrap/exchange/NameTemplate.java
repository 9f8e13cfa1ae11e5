package org.epiwrap.exchange;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of an array with a {@code *} where the name of its layer stands. There may be several, which together are the
 * layer.
 */
record NameTemplate(String text, Pattern pattern) {

    static NameTemplate of(String text) {
        StringBuilder regex = new StringBuilder();
        for (String part : text.split("(?=\\*)|(?<=\\*)", -1)) {
            regex.append(part.equals("*") ? "(.*)" : Pattern.quote(part));
        }
        return new NameTemplate(text, Pattern.compile(regex.toString()));
    }

    /** Several, separated by {@code |}; the first that fits is preferred. */
    static List<NameTemplate> list(String texts) {
        List<NameTemplate> templates = new ArrayList<>();
        for (String text : texts.split("\\|", -1)) {
            templates.add(of(text.strip()));
        }
        return templates;
    }

    /** The layer that a name belongs to, if it is of this kind. */
    Optional<String> layer(String name) {
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
