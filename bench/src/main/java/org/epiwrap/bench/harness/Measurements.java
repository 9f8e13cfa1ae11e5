package org.epiwrap.bench.harness;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** The measurements, by method and parameters such as {@code "wrap weights=1000000 widest=3"}. */
public final class Measurements {
    private final Map<String, RunResult> results = new TreeMap<>();

    /** Returns the options of benchmarks in a process of their own with some heap, whose engine has some threads. */
    public static ChainedOptionsBuilder options(String include, String heap, int threads, String... more) {
        Stream<String> usual = Stream.of(
                "-Xms" + heap, "-Xmx" + heap, "-Dai.djl.offline=true", "-Dai.djl.pytorch.num_threads=" + threads);
        return new OptionsBuilder()
                .include(include)
                .forks(1)
                .shouldFailOnError(true)
                .jvmArgs(Stream.concat(usual, Arrays.stream(more)).toArray(String[]::new));
    }

    /** On one thread, Java's too, processor time is all the work there is, however busy the machine. */
    public static ChainedOptionsBuilder onOneThread(String include, String heap) {
        return options(include, heap, 1, "-Djava.util.concurrent.ForkJoinPool.common.parallelism=0");
    }

    public void run(ChainedOptionsBuilder options) throws RunnerException {
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
    public double score(String key) {
        return result(key).getPrimaryResult().getScore();
    }

    /** Returns a counter of the benchmark's own, iteration by iteration. */
    public double[] counts(String key, String counter) {
        return result(key).getBenchmarkResults().stream()
                .flatMap(fork -> fork.getIterationResults().stream())
                .mapToDouble(iteration -> Objects.requireNonNull(
                                iteration.getSecondaryResults().get(counter), counter)
                        .getScore())
                .toArray();
    }

    /** Returns the median of a counter of nanoseconds, in seconds. */
    public double seconds(String key, String counter) {
        return median(counts(key, counter)) / 1e9;
    }

    /** Returns the ratios of processor time of an {@link Alternation}, iteration by iteration. */
    public double[] processorRatios(String key) {
        return ratios(key, "firstProcessor", "secondProcessor");
    }

    /**
     * Describes the ratio of processor time: its median, its range, and the median by the clock, which shows how busy the
     * machine was.
     */
    public String spread(String key, int decimals) {
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
    public void compare(Summary summary, String what, String key, double target, int decimals) {
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
    public double[] ratios(String key, String counter, String other) {
        double[] above = counts(key, counter);
        double[] below = counts(key, other);
        return IntStream.range(0, above.length)
                .mapToDouble(i -> above[i] / below[i])
                .toArray();
    }

    public static double median(double[] values) {
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
