package org.epiwrap.model;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
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

    public static Map<String, String> all() {
        return Map.of("epiwrap", epiwrap(), "engine", TensorEngine.version());
    }
}
