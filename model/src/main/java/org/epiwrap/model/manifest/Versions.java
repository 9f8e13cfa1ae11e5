package org.epiwrap.model.manifest;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.epiwrap.tensor.TensorEngine;

/** The versions of the software that writes files. */
public final class Versions {
    private Versions() {}

    /** Returns the version of epiwrap. */
    public static String epiwrap() {
        Properties properties = new Properties();
        try (InputStream in = Versions.class.getResourceAsStream("version.properties")) {
            properties.load(Objects.requireNonNull(in, "version.properties"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("version");
    }

    /** Returns a checksum of epiwrap's jars, which differs between builds, or "classes" if it does not run from jars. */
    public static String build() throws IOException {
        String location = Versions.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toString();
        return build(Path.of(URI.create(location)));
    }

    /** Returns the checksum of the jars beside one of them, or "classes" for what is no jar. */
    static String build(Path own) throws IOException {
        Path folder = own.getParent();
        if (folder == null || !Files.isRegularFile(own)) {
            return "classes";
        }
        List<Path> jars;
        try (Stream<Path> files = Files.list(folder)) {
            jars = files.filter(file -> file.getFileName().toString().matches("epiwrap-.*\\.jar"))
                    .sorted()
                    .toList();
        }
        CRC32 sum = new CRC32();
        for (Path jar : jars) {
            sum.update(Files.readAllBytes(jar));
        }
        return String.format("%08x", sum.getValue());
    }

    /** Returns the versions of epiwrap and of the engine, by name. */
    public static Map<String, String> all() {
        return Map.of("epiwrap", epiwrap(), "engine", TensorEngine.version());
    }
}
