package org.epiwrap.bench;

import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;

/** What was measured, by method and parameters such as {@code "wrap weights=1000000 widest=3"}. */
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

    /** The mean time of a call. */
    double score(String key) {
        return result(key).getPrimaryResult().getScore();
    }

    /** What a method counted itself, iteration by iteration. */
    double[] counts(String key, String counter) {
        return result(key).getBenchmarkResults().stream()
                .flatMap(fork -> fork.getIterationResults().stream())
                .mapToDouble(iteration -> Objects.requireNonNull(
                                iteration.getSecondaryResults().get(counter), counter)
                        .getScore())
                .toArray();
    }

    /** One counter over another, iteration by iteration. */
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
