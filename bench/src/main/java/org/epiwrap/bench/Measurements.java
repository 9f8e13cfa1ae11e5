package org.epiwrap.bench;

import java.util.Map;
import java.util.TreeMap;
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

    private RunResult result(String key) {
        RunResult result = results.get(key);
        if (result == null) {
            throw new IllegalStateException("not measured: " + key + "; measured: " + results.keySet());
        }
        return result;
    }
}
