package org.epiwrap.report.plot;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.epiwrap.check.Check;
import org.epiwrap.metrics.RejectionCurve;
import org.epiwrap.metrics.Spread;

/**
 * One line of a {@link LinePlot}.
 *
 * @param style if it is not to be numbered
 * @param points from left to right
 */
public record Curve(String name, Optional<SeriesStyle> style, List<Point> points) {
    /** More points could not be distinguished. */
    private static final int MAX_POINTS = 200;

    /**
     * A point, with an error bar if it is the mean of several runs.
     *
     * @param error the standard deviation over the runs
     */
    public record Point(double x, double y, OptionalDouble error) {
        public Point {
            Check.finite("x", x);
            Check.finite("y", y);
        }

        double lower() {
            return y - error.orElse(0);
        }

        double upper() {
            return y + error.orElse(0);
        }
    }

    public Curve {
        points = List.copyOf(points);
        Check.atLeast("the number of points", points.size(), 1);
    }

    /** Returns the curve through points of finite coordinates, ascending in x. */
    public static Curve of(String name, double[] x, double[] y) {
        Check.sameLength("y", y.length, "x", x.length);
        Check.finite("x", x);
        Check.finite("y", y);
        return of(name, IntStream.range(0, x.length).mapToObj(i -> new Point(x[i], y[i], OptionalDouble.empty())));
    }

    /** Returns the curve through means over runs, a dot each, with bars of one standard deviation up and down. */
    public static Curve of(String name, double[] x, List<Spread> y) {
        Check.sameLength("y", y.size(), "x", x.length);
        return of(
                name,
                IntStream.range(0, x.length)
                        .mapToObj(i -> new Point(
                                x[i],
                                y.get(i).mean(),
                                OptionalDouble.of(y.get(i).deviation()))));
    }

    /** Returns accuracy over the share rejected; see {@link LinePlot#ofRejection}. */
    public static Curve of(String name, RejectionCurve curve) {
        int points = Math.min(MAX_POINTS, curve.images());
        return of(name, IntStream.range(0, points).mapToObj(i -> {
            int decided = curve.images() - (int) ((long) curve.images() * i / points);
            double rejected = 1 - (double) decided / curve.images();
            return new Point(rejected, curve.accuracyOfKept(decided), OptionalDouble.empty());
        }));
    }

    private static Curve of(String name, Stream<Point> points) {
        return new Curve(name, Optional.empty(), points.toList());
    }

    public Curve with(SeriesStyle newStyle) {
        return new Curve(name, Optional.of(newStyle), points);
    }

    String css(int number) {
        return style.orElseGet(() -> SeriesStyle.numbered(number)).css();
    }
}
