package org.epiwrap.experiments.measurement;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The machine measurements are made on: processors differ in speed, and in how they round. */
final class Machine {
    private static final Path PROCESSORS = Path.of("/proc/cpuinfo");
    private static final String MODEL = "model name";

    private Machine() {}

    /** Returns a description such as "Linux amd64, 2 × AMD EPYC". */
    static String description() {
        return System.getProperty("os.name") + " " + System.getProperty("os.arch") + ", "
                + Runtime.getRuntime().availableProcessors() + " × " + processor();
    }

    /** Returns its name where the system knows it. */
    private static String processor() {
        try (Stream<String> lines = Files.lines(PROCESSORS)) {
            return lines.filter(line -> line.startsWith(MODEL))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("processor");
        } catch (IOException e) {
            return "processor";
        }
    }
}
