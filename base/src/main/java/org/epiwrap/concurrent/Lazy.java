package org.epiwrap.concurrent;

import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A value that is computed when it is first asked for, once, by whichever thread asks first; the others wait.
 *
 * @param <T> the type of the value
 */
public final class Lazy<T> {
    private final Supplier<T> compute;
    private volatile @Nullable T value;

    public Lazy(Supplier<T> compute) {
        this.compute = compute;
    }

    public T get() {
        T known = value;
        return known == null ? computed() : known;
    }

    private synchronized T computed() {
        T known = value;
        if (known == null) {
            known = compute.get();
            value = known;
        }
        return known;
    }

    /** Returns the value if it has been computed. */
    public Optional<T> ifComputed() {
        return Optional.ofNullable(value);
    }
}
