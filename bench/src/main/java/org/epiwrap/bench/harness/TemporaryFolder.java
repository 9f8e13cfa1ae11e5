package org.epiwrap.bench.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A folder for generated files, which is removed with all of them. */
public final class TemporaryFolder implements AutoCloseable {
    private final Path folder = Files.createTempDirectory("epiwrap-bench");

    public TemporaryFolder() throws IOException {}

    public Path file(String name) {
        return folder.resolve(name);
    }

    @Override
    public void close() throws IOException {
        List<Path> all;
        try (Stream<Path> found = Files.walk(folder)) {
            all = found.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : all) {
            Files.delete(path);
        }
    }
}
