package org.epiwrap.cli;

import java.util.List;
import java.util.Locale;
import org.epiwrap.belief.FocalInterval;
import org.epiwrap.belief.NestedBelief;
import org.epiwrap.interval.Interval;
import org.epiwrap.wrap.WrappedPosterior;

/** A wrapped weight as a drawing: its density, the focal intervals under it, and under those the expected interval. */
final class WeightPicture {
    private static final int WIDTH = 820;
    private static final int LEFT = 60;
    private static final int RIGHT = 30;
    private static final int TOP = 34;
    private static final int BASE = 190;
    private static final int FOCAL_HEIGHT = 135;
    private static final int AXIS = BASE + FOCAL_HEIGHT + 85;
    private static final int HEIGHT = AXIS + 60;
    private static final int STEPS = 160;

    private final StringBuilder svg = new StringBuilder();
    private final WrappedPosterior wrapped;
    private final Interval domain;

    WeightPicture(WrappedPosterior wrapped) {
        this.wrapped = wrapped;
        this.domain = wrapped.posterior().domain();
        add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" font-size=\"13\""
                        + " font-family=\"system-ui, Segoe UI, Helvetica, Arial, sans-serif\">",
                WIDTH, HEIGHT);
        add("<title>From the posterior of one weight to its interval</title>");
        add("<rect width=\"%d\" height=\"%d\" rx=\"8\" fill=\"#ffffff\"/>", WIDTH, HEIGHT);
        density();
        focal();
        interval();
        axis();
        add("</svg>");
    }

    private void density() {
        StringBuilder curve = new StringBuilder();
        for (int i = 0; i <= STEPS; i++) {
            double reduced = 2.0 * i / STEPS - 1;
            double height = (BASE - TOP) * wrapped.posterior().relativeDensity(reduced, reduced);
            curve.append(String.format(Locale.ROOT, " %.1f,%.1f", x(reduced), BASE - height));
        }
        add("<polygon points=\"%.1f,%d%s %.1f,%d\" fill=\"#dbe7f6\"/>", x(-1), BASE, curve, x(1), BASE);
        add(
                "<polyline points=\"%s\" fill=\"none\" stroke=\"#1f5fa8\" stroke-width=\"2\"/>",
                curve.toString().strip());
        for (double end : new double[] {-1, 1}) {
            add(
                    "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"#8a8f98\" stroke-dasharray=\"4 4\"/>",
                    x(end), TOP, x(end), AXIS - 14);
        }
        label(TOP + 10, "600", "1  posterior, truncated");
    }

    private void focal() {
        label(BASE + 99, "600", "2  belief:");
        label(BASE + 116, "400", "nested intervals,");
        label(BASE + 133, "400", "dark = much mass");
        if (wrapped.belief() instanceof NestedBelief nested) {
            List<FocalInterval> focal = nested.focal();
            double largest =
                    focal.stream().mapToDouble(FocalInterval::mass).max().orElseThrow();
            double step = (double) FOCAL_HEIGHT / focal.size();
            for (int k = 0; k < focal.size(); k++) {
                double from = x(nested.reducedLower(k));
                add(
                        "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"2\" fill=\"#b45309\""
                                + " fill-opacity=\"%.3f\"/>",
                        from,
                        BASE + 18 + k * step,
                        Math.max(1, x(nested.reducedUpper(k)) - from),
                        0.8 * step,
                        0.08 + 0.92 * nested.mass(k) / largest);
            }
        }
    }

    private void interval() {
        Interval interval = wrapped.interval();
        int y = BASE + FOCAL_HEIGHT + 46;
        double from = x(wrapped.posterior().reduced(interval.lower()));
        double to = x(wrapped.posterior().reduced(interval.upper()));
        add(
                "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"14\" rx=\"3\" fill=\"#1a7f4b\"/>",
                from, y, Math.max(1, to - from));
        label(
                y - 6,
                "600",
                String.format(
                        Locale.ROOT,
                        "3  Dirichlet, expected interval: [%s, %s]",
                        number(interval.lower()),
                        number(interval.upper())));
    }

    private void axis() {
        add("<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"#30363d\"/>", LEFT, AXIS, WIDTH - RIGHT, AXIS);
        for (double reduced : new double[] {-1, -0.5, 0, 0.5, 1}) {
            add(
                    "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"#30363d\"/>",
                    x(reduced), AXIS, x(reduced), AXIS + 5);
            add(
                    "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\" fill=\"#30363d\">%s</text>",
                    x(reduced), AXIS + 20, number(wrapped.posterior().weightAt(reduced)));
        }
        add("<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\" fill=\"#57606a\">weight</text>", x(0), AXIS + 44);
    }

    private void label(int y, String weight, String text) {
        add("<text x=\"%.1f\" y=\"%d\" fill=\"#30363d\" font-weight=\"%s\">%s</text>", x(-1) + 8, y, weight, text);
    }

    /** The domain, with a tenth of its width to spare on both sides. */
    private static double x(double reduced) {
        return LEFT + (reduced + 1.2) / 2.4 * (WIDTH - LEFT - RIGHT);
    }

    private String number(double value) {
        int decimals = (int) Math.max(0, Math.min(12, 3 - Math.floor(Math.log10(Math.max(1e-9, domain.width())))));
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }

    private void add(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    @Override
    public String toString() {
        return svg.toString();
    }
}
