package org.epiwrap.model;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.epiwrap.tensor.TensorEngine;

/** The versions of what made a file. */
public final class Versions {
    private Versions() {}

    /** The version the build wrote beside the classes. */
    public static String epiwrap() {
        Properties properties = new Properties();
        try (InputStream in = Versions.class.getResourceAsStream("version.properties")) {
            properties.load(Objects.requireNonNull(in, "version.properties"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("version");
    }

    /** Tells builds of one version apart: a checksum of epiwrap's libraries, or "classes" where it does not run from jars. */
    public static String build() throws IOException {
        Path own;
        try {
            own = Path.of(Versions.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IOException(e);
        }
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

    public static Map<String, String> all() {
        return Map.of("epiwrap", epiwrap(), "engine", TensorEngine.version());
    }
}
