package org.epiwrap.bench;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;

/** The measurements, by method and parameters such as {@code "wrap weights=1000000 widest=3"}. */
final class Measurements {
    private final Map<String, RunResult> results = new TreeMap<>();

    void run(ChainedOptionsBuilder options) throws RunnerException {
        for (RunResult result : new Runner(options.build()).run()) {
            StringBuilder key = new StringBuilder(result.getPrimaryResult().getLabel());
            for (String parameter : result.getParams().getParamsKeys()) {
                key.append(' ')
                        .append(parameter)
                        .append('=')
                        .append(result.getParams().getParam(parameter));
            }
            results.put(key.toString(), result);
        }
    }

    /** Returns the mean time of a call. */
    double score(String key) {
        return result(key).getPrimaryResult().getScore();
    }

    /** Returns a counter of the benchmark's own, iteration by iteration. */
    double[] counts(String key, String counter) {
        return result(key).getBenchmarkResults().stream()
                .flatMap(fork -> fork.getIterationResults().stream())
                .mapToDouble(iteration -> Objects.requireNonNull(
                                iteration.getSecondaryResults().get(counter), counter)
                        .getScore())
                .toArray();
    }

    /** Returns the median of a counter of nanoseconds, in seconds. */
    double seconds(String key, String counter) {
        return median(counts(key, counter)) / 1e9;
    }

    /** Returns the ratios of processor time of an {@link Alternation}, iteration by iteration. */
    double[] processorRatios(String key) {
        return ratios(key, "firstProcessor", "secondProcessor");
    }

    /**
     * Describes the ratio of processor time: its median, its range, and the median by the clock, which shows how busy the
     * machine was.
     */
    String spread(String key, int decimals) {
        double[] ratios = processorRatios(key);
        double[] values = {
            median(ratios),
            Arrays.stream(ratios).min().orElseThrow(),
            Arrays.stream(ratios).max().orElseThrow(),
            median(ratios(key, "firstClock", "secondClock"))
        };
        String number = "%." + decimals + "f";
        return String.format(
                Locale.ROOT,
                number + " [" + number + ", " + number + "], by the clock " + number,
                Arrays.stream(values).boxed().toArray());
    }

    /** Adds a line with both times and their ratio, which must be at most {@code target}. */
    void compare(Summary summary, String what, String key, double target, int decimals) {
        String number = "%." + decimals + "f";
        summary.line(
                "  %s: " + number + " s and " + number + " s; ratio %s (target <= %s): %s",
                what,
                seconds(key, "firstProcessor"),
                seconds(key, "secondProcessor"),
                spread(key, decimals),
                target,
                summary.verdict(median(processorRatios(key)) <= target));
    }

    /** Returns one counter over another, iteration by iteration. */
    double[] ratios(String key, String counter, String other) {
        double[] above = counts(key, counter);
        double[] below = counts(key, other);
        return IntStream.range(0, above.length)
                .mapToDouble(i -> above[i] / below[i])
                .toArray();
    }

    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }

    private RunResult result(String key) {
        RunResult result = results.get(key);
        if (result == null) {
            throw new IllegalStateException("not measured: " + key + "; measured: " + results.keySet());
        }
        return result;
    }
}
