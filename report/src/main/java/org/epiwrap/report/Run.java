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
 * What was run, and all it takes to run it again.
 *
 * @param command the command line that repeats it
 * @param settings what was chosen, in words
 * @param versions of the programs and the machine that it ran on
 * @param timings how long its steps took
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

    public static Run of(String command, long... seeds) {
        return new Run(command, Arrays.stream(seeds).boxed().toList(), Map.of(), Map.of(), Map.of());
    }

    public Run setting(String name, String value) {
        return new Run(command, seeds, with(settings, name, value), versions, timings);
    }

    public Run version(String program, String version) {
        return new Run(command, seeds, settings, with(versions, program, version), timings);
    }

    /** With the versions of Java and of the operating system, and the number of processors. */
    public Run onThisMachine() {
        return version("Java", System.getProperty("java.vm.name") + " " + Runtime.version())
                .version(
                        "system",
                        System.getProperty("os.name") + " " + System.getProperty("os.version") + ", "
                                + System.getProperty("os.arch"))
                .version("processors", Integer.toString(Runtime.getRuntime().availableProcessors()));
    }

    public Run took(String step, Duration time) {
        return new Run(command, seeds, settings, versions, with(timings, step, time));
    }

    /** The settings with the seeds, as the page shows them. */
    Map<String, String> shownSettings() {
        if (seeds.isEmpty()) {
            return settings;
        }
        String name = seeds.size() == 1 ? "seed" : "seeds";
        return with(settings, name, seeds.stream().map(Object::toString).collect(Collectors.joining(", ")));
    }

    /** The times as the page shows them. */
    Map<String, String> shownTimings() {
        Map<String, String> shown = new LinkedHashMap<>();
        timings.forEach((step, time) -> shown.put(step, told(time)));
        return shown;
    }

    /** A time as people say it. */
    static String told(Duration time) {
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
