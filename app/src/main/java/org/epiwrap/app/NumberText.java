package org.epiwrap.app;

import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Options that are numbers, with errors that do not name Java's types. */
final class NumberText {
    private static final String WHOLE_NUMBER = "a whole number";

    private NumberText() {}

    static void convertIn(CommandLine commandLine) {
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
                .registerConverter(Double.class, doubles);
    }

    private static <T> ITypeConverter<T> converter(String allowed, Function<String, T> parse) {
        return text -> {
            try {
                return parse.apply(text);
            } catch (NumberFormatException e) {
                throw new TypeConversionException("must be " + allowed + ", but is '" + text + "'");
            }
        };
    }
}
