package org.epiwrap.model.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Reads the fields of a JSON object, each by the type it must have. A field that is missing, of another type or not
 * asked for at all is refused with its place in the document.
 */
public final class Fields {
    private final String place;
    private final ObjectNode object;
    private final Set<String> asked = new HashSet<>();

    private Fields(String place, ObjectNode object) {
        this.place = place;
        this.object = object;
    }

    /** Returns the fields of a JSON object at a place of the document. */
    public static Fields of(String place, JsonNode node) {
        if (node instanceof ObjectNode object) {
            return new Fields(place, object);
        }
        throw new IllegalArgumentException(place + " must be an object, but is " + kind(node));
    }

    /** Returns a whole number below 2³¹. */
    public int integer(String name) {
        return checked(name, field(name), JsonNode::isInt, "a whole number below 2^31")
                .intValue();
    }

    /** Returns a whole number below 2⁶³. */
    public long whole(String name) {
        return checked(name, field(name), Fields::isWhole, "a whole number below 2^63")
                .longValue();
    }

    /** Returns a finite number. */
    public double number(String name) {
        return number(name, field(name));
    }

    /** Returns whether a field is true. */
    public boolean flag(String name) {
        return checked(name, field(name), JsonNode::isBoolean, "true or false").booleanValue();
    }

    /** Returns a text. */
    public String text(String name) {
        return checked(name, field(name), JsonNode::isTextual, "a text").textValue();
    }

    /** Returns the constant whose name, in small letters, is the field's text. */
    public <E extends Enum<E>> E constant(String name, Class<E> type) {
        return constant(name, EnumSet.allOf(type));
    }

    /** Returns the one of some constants whose name, in small letters, is the field's text. */
    public <E extends Enum<E>> E constant(String name, Set<E> allowed) {
        String text = text(name);
        return allowed.stream()
                .filter(constant -> Texts.name(constant).equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(place + "." + name + " must be one of "
                        + allowed.stream().map(Texts::name).collect(Collectors.joining(", "))
                        + ", but is another text"));
    }

    /** Returns the fields of an object inside this one. */
    public Fields object(String name) {
        return of(place + "." + name, field(name));
    }

    /** Returns whether there is such a field. */
    public boolean has(String name) {
        return object.has(name);
    }

    /** Returns whether there is such a field and it is a text. */
    public boolean isText(String name) {
        return object.path(name).isTextual();
    }

    /** Returns the fields of an object inside this one, if there is one. */
    public Optional<Fields> optional(String name) {
        return has(name) ? Optional.of(object(name)) : Optional.empty();
    }

    /** Returns a whole number below 2³¹, if there is one. */
    public Optional<Integer> optionalInteger(String name) {
        return has(name) ? Optional.of(integer(name)) : Optional.empty();
    }

    /** Returns the objects of an array. */
    public List<Fields> objects(String name) {
        List<Fields> all = new ArrayList<>();
        ArrayNode array = array(name);
        for (int i = 0; i < array.size(); i++) {
            all.add(of(place + "." + name + "[" + i + "]", array.get(i)));
        }
        return all;
    }

    /** Returns the finite numbers of an array. */
    public List<Double> numbers(String name) {
        List<Double> all = new ArrayList<>();
        array(name).forEach(node -> all.add(number(name, node)));
        return all;
    }

    /** Returns the whole numbers of an array. */
    public List<Long> wholes(String name) {
        List<Long> all = new ArrayList<>();
        array(name)
                .forEach(node -> all.add(checked(name, node, Fields::isWhole, "whole numbers below 2^63")
                        .longValue()));
        return all;
    }

    /** Returns the texts of an array. */
    public List<String> texts(String name) {
        List<String> all = new ArrayList<>();
        array(name)
                .forEach(node -> all.add(
                        checked(name, node, JsonNode::isTextual, "texts").textValue()));
        return all;
    }

    /** Returns the names of all fields. */
    public List<String> names() {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(name -> names.add(Texts.withoutControl("a name in " + place, name)));
        return names;
    }

    /** Reads a value of all fields; a field that the value does not ask for is refused. */
    public <T> T only(Function<Fields, T> read) {
        T value = read.apply(this);
        end();
        return value;
    }

    /** Refuses fields that have not been asked for: what they mean would be ignored. */
    public void end() {
        for (Iterator<String> names = object.fieldNames(); names.hasNext(); ) {
            if (!asked.contains(names.next())) {
                throw new IllegalArgumentException(place + " must hold "
                        + String.join(", ", asked.stream().sorted().toList()) + " alone, but holds another field");
            }
        }
    }

    /** Returns the place of this object in the document, such as {@code manifest.training}. */
    public String place() {
        return place;
    }

    private ArrayNode array(String name) {
        return (ArrayNode) checked(name, field(name), JsonNode::isArray, "an array");
    }

    private double number(String name, JsonNode node) {
        return checked(name, node, Fields::isFinite, "a finite number").doubleValue();
    }

    private JsonNode field(String name) {
        asked.add(name);
        JsonNode node = object.get(name);
        if (node == null) {
            throw new IllegalArgumentException(place + " must hold the field " + name + ", but does not");
        }
        return node;
    }

    private JsonNode checked(String name, JsonNode node, Predicate<JsonNode> isExpected, String expected) {
        if (!isExpected.test(node)) {
            throw new IllegalArgumentException(place + "." + name + " must be " + expected + ", but is " + kind(node));
        }
        return node;
    }

    private static boolean isWhole(JsonNode node) {
        return node.isIntegralNumber() && node.canConvertToLong();
    }

    private static boolean isFinite(JsonNode node) {
        return node.isNumber() && Double.isFinite(node.doubleValue());
    }

    private static String kind(JsonNode node) {
        return isFinite(node)
                ? node.asText()
                : "of type " + node.getNodeType().name().toLowerCase(Locale.ROOT);
    }
}
