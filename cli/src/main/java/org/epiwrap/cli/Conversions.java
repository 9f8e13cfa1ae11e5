package org.epiwrap.cli;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Options that are numbers, paths or addresses, with errors that do not name Java's types. */
final class Conversions {
    private static final String WHOLE_NUMBER = "a whole number";
    private static final List<String> WEB = List.of("http", "https");

    private Conversions() {}

    static void addTo(CommandLine commandLine) {
        ITypeConverter<Integer> integers =
                converter(WHOLE_NUMBER + " from " + Integer.MIN_VALUE + " to " + Integer.MAX_VALUE, Integer::valueOf);
        ITypeConverter<Long> longs =
                converter(WHOLE_NUMBER + " from " + Long.MIN_VALUE + " to " + Long.MAX_VALUE, Long::valueOf);
        ITypeConverter<Double> doubles = converter("a number such as 0.5 or 1e-3", Double::valueOf);
        commandLine
                .registerConverter(int.class, integers)
                .registerConverter(Integer.class, integers)
                .registerConverter(long.class, longs)
                .registerConverter(Long.class, longs)
                .registerConverter(double.class, doubles)
                .registerConverter(Double.class, doubles)
                .registerConverter(Path.class, converter("a path in the letters of this system", Path::of))
                .registerConverter(
                        URI.class, converter("an address such as https://mirror.example/cifar/", Conversions::address));
    }

    private static URI address(String text) {
        URI address = URI.create(text);
        if (address.getHost() == null || !WEB.contains(String.valueOf(address.getScheme()))) {
            throw new IllegalArgumentException("not of the web");
        }
        return address;
    }

    private static <T> ITypeConverter<T> converter(String allowed, Function<String, T> parse) {
        return text -> {
            try {
                return parse.apply(text);
            } catch (IllegalArgumentException e) {
                // The exceptions of numbers and of paths are such.
                throw new TypeConversionException("must be " + allowed + ", but is '" + text + "'");
            }
        };
    }
}
