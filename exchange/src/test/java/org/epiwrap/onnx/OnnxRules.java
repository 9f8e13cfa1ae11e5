package org.epiwrap.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What ONNX's specification of the format demands of any file, read from the bytes by field numbers alone: names that are
 * identifiers of C, one definition for each value, before its first use; attributes that operators need; raw numbers as
 * long as their sizes declare.
 */
final class OnnxRules {
    private static final Map<String, Set<String>> NEEDED_ATTRIBUTES = Map.of(
            "Conv", Set.of("kernel_shape", "strides", "pads"),
            "MaxPool", Set.of("kernel_shape", "strides"),
            "AveragePool", Set.of("kernel_shape", "strides"));

    private OnnxRules() {}

    static void check(Path file) throws IOException {
        UnknownFieldSet model = UnknownFieldSet.parseFrom(Files.readAllBytes(file));
        assertThat(numbers(model, 1)).as("version of the format").containsExactly(8L);
        UnknownFieldSet opset = messages(model, 8).get(0);
        assertThat(numbers(opset, 2)).as("operator set").containsExactly(17L);
        UnknownFieldSet graph = messages(model, 7).get(0);
        assertIdentifier(text(graph, 2));
        Set<String> known = new HashSet<>();
        for (UnknownFieldSet input : messages(graph, 11)) {
            define(known, text(input, 1));
        }
        for (UnknownFieldSet tensor : messages(graph, 5)) {
            define(known, text(tensor, 8));
            long elements = numbers(tensor, 1).stream().reduce(1L, (a, b) -> a * b);
            long width = numbers(tensor, 2).get(0) == 1 ? 4 : 8;
            assertThat((long) tensor.getField(9).getLengthDelimitedList().get(0).size())
                    .isEqualTo(elements * width);
        }
        for (UnknownFieldSet node : messages(graph, 1)) {
            for (ByteString input : node.getField(1).getLengthDelimitedList()) {
                assertThat(known).as("inputs come before their use").contains(input.toStringUtf8());
            }
            define(known, text(node, 2));
            Set<String> attributes =
                    messages(node, 5).stream().map(each -> text(each, 1)).collect(Collectors.toSet());
            String operation = text(node, 4);
            assertThat(attributes).as(operation).containsAll(NEEDED_ATTRIBUTES.getOrDefault(operation, Set.of()));
        }
        for (UnknownFieldSet output : messages(graph, 12)) {
            assertThat(known).contains(text(output, 1));
        }
    }

    private static void define(Set<String> known, String name) {
        assertIdentifier(name);
        assertThat(known.add(name)).as("%s is defined once", name).isTrue();
    }

    private static void assertIdentifier(String name) {
        assertThat(name).matches("[A-Za-z_][A-Za-z0-9_]*");
    }

    private static String text(UnknownFieldSet message, int field) {
        return message.getField(field).getLengthDelimitedList().get(0).toStringUtf8();
    }

    private static List<Long> numbers(UnknownFieldSet message, int field) {
        return message.getField(field).getVarintList();
    }

    private static List<UnknownFieldSet> messages(UnknownFieldSet message, int field) throws IOException {
        List<ByteString> contents = message.getField(field).getLengthDelimitedList();
        List<UnknownFieldSet> messages = new ArrayList<>();
        for (ByteString content : contents) {
            messages.add(UnknownFieldSet.parseFrom(content));
        }
        return messages;
    }
}
