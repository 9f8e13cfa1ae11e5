package org.epiwrap.data;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Where the datasets lie that are too large, or not free, to come with epiwrap. */
public final class DataFolder {
    private DataFolder() {}

    /**
     * What the environment variable {@code EPIWRAP_DATA} says; else the folder {@code epiwrap} in the user's cache:
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
        // The XDG specification has relative paths ignored.
        return variable(environment, "XDG_CACHE_HOME").filter(Path::isAbsolute).orElseGet(() -> home.resolve(".cache"));
    }

    private static Optional<Path> variable(Map<String, String> environment, String name) {
        return Optional.ofNullable(environment.get(name))
                .filter(value -> !value.isBlank())
                .map(Path::of);
    }
}
