package org.epiwrap.report;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What was run, and everything that is needed to run it again.
 *
 * @param command the command line that repeats it
 * @param settings the choices that were made, by their names
 * @param versions of the programs and of the machine
 * @param timings the durations of its steps
 */
public record Run(
        String command,
        List<Long> seeds,
        Map<String, String> settings,
        Map<String, String> versions,
        Map<String, Duration> timings) {

    public Run {
        seeds = List.copyOf(seeds);
        settings = inOrder(settings);
        versions = inOrder(versions);
        timings = inOrder(timings);
    }

    /** Returns a run of a command with these seeds. */
    public static Run of(String command, long... seeds) {
        return new Run(command, Arrays.stream(seeds).boxed().toList(), Map.of(), Map.of(), Map.of());
    }

    /** Returns this run with one more setting. */
    public Run setting(String name, String value) {
        return new Run(command, seeds, with(settings, name, value), versions, timings);
    }

    /** Returns this run with one more version. */
    public Run version(String program, String version) {
        return new Run(command, seeds, settings, with(versions, program, version), timings);
    }

    /** Returns this run with the versions of Java and the operating system, and the number of processors. */
    public Run onThisMachine() {
        return version("Java", System.getProperty("java.vm.name") + " " + Runtime.version())
                .version(
                        "system",
                        System.getProperty("os.name") + " " + System.getProperty("os.version") + ", "
                                + System.getProperty("os.arch"))
                .version("processors", Integer.toString(Runtime.getRuntime().availableProcessors()));
    }

    /** Returns this run with the duration of one more step. */
    public Run took(String step, Duration time) {
        return new Run(command, seeds, settings, versions, with(timings, step, time));
    }

    /** Returns the settings and seeds as the page shows them. */
    Map<String, String> shownSettings() {
        if (seeds.isEmpty()) {
            return settings;
        }
        String name = seeds.size() == 1 ? "seed" : "seeds";
        return with(settings, name, seeds.stream().map(Object::toString).collect(Collectors.joining(", ")));
    }

    /** Returns the durations as the page shows them. */
    Map<String, String> shownTimings() {
        Map<String, String> shown = new LinkedHashMap<>();
        timings.forEach((step, time) -> shown.put(step, format(time)));
        return shown;
    }

    /** Returns a duration such as {@code 1 min 23 s}. */
    static String format(Duration time) {
        double seconds = time.toNanos() / 1e9;
        if (seconds < 60) {
            return String.format(Locale.ROOT, seconds < 10 ? "%.2f s" : "%.1f s", seconds);
        }
        long whole = Math.round(seconds);
        return whole < 3600
                ? String.format(Locale.ROOT, "%d min %02d s", whole / 60, whole % 60)
                : String.format(Locale.ROOT, "%d h %02d min", whole / 3600, whole / 60 % 60);
    }

    private static <T> Map<String, T> with(Map<String, T> map, String name, T value) {
        Map<String, T> more = new LinkedHashMap<>(map);
        more.put(name, value);
        return more;
    }

    private static <T> Map<String, T> inOrder(Map<String, T> map) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }
}
