package org.epiwrap.network;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.epiwrap.architecture.Block;
import org.epiwrap.architecture.BlockShape;

/**
 * Values by name, in the order in which they were put. Asking for a name that is not there is a programming error.
 *
 * @param <T> the type of the values
 */
public final class ByName<T> {
    private final Map<String, T> values = new LinkedHashMap<>();

    public void put(String name, T value) {
        values.put(name, value);
    }

    public T get(String name) {
        T value = values.get(name);
        if (value == null) {
            throw new IllegalStateException("there is no " + name + " among " + values.keySet());
        }
        return value;
    }

    /** Returns all values in their order; the map cannot be changed. */
    public Map<String, T> all() {
        return Collections.unmodifiableMap(values);
    }

    /** Returns the numbers of shapes, in the order of the shapes. */
    public static List<Block> blocks(ByName<float[]> values, List<BlockShape> shapes) {
        return shapes.stream()
                .map(shape -> new Block(shape, values.get(shape.name())))
                .toList();
    }
}
