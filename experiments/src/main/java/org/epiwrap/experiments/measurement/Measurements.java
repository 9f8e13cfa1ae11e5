package org.epiwrap.experiments.measurement;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.epiwrap.model.manifest.Versions;
import org.epiwrap.report.Cell;
import org.epiwrap.store.StoreException;
import org.epiwrap.tensor.TensorEngine;

/**
 * The measurements of a file, one line of JSON each. A measurement is written as soon as it is known, so that interrupted
 * experiments resume, and tables can be made again without measuring. Measurements by other versions or another number of
 * threads are repeated; the new ones are added to the file and replace the old ones.
 */
public final class Measurements {
    private static final String BUILD = "build";
    private static final String JAVA = "java";
    private static final String MACHINE = "machine";
    /** Recorded with a measurement, but no reason to repeat it. */
    private static final Set<String> RECORDED_ONLY = Set.of(BUILD, JAVA, MACHINE);

    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .build();

    /** A line of the file; names are in alphabetical order. */
    record Line(SortedMap<String, String> key, SortedMap<String, List<Double>> values, SortedMap<String, String> made) {

        static Line of(Measurement measurement, Map<String, String> made) {
            SortedMap<String, List<Double>> values = new TreeMap<>();
            measurement.values().forEach((quantity, runs) -> values.put(quantity.id(), runs));
            return new Line(new TreeMap<>(measurement.key().texts()), values, new TreeMap<>(made));
        }

        Measurement measurement() {
            Values numbers = new Values();
            values.forEach((name, runs) -> numbers.add(new Quantity(name), runs));
            return numbers.of(new Key(key));
        }
    }

    private final Path file;
    private final Map<String, String> provenance;
    private final Map<Key, Measurement> current = new LinkedHashMap<>();
    private final Map<Key, Measurement> newest = new LinkedHashMap<>();
    /** How the newest were made. */
    private final Map<Key, Map<String, String>> provenances = new LinkedHashMap<>();

    private int added;

    private Measurements(Path file, Map<String, String> provenance) {
        this.file = file;
        this.provenance = provenance;
    }

    /** Returns the measurements of a file, which need not exist yet. */
    public static Measurements at(Path file) throws IOException {
        Map<String, String> provenance = new TreeMap<>(Versions.all());
        provenance.put("threads", String.valueOf(TensorEngine.threads()));
        provenance.put(BUILD, Versions.build());
        provenance.put(JAVA, Runtime.version().toString());
        provenance.put(MACHINE, Machine.description());
        Measurements measurements = new Measurements(file, provenance);
        measurements.refresh();
        return measurements;
    }

    /** Reads the file again, to which other processes may have added. */
    public void refresh() throws IOException {
        if (!Files.exists(file)) {
            return;
        }
        byte[] bytes = Files.readAllBytes(file);
        // What follows the last line's end is still being written, or never will be; it may end within a character.
        int end = bytes.length;
        while (end > 0 && bytes[end - 1] != '\n') {
            end--;
        }
        int number = 0;
        for (String line :
                new String(bytes, 0, end, StandardCharsets.UTF_8).lines().toList()) {
            number++;
            try {
                Line read = JSON.readValue(line, Line.class);
                put(read.measurement(), read.made());
            } catch (JsonProcessingException | IllegalArgumentException e) {
                throw new StoreException(
                        file, "line " + number + " must be a measurement as JSON, but is not; delete the line", e);
            }
        }
    }

    private void put(Measurement measurement, Map<String, String> madeBy) {
        newest.put(measurement.key(), measurement);
        provenances.put(measurement.key(), madeBy);
        if (decisive(madeBy).equals(decisive(provenance))) {
            current.put(measurement.key(), measurement);
        }
    }

    /** Returns what numbers depend on: another build of the same version, or another machine, is no reason to repeat. */
    private static Map<String, String> decisive(Map<String, String> provenance) {
        Map<String, String> rest = new TreeMap<>(provenance);
        rest.keySet().removeAll(RECORDED_ONLY);
        return rest;
    }

    /** Returns the measurement of a key by this version, if there is one. */
    public Optional<Measurement> find(Key key) {
        return Optional.ofNullable(current.get(key));
    }

    /** Returns the newest measurement of a key, by any version. */
    public Optional<Measurement> newest(Key key) {
        return Optional.ofNullable(newest.get(key));
    }

    /** Returns the mean and deviation of the newest measurement of a key; a missing cell if there is none. */
    public Cell cell(Key key, Quantity quantity) {
        return newest(key)
                .map(measurement -> Cell.of(measurement.spread(quantity)))
                .orElseGet(Cell::missing);
    }

    /** Returns the row of a table: texts, then several quantities of a key. */
    public List<Cell> row(List<String> texts, Key key, List<Quantity> quantities) {
        return Stream.concat(texts.stream().map(Cell::of), quantities.stream().map(quantity -> cell(key, quantity)))
                .toList();
    }

    /** Returns by which versions, builds, machines and numbers of threads the newest of some keys were measured. */
    public List<String> provenance(Predicate<Key> keys) {
        return provenances.entrySet().stream()
                .filter(entry -> keys.test(entry.getKey()))
                .map(entry -> entry.getValue().entrySet().stream()
                        .map(part -> part.getKey() + " " + part.getValue())
                        .collect(Collectors.joining(", ")))
                .distinct()
                .toList();
    }

    /** Returns the newest measurement of every key. */
    public List<Measurement> all() {
        return List.copyOf(newest.values());
    }

    /** Returns how many were added here, not by other processes. */
    public int added() {
        return added;
    }

    /** Adds a measurement; it is in the file before this returns. */
    public void add(Measurement measurement) {
        append(Line.of(measurement, provenance));
        put(measurement, provenance);
        added++;
    }

    private void append(Line added) {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer line = StandardCharsets.UTF_8.encode(JSON.writeValueAsString(added) + "\n");
            // Until it is closed: another process may be adding, too.
            channel.lock();
            channel.position(endOfLastLine(channel));
            while (line.hasRemaining()) {
                channel.write(line);
            }
            channel.truncate(channel.position());
            channel.force(true);
        } catch (FileSystemException e) {
            throw new UncheckedIOException(e);
        } catch (IOException e) {
            // A full disk, for one, is reported without the name of a file.
            FileSystemException named = new FileSystemException(file.toString(), null, e.getMessage());
            named.initCause(e);
            throw new UncheckedIOException(named);
        }
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
