package org.epiwrap.bench.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The memory of this process that the system holds, Java's and the engine's, as Linux counts it. */
public final class ResidentMemory {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final Path RESET = Path.of("/proc/self/clear_refs");
    private static final String PEAK = "VmHWM:";

    private ResidentMemory() {}

    public static boolean isKnown() {
        return Files.isReadable(STATUS) && Files.isWritable(RESET);
    }

    /** The largest since the peak was last forgotten, in bytes. */
    public static long peak() {
        try {
            return Files.readAllLines(STATUS).stream()
                    .filter(line -> line.startsWith(PEAK))
                    .mapToLong(line -> 1024
                            * Long.parseLong(line.substring(PEAK.length())
                                    .replace("kB", "")
                                    .strip()))
                    .findFirst()
                    .orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static void forgetPeak() {
        try {
            Files.writeString(RESET, "5");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
