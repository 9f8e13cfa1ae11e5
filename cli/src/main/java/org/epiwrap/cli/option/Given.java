package org.epiwrap.cli.option;

import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Options that change a configuration only if they are given. */
public final class Given {
    private Given() {}

    /** Returns a configuration with the value of an option, or as it is if the option is not given. */
    public static <C, V> C with(C configuration, @Nullable V value, BiFunction<C, V, C> with) {
        return value == null ? configuration : with.apply(configuration, value);
    }
}
