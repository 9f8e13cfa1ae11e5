package org.epiwrap.experiments;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.epiwrap.model.Versions;
import org.epiwrap.store.StoreException;
import org.epiwrap.tensor.TensorEngine;

/**
 * What was measured, in a file with one line of JSON each. A measurement is written as soon as it is known, so that
 * what was interrupted goes on where it was, and tables can be made again without measuring. Measurements of other versions or
 * another number of threads are measured anew and stand behind the old ones, which they replace.
 */
public final class Measurements {
    private static final String BUILD = "build";
    private static final String JAVA = "java";
    private static final String MACHINE = "machine";
    /** What is told of a measurement, but is no reason to measure anew. */
    private static final Set<String> TOLD = Set.of(BUILD, JAVA, MACHINE);

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path file;
    private final Map<String, String> made;
    private final Map<Map<String, String>, Measurement> current = new LinkedHashMap<>();
    private final Map<Map<String, String>, Measurement> newest = new LinkedHashMap<>();
    /** By what the newest were measured. */
    private final Map<Map<String, String>, Map<String, String>> makers = new LinkedHashMap<>();

    private int added;

    private Measurements(Path file, Map<String, String> made) {
        this.file = file;
        this.made = made;
    }

    /** Those of a file, which need not be there yet. */
    public static Measurements at(Path file) throws IOException {
        Map<String, String> made = new TreeMap<>(Versions.all());
        made.put("threads", String.valueOf(TensorEngine.threads()));
        made.put(BUILD, Versions.build());
        made.put(JAVA, Runtime.version().toString());
        made.put(MACHINE, Machine.described());
        Measurements measurements = new Measurements(file, made);
        measurements.refresh();
        return measurements;
    }

    /** Reads the file again, to which other processes may have added. */
    public void refresh() throws IOException {
        if (!Files.exists(file)) {
            return;
        }
        byte[] bytes = Files.readAllBytes(file);
        // What is behind the last line's end is still being written, or never will be; it may end within a character.
        int end = bytes.length;
        while (end > 0 && bytes[end - 1] != '\n') {
            end--;
        }
        int number = 0;
        for (String line :
                new String(bytes, 0, end, StandardCharsets.UTF_8).lines().toList()) {
            number++;
            try {
                JsonNode node = JSON.readTree(line);
                put(
                        new Measurement(texts(node.required("key")), numbers(node.required("values"))),
                        texts(node.required("made")));
            } catch (JsonProcessingException | IllegalArgumentException e) {
                throw new StoreException(
                        file, "line " + number + " must be a measurement as JSON, but is not; delete the line", e);
            }
        }
    }

    private static Map<String, String> texts(JsonNode node) {
        Map<String, String> texts = new TreeMap<>();
        node.properties()
                .forEach(entry -> texts.put(entry.getKey(), entry.getValue().asText()));
        return texts;
    }

    private static Map<String, List<Double>> numbers(JsonNode node) {
        Map<String, List<Double>> numbers = new TreeMap<>();
        node.properties().forEach(entry -> {
            List<Double> runs = new ArrayList<>();
            entry.getValue().forEach(value -> {
                if (!value.isNumber()) {
                    throw new IllegalArgumentException(value + " must be a number, but is not");
                }
                runs.add(value.asDouble());
            });
            numbers.put(entry.getKey(), runs);
        });
        return numbers;
    }

    private void put(Measurement measurement, Map<String, String> madeBy) {
        newest.put(measurement.key(), measurement);
        makers.put(measurement.key(), madeBy);
        if (compared(madeBy).equals(compared(made))) {
            current.put(measurement.key(), measurement);
        }
    }

    /** What another build of the same version has measured, or another machine, is not measured anew, but it is told. */
    private static Map<String, String> compared(Map<String, String> made) {
        Map<String, String> rest = new TreeMap<>(made);
        rest.keySet().removeAll(TOLD);
        return rest;
    }

    /** What was measured by this version, if anything. */
    public Optional<Measurement> find(Map<String, String> key) {
        return Optional.ofNullable(current.get(key));
    }

    /** What was measured last, by whatever version. */
    public Optional<Measurement> newest(Map<String, String> key) {
        return Optional.ofNullable(newest.get(key));
    }

    /** By what versions, builds, machines and numbers of threads those of some keys were measured last. */
    List<String> makers(Predicate<Map<String, String>> keys) {
        return makers.entrySet().stream()
                .filter(entry -> keys.test(entry.getKey()))
                .map(entry -> entry.getValue().entrySet().stream()
                        .map(part -> part.getKey() + " " + part.getValue())
                        .collect(Collectors.joining(", ")))
                .distinct()
                .toList();
    }

    /** Every measurement as it was measured last. */
    public List<Measurement> all() {
        return List.copyOf(newest.values());
    }

    /** How many were added here, not by other processes. */
    int added() {
        return added;
    }

    /** Adds a measurement, in the file too before this returns. */
    public void add(Measurement measurement) {
        ObjectNode line = JsonNodeFactory.instance.objectNode();
        ObjectNode key = line.putObject("key");
        new TreeMap<>(measurement.key()).forEach(key::put);
        ObjectNode values = line.putObject("values");
        new TreeMap<>(measurement.values()).forEach((name, runs) -> {
            ArrayNode array = values.putArray(name);
            runs.forEach(array::add);
        });
        ObjectNode by = line.putObject("made");
        made.forEach(by::put);
        ByteBuffer bytes = StandardCharsets.UTF_8.encode(line + "\n");
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            // Until it is closed: another process may be adding, too.
            channel.lock();
            channel.position(endOfLastLine(channel));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.truncate(channel.position());
            channel.force(true);
        } catch (FileSystemException e) {
            throw new UncheckedIOException(e);
        } catch (IOException e) {
            // A full disk, for one, is told without the name of a file.
            FileSystemException named = new FileSystemException(file.toString(), null, e.getMessage());
            named.initCause(e);
            throw new UncheckedIOException(named);
        }
        put(measurement, made);
        added++;
    }

    /** A process that was killed while it wrote leaves part of a line, which is overwritten. */
    private static long endOfLastLine(FileChannel channel) throws IOException {
        ByteBuffer one = ByteBuffer.allocate(1);
        for (long end = channel.size(); end > 0; end--) {
            channel.read(one.clear(), end - 1);
            if (one.get(0) == '\n') {
                return end;
            }
        }
        return 0;
    }
}
