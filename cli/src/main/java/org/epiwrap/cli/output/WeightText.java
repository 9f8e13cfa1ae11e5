package org.epiwrap.cli.output;

import java.util.List;
import java.util.Locale;
import org.epiwrap.belief.FocalInterval;
import org.epiwrap.belief.Guarantee;
import org.epiwrap.belief.NestedBelief;
import org.epiwrap.dirichlet.Components;
import org.epiwrap.dirichlet.IntervalLaw;
import org.epiwrap.interval.Interval;
import org.epiwrap.posterior.PointMass;
import org.epiwrap.wrap.WrappedPosterior;

/** A wrapped weight as text, step by step. */
public final class WeightText {
    private static final int BAR_WIDTH = 40;

    private final StringBuilder text = new StringBuilder();
    private final String end;

    private WeightText(double mu, double sigma, WrappedPosterior wrapped) {
        Interval domain = wrapped.posterior().domain();
        // Enough decimals to show one hundred-thousandth of the domain.
        double scale = domain.width() > 0 ? domain.width() : Math.max(1e-9, Math.abs(mu));
        int decimals = (int) Math.max(0, 5 - Math.floor(Math.log10(scale)));
        end = decimals <= 15 ? "%" + (decimals + 3) + "." + decimals + "f" : "%.9e";
        row("posterior", "normal, mean %s, standard deviation %s", number(mu), number(sigma));
        row("truncated", "%s", interval(domain));
        focal(wrapped);
        row(
                "guarantee",
                "%s",
                wrapped.guarantee() == Guarantee.BRACKETS_PROBABILITY
                        ? "Bel ≤ P ≤ Pl for every set of weights"
                        : "none: " + broken(wrapped));
        row(
                "L₁",
                "%s   mean share of the domain below, inside, above",
                components(wrapped.moments().mean()));
        row("L₂", "%s   their variance", components(wrapped.moments().variance()));
        row(
                "alpha",
                "%s",
                wrapped.law() instanceof IntervalLaw.Dirichlet dirichlet
                        ? components(dirichlet.alpha())
                        : "none: all mass, or nearly all, is on one interval");
        row("interval", "%s", interval(wrapped.interval()));
    }

    /** Returns every step from a Gaussian posterior to its interval. */
    public static String of(double mu, double sigma, WrappedPosterior wrapped) {
        return new WeightText(mu, sigma, wrapped).text.toString();
    }

    private void focal(WrappedPosterior wrapped) {
        if (!(wrapped.belief() instanceof NestedBelief nested)) {
            row(
                    "focal",
                    wrapped.posterior() instanceof PointMass
                            ? "the point"
                            : "a continuum of intervals around the mean");
            return;
        }
        List<FocalInterval> focal = nested.focal();
        double largest = focal.stream().mapToDouble(FocalInterval::mass).max().orElseThrow();
        String label = "focal";
        for (FocalInterval entry : focal) {
            int bar = (int) Math.round(BAR_WIDTH * entry.mass() / largest);
            row(label, "%s  %.6f  %s", interval(entry.interval()), entry.mass(), "█".repeat(bar));
            label = "";
        }
    }

    private String broken(WrappedPosterior wrapped) {
        return wrapped.belief()
                .violation()
                .map(v -> String.format(
                        Locale.ROOT,
                        "%s has belief %.4f but probability %.4f",
                        interval(v.set().parts().get(0)),
                        v.belief(),
                        v.probability()))
                .orElseThrow();
    }

    private void row(String label, String format, Object... values) {
        String line = String.format(Locale.ROOT, "%-10s ", label) + String.format(Locale.ROOT, format, values);
        text.append(text.isEmpty() ? "" : System.lineSeparator()).append(line.stripTrailing());
    }

    private String interval(Interval interval) {
        return String.format(Locale.ROOT, "[" + end + ", " + end + "]", interval.lower(), interval.upper());
    }

    private static String components(Components c) {
        return String.format(Locale.ROOT, "(%s, %s, %s)", number(c.below()), number(c.inside()), number(c.above()));
    }

    /** Six significant digits. */
    private static String number(double value) {
        return String.format(Locale.ROOT, "%.6g", value);
    }
}
