package org.epiwrap.experiments.measurement;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What distinguishes a {@link Measurement} from all others: at least one {@link Field} with its value. Immutable. */
public final class Key {
    /** Values by the names of their fields, as in the file, in alphabetical order. */
    private final Map<String, String> texts;

    private Key(Map<String, String> texts) {
        this.texts = texts;
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

    /** Returns the values by the names of their fields, in alphabetical order. */
    Map<String, String> byName() {
        return texts;
    }

    /** Returns the key of fields as the file names them. */
    static Key ofNames(Map<String, String> names) {
        names.keySet().forEach(Field::check);
        return new Key(new TreeMap<>(names));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Key key && texts.equals(key.texts);
    }

    @Override
    public int hashCode() {
        return texts.hashCode();
    }

    @Override
    public String toString() {
        return texts.toString();
    }
}
