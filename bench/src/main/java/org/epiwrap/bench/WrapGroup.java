package org.epiwrap.bench;

import org.epiwrap.bench.harness.Group;
import org.epiwrap.bench.harness.Measurements;
import org.epiwrap.bench.harness.Summary;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Wrapping of weights: in bulk against a plain copy, and one at a time. */
final class WrapGroup implements Group {
    /** Mu and sigma in, lower and upper out, four bytes each. */
    private static final int BYTES_PER_WEIGHT = 16;

    private final Measurements nanos = new Measurements();

    @Override
    public void measure() throws RunnerException {
        nanos.run(options("BulkBenchmark.(wrap|copy)").param("weights", "10000000"));
        nanos.run(options("BulkBenchmark.wrap")
                .param("weights", "1000000", "100000000")
                .param("widest", "0.2"));
        nanos.run(options("WeightBenchmark.walk"));
        nanos.run(options("WeightBenchmark.(naive|single)").param("points", "30"));
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

    @Override
    public void summarise(Summary summary) {
        summary.line("weights to intervals");
        againstCopy(summary, "every sigma <= 0.2", "0.2", 50);
        againstCopy(summary, "sigma spread over (0, 3)", "3", 15);
        double naive = nanos.score("naive points=30");
        double perWeight = nanos.score("wrap weights=10000000 widest=0.2") / 1e7;
        summary.line(
                "  one weight by the O(n²) definition, n = 30: %.0f ns; in bulk on all cores %.2f ns; ratio %.0f (target >= 1000): %s",
                naive, perWeight, naive / perWeight, summary.verdict(naive / perWeight >= 1000));
        summary.line(
                "  one weight by the O(n) walk and the whole chain, n = 30: %.0f ns", nanos.score("single points=30"));
        double million = nanos.score("wrap weights=1000000 widest=0.2");
        double hundredMillion = nanos.score("wrap weights=100000000 widest=0.2");
        summary.line(
                "  1 M weights %.2f ms, 10 M %.2f ms, 100 M %.2f ms; time per weight, 100 M / 1 M: %.2f, 100 M / 10 M: %.2f",
                million / 1e6,
                perWeight * 10,
                hundredMillion / 1e6,
                hundredMillion / million / 100,
                hundredMillion / 1e8 / perWeight);
        summary.line(
                "  focal intervals by the walk: n = 30 %.0f ns, 300 %.0f ns, 3000 %.0f ns; per point, 3000 / 30: %.2f",
                nanos.score("walk points=30"),
                nanos.score("walk points=300"),
                nanos.score("walk points=3000"),
                nanos.score("walk points=3000") / nanos.score("walk points=30") / 100);
    }

    private void againstCopy(Summary summary, String what, String widest, double target) {
        double wrap = nanos.score("wrap weights=10000000 widest=" + widest);
        double copy = nanos.score("copy weights=10000000 widest=" + widest);
        double share = 100 * copy / wrap;
        summary.line(
                "  10 M weights, %s: %.2f ms, %.1f GB/s; plain copy %.2f ms; %.0f %% of its speed (target >= %.0f %%): %s",
                what,
                wrap / 1e6,
                BYTES_PER_WEIGHT * 1e7 / wrap,
                copy / 1e6,
                share,
                target,
                summary.verdict(share >= target));
    }
}
