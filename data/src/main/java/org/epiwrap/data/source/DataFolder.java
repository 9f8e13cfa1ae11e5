package org.epiwrap.data.source;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Locates the folder of datasets that are too large, or not licensed, to be distributed with epiwrap. */
public final class DataFolder {
    private DataFolder() {}

    /**
     * Returns the folder named by the environment variable {@code EPIWRAP_DATA}, or else {@code epiwrap} in the user's cache folder:
     * {@code XDG_CACHE_HOME} or {@code ~/.cache}, on macOS {@code ~/Library/Caches}, on Windows {@code LOCALAPPDATA}.
     */
    public static Path standard() {
        return of(System.getenv(), System.getProperty("os.name"), Path.of(System.getProperty("user.home")));
    }

    static Path of(Map<String, String> environment, String system, Path home) {
        return variable(environment, "EPIWRAP_DATA")
                .orElseGet(() -> cache(environment, system.toLowerCase(Locale.ROOT), home)
                        .resolve("epiwrap"));
    }

    private static Path cache(Map<String, String> environment, String system, Path home) {
        if (system.startsWith("windows")) {
            return variable(environment, "LOCALAPPDATA")
                    .orElseGet(() -> home.resolve("AppData").resolve("Local"));
        }
        if (system.startsWith("mac")) {
            return home.resolve("Library").resolve("Caches");
        }
        // The XDG specification requires relative paths to be ignored.
        return variable(environment, "XDG_CACHE_HOME").filter(Path::isAbsolute).orElseGet(() -> home.resolve(".cache"));
    }

    private static Optional<Path> variable(Map<String, String> environment, String name) {
        return Optional.ofNullable(environment.get(name))
                .filter(value -> !value.isBlank())
                .map(Path::of);
    }
}
