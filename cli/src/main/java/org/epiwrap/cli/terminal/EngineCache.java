package org.epiwrap.cli.terminal;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The folder into which the tensor engine unpacks its native library; its own errors do not name it. */
public final class EngineCache {
    private static final List<String> NAMES = List.of("ENGINE_CACHE_DIR", "DJL_CACHE_DIR");

    private EngineCache() {}

    public static Path folder() {
        for (String name : NAMES) {
            String folder = System.getenv().getOrDefault(name, System.getProperty(name, ""));
            if (!folder.isEmpty()) {
                return Path.of(folder);
            }
        }
        Path home = Path.of(System.getProperty("user.home"));
        return (Files.isWritable(home) ? home : Path.of(System.getProperty("java.io.tmpdir"))).resolve(".djl.ai");
    }
}
