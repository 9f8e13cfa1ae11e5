package org.epiwrap.configuration;

import java.util.function.Consumer;

/**
 * An immutable configuration whose fields start with the defaults. A choice is replaced on a copy, before anybody else sees
 * it; the fields are assigned nowhere else.
 *
 * @param <C> the type of the configuration
 */
public abstract class Configuration<C extends Configuration<C>> implements Cloneable {

    /** Returns a copy with a change. */
    protected final C copy(Consumer<C> change) {
        try {
            @SuppressWarnings("unchecked") // C is the class itself
            C copy = (C) clone();
            change.accept(copy);
            return copy;
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }
}
