package org.epiwrap.bench;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Runs the benchmarks of the wrapper and prints one summary: what was measured, as ratios, beside its target. */
public final class Main {
    /** Mu and sigma in, lower and upper out, four bytes each. */
    private static final int BYTES_PER_WEIGHT = 16;

    /** Nanoseconds by method and parameters. */
    private final Map<String, Double> nanos = new TreeMap<>();

    private boolean missed;

    private Main() {}

    public static void main(String[] args) throws RunnerException {
        Main main = new Main();
        main.measure(options("BulkBenchmark.(wrap|copy)").param("weights", "10000000"));
        main.measure(options("BulkBenchmark.wrap")
                .param("weights", "1000000", "100000000")
                .param("widest", "0.2"));
        main.measure(options("WeightBenchmark.walk"));
        main.measure(options("WeightBenchmark.(naive|single)").param("points", "30"));
        main.summarise();
        System.exit(main.missed ? 1 : 0);
    }

    private static ChainedOptionsBuilder options(String include) {
        return new OptionsBuilder()
                .include(include)
                .forks(1)
                .jvmArgs("-Xms4g", "-Xmx4g", "-XX:+AlwaysPreTouch")
                .warmupIterations(3)
                .warmupTime(TimeValue.seconds(1))
                .measurementIterations(5)
                .measurementTime(TimeValue.seconds(1));
    }

    private void measure(ChainedOptionsBuilder options) throws RunnerException {
        for (RunResult result : new Runner(options.build()).run()) {
            StringBuilder key = new StringBuilder(result.getPrimaryResult().getLabel());
            for (String parameter : result.getParams().getParamsKeys()) {
                key.append(' ')
                        .append(parameter)
                        .append('=')
                        .append(result.getParams().getParam(parameter));
            }
            nanos.put(key.toString(), result.getPrimaryResult().getScore());
        }
    }

    private double nanos(String key) {
        Double value = nanos.get(key);
        if (value == null) {
            throw new IllegalStateException("not measured: " + key + "; measured: " + nanos.keySet());
        }
        return value;
    }

    private void summarise() {
        line("");
        line(
                "epiwrap: weights to intervals, %d processors, Java %s",
                Runtime.getRuntime().availableProcessors(), System.getProperty("java.version"));
        againstCopy("every sigma <= 0.2", "0.2", 50);
        againstCopy("sigma spread over (0, 3)", "3", 15);
        double naive = nanos("naive points=30");
        double perWeight = nanos("wrap weights=10000000 widest=0.2") / 1e7;
        line(
                "  one weight by the O(n²) definition, n = 30: %.0f ns; in bulk on all cores %.2f ns; ratio %.0f (target >= 1000): %s",
                naive, perWeight, naive / perWeight, verdict(naive / perWeight >= 1000));
        line("  one weight by the O(n) walk and the whole chain, n = 30: %.0f ns", nanos("single points=30"));
        double million = nanos("wrap weights=1000000 widest=0.2");
        double hundredMillion = nanos("wrap weights=100000000 widest=0.2");
        line(
                "  1 M weights %.2f ms, 10 M %.2f ms, 100 M %.2f ms; time per weight, 100 M / 1 M: %.2f, 100 M / 10 M: %.2f",
                million / 1e6,
                perWeight * 10,
                hundredMillion / 1e6,
                hundredMillion / million / 100,
                hundredMillion / 1e8 / perWeight);
        line(
                "  focal intervals by the walk: n = 30 %.0f ns, 300 %.0f ns, 3000 %.0f ns; per point, 3000 / 30: %.2f",
                nanos("walk points=30"),
                nanos("walk points=300"),
                nanos("walk points=3000"),
                nanos("walk points=3000") / nanos("walk points=30") / 100);
    }

    private void againstCopy(String what, String widest, double target) {
        double wrap = nanos("wrap weights=10000000 widest=" + widest);
        double copy = nanos("copy weights=10000000 widest=" + widest);
        double share = 100 * copy / wrap;
        line(
                "  10 M weights, %s: %.2f ms, %.1f GB/s; plain copy %.2f ms; %.0f %% of its speed (target >= %.0f %%): %s",
                what, wrap / 1e6, BYTES_PER_WEIGHT * 1e7 / wrap, copy / 1e6, share, target, verdict(share >= target));
    }

    private String verdict(boolean met) {
        missed |= !met;
        return met ? "met" : "MISSED";
    }

    private static void line(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }
}
