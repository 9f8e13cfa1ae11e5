package org.epiwrap.cli.option;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;

/** Parses numbers, paths and URLs, with error messages that do not name Java types. */
public final class Conversions {
    private static final String WHOLE_NUMBER = "a whole number";
    private static final Pattern DIGITS = Pattern.compile("[+-]?\\d+");
    private static final List<String> TAB = List.of("tab", "\\t");
    private static final List<String> WEB = List.of("http", "https");

    private Conversions() {}

    /** Parses the options of a command and of those below it this way. */
    public static void addTo(CommandLine commandLine) {
        ITypeConverter<Integer> integers = whole(Integer.MIN_VALUE, Integer.MAX_VALUE, Integer::valueOf);
        ITypeConverter<Long> longs = whole(Long.MIN_VALUE, Long.MAX_VALUE, Long::valueOf);
        ITypeConverter<Double> doubles = converter("a number such as 0.5 or 1e-3", Double::valueOf);
        commandLine
                .registerConverter(int.class, integers)
                .registerConverter(Integer.class, integers)
                .registerConverter(long.class, longs)
                .registerConverter(Long.class, longs)
                .registerConverter(double.class, doubles)
                .registerConverter(Double.class, doubles)
                .registerConverter(Character.class, converter("one character, or 'tab'", Conversions::character))
                .registerConverter(Path.class, converter("a valid path on this system", Path::of))
                .registerConverter(
                        URI.class, converter("a URL such as https://mirror.example/cifar/", Conversions::url));
    }

    private static Character character(String text) {
        if (TAB.contains(text.toLowerCase(Locale.ROOT))) {
            return '\t';
        }
        if (text.length() != 1) {
            throw new IllegalArgumentException("not one character");
        }
        return text.charAt(0);
    }

    private static URI url(String text) {
        URI url = URI.create(text);
        if (url.getHost() == null || !WEB.contains(String.valueOf(url.getScheme()))) {
            throw new IllegalArgumentException("not a web address");
        }
        return url;
    }

    /** Names the limits of the type only where a whole number is beyond them: options have ranges of their own. */
    private static <T> ITypeConverter<T> whole(long min, long max, Function<String, T> parse) {
        return text -> Choices.parsed(
                text,
                DIGITS.matcher(text).matches() ? WHOLE_NUMBER + " from " + min + " to " + max : WHOLE_NUMBER,
                parse);
    }

    private static <T> ITypeConverter<T> converter(String allowed, Function<String, T> parse) {
        return text -> Choices.parsed(text, allowed, parse);
    }
}
