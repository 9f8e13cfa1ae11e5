package org.epiwrap.network;

import java.util.LinkedHashMap;
import java.util.Map;

/** Things by name, in the order they came; to ask for one that is not there is a fault of the program. */
final class ByName<T> {
    private final Map<String, T> things = new LinkedHashMap<>();

    void put(String name, T thing) {
        things.put(name, thing);
    }

    T get(String name) {
        T thing = things.get(name);
        if (thing == null) {
            throw new IllegalStateException("there is no " + name + " among " + things.keySet());
        }
        return thing;
    }

    Map<String, T> all() {
        return things;
    }
}
