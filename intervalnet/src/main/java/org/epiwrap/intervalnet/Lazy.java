package org.epiwrap.intervalnet;

import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Something that is computed when it is first asked for, once, by whichever thread asks first; the others wait. */
final class Lazy<T> {
    private final Supplier<T> compute;
    private volatile @Nullable T value;

    Lazy(Supplier<T> compute) {
        this.compute = compute;
    }

    T get() {
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

    /** What has been computed, if anything has. */
    Optional<T> ifComputed() {
        return Optional.ofNullable(value);
    }
}
