package org.epiwrap.experiments.measurement;

import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What distinguishes a {@link Measurement} from all others: at least one {@link Field} with its value. Immutable.
 *
 * @param texts values by the names of their fields, as in the file, in alphabetical order
 */
public record Key(Map<String, String> texts) {
    /** Refuses names that are those of no field. */
    public Key {
        texts.keySet().forEach(Field::check);
        texts = Collections.unmodifiableMap(new TreeMap<>(texts));
    }

    /** Returns the key of all measurements of a topic. */
    public static Key of(Topic topic) {
        return new Key(Map.of()).with(Field.TOPIC, topic);
    }

    /** Returns this key with one more field. */
    public <T> Key with(Field<T> field, T value) {
        Map<String, String> more = new TreeMap<>(texts);
        more.put(field.id(), field.text(value));
        return new Key(more);
    }

    /** Returns the name of a constant in words, such as {@code interval dominance}. */
    public static String words(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** Returns the value of a field as the file holds it, if the key has it. */
    public Optional<String> get(Field<?> field) {
        return Optional.ofNullable(texts.get(field.id()));
    }

    /** Returns whether this key has all fields of another, with the same values. */
    public boolean includes(Key other) {
        return texts.entrySet().containsAll(other.texts.entrySet());
    }

    @Override
    public String toString() {
        return texts.toString();
    }
}
