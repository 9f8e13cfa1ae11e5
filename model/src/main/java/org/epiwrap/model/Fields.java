package org.epiwrap.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the fields of a JSON object, each by the type it must have. A field that is missing, of another type or not
 * asked for at all is refused with its place in the document.
 */
final class Fields {
    private final String place;
    private final ObjectNode object;
    private final Set<String> asked = new HashSet<>();

    private Fields(String place, ObjectNode object) {
        this.place = place;
        this.object = object;
    }

    static Fields of(String place, JsonNode node) {
        if (node instanceof ObjectNode object) {
            return new Fields(place, object);
        }
        throw new IllegalArgumentException(place + " must be an object, but is " + kind(node));
    }

    int integer(String name) {
        JsonNode node = field(name);
        if (!node.isInt()) {
            throw refused(name, "a whole number below 2^31", node);
        }
        return node.intValue();
    }

    long whole(String name) {
        JsonNode node = field(name);
        if (!node.isIntegralNumber() || !node.canConvertToLong()) {
            throw refused(name, "a whole number below 2^63", node);
        }
        return node.longValue();
    }

    double number(String name) {
        return number(name, field(name));
    }

    String text(String name) {
        JsonNode node = field(name);
        if (!node.isTextual()) {
            throw refused(name, "a text", node);
        }
        return node.textValue();
    }

    /** A constant whose name, in small letters, is the field's text. */
    <E extends Enum<E>> E constant(String name, Class<E> type) {
        String text = text(name);
        List<String> allowed = new ArrayList<>();
        for (E constant : type.getEnumConstants()) {
            if (Names.of(constant).equals(text)) {
                return constant;
            }
            allowed.add(Names.of(constant));
        }
        throw new IllegalArgumentException(
                place + "." + name + " must be one of " + String.join(", ", allowed) + ", but is another text");
    }

    Fields object(String name) {
        return of(place + "." + name, field(name));
    }

    boolean has(String name) {
        return object.has(name);
    }

    boolean isText(String name) {
        return object.path(name).isTextual();
    }

    /** An object that need not be there. */
    Optional<Fields> optional(String name) {
        return has(name) ? Optional.of(object(name)) : Optional.empty();
    }

    /** A whole number that need not be there. */
    Optional<Integer> optionalInteger(String name) {
        return has(name) ? Optional.of(integer(name)) : Optional.empty();
    }

    List<Fields> objects(String name) {
        List<Fields> all = new ArrayList<>();
        ArrayNode array = array(name);
        for (int i = 0; i < array.size(); i++) {
            all.add(of(place + "." + name + "[" + i + "]", array.get(i)));
        }
        return all;
    }

    List<Double> numbers(String name) {
        List<Double> all = new ArrayList<>();
        array(name).forEach(node -> all.add(number(name, node)));
        return all;
    }

    List<Long> wholes(String name) {
        List<Long> all = new ArrayList<>();
        array(name).forEach(node -> {
            if (!node.isIntegralNumber() || !node.canConvertToLong()) {
                throw refused(name, "whole numbers below 2^63", node);
            }
            all.add(node.longValue());
        });
        return all;
    }

    List<String> texts(String name) {
        List<String> all = new ArrayList<>();
        array(name).forEach(node -> {
            if (!node.isTextual()) {
                throw refused(name, "texts", node);
            }
            all.add(node.textValue());
        });
        return all;
    }

    /** All names that are there. */
    List<String> names() {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(name -> names.add(Texts.visible("a name in " + place, name)));
        return names;
    }

    /** Refuses fields that nobody has asked for: they would say something that is not heard. */
    void end() {
        for (Iterator<String> names = object.fieldNames(); names.hasNext(); ) {
            if (!asked.contains(names.next())) {
                throw new IllegalArgumentException(place + " must hold "
                        + String.join(", ", asked.stream().sorted().toList()) + " alone, but holds another field");
            }
        }
    }

    String place() {
        return place;
    }

    private ArrayNode array(String name) {
        JsonNode node = field(name);
        if (node instanceof ArrayNode array) {
            return array;
        }
        throw refused(name, "an array", node);
    }

    private double number(String name, JsonNode node) {
        if (!node.isNumber() || !Double.isFinite(node.doubleValue())) {
            throw refused(name, "a finite number", node);
        }
        return node.doubleValue();
    }

    private JsonNode field(String name) {
        asked.add(name);
        JsonNode node = object.get(name);
        if (node == null) {
            throw new IllegalArgumentException(place + " must hold the field " + name + ", but does not");
        }
        return node;
    }

    private IllegalArgumentException refused(String name, String expected, JsonNode node) {
        return new IllegalArgumentException(place + "." + name + " must be " + expected + ", but is " + kind(node));
    }

    private static String kind(JsonNode node) {
        if (node.isNumber() && Double.isFinite(node.doubleValue())) {
            return node.asText();
        }
        return "of type " + node.getNodeType().name().toLowerCase(Locale.ROOT);
    }
}
