package org.epiwrap.report.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.epiwrap.check.Check;
import org.epiwrap.prediction.Score;
import org.epiwrap.report.svg.Element;
import org.epiwrap.report.svg.Numbers;
import org.epiwrap.report.svg.Outline;
import org.epiwrap.report.svg.Svg;

/**
 * Histograms of a score as small multiples: one panel for each group, such as out-of-distribution images, over the
 * histogram of a reference, such as test images. Bars are shares of their own group, so that a large group does not hide
 * a small one, and all panels have the same horizontal axis. A bin that is not empty is at least {@value #MIN_BAR} units high, and
 * the axis begins before the first bin, so that a bin at zero stands clear of it.
 */
public final class HistogramPlot implements Plot {
    private static final int BINS = 30;
    private static final double MIN_BAR = 2;
    /** Room before the first and after the last bin, as a share of the range. */
    private static final double SPARE = 0.025;

    @SuppressWarnings("ArrayRecordComponent") // carries numbers, and is never compared by them
    private record Group(String name, double[] scores) {}

    private final Score score;
    private final Group reference;
    private final List<Group> groups;
    private final OptionalDouble threshold;

    private HistogramPlot(Score score, Group reference, List<Group> groups, OptionalDouble threshold) {
        this.score = score;
        this.reference = reference;
        this.groups = List.copyOf(groups);
        this.threshold = threshold;
    }

    /** Returns histograms of a score, as yet without groups; see {@link #with(String, double[])}. */
    public static HistogramPlot of(Score score, String reference, double[] scores) {
        return new HistogramPlot(score, group(score, reference, scores), List.of(), OptionalDouble.empty());
    }

    /** Returns this plot with one more group: at least one score, all finite, and from 0 to 1 if the score is a share. */
    public HistogramPlot with(String name, double[] scores) {
        List<Group> more = new ArrayList<>(groups);
        more.add(group(score, name, scores));
        return new HistogramPlot(score, reference, more, threshold);
    }

    /** Returns this plot with the threshold of the score marked in every panel. */
    public HistogramPlot withThreshold(double value) {
        return new HistogramPlot(score, reference, groups, OptionalDouble.of(value));
    }

    private static Group group(Score score, String name, double[] scores) {
        Check.atLeast("the number of scores", scores.length, 1);
        Check.finite("scores", scores);
        for (int i = 0; isShare(score) && i < scores.length; i++) {
            Check.share("scores[" + i + "]", scores[i]);
        }
        return new Group(name, scores.clone());
    }

    /** Returns whether a score is from 0 to 1, so that all of its plots have that axis and can be compared. */
    private static boolean isShare(Score score) {
        return switch (score) {
            case EU, TU, TU0, U, DELTA, UNFAMILIARITY, ENTROPY, MAX_SOFTMAX, WIDTH -> true;
            case MUTUAL_INFORMATION, EXPECTED_ENTROPY, CLASS_VARIANCE -> false;
        };
    }

    @Override
    public double draw(Svg svg) {
        Check.atLeast("the number of groups", groups.size(), 1);
        Range range = Range.empty().with(reference.scores);
        for (Group group : groups) {
            range = range.with(group.scores);
        }
        Axis bins = isShare(score) ? Axis.share(score.symbol()) : range.axis(score.symbol());
        List<double[]> shares =
                groups.stream().map(group -> shares(group.scores, bins)).toList();
        double[] expected = shares(reference.scores, bins);
        double spare = SPARE * (bins.upper() - bins.lower());
        Axis horizontal = new Axis(score.symbol(), bins.lower() - spare, bins.upper() + spare);
        double top = legend(svg);
        boolean single = groups.size() == 1;
        double gap = single ? 0 : 16;
        double width = single ? Svg.WIDTH : 0.5 * (Svg.WIDTH - gap);
        double bottom = top;
        for (int g = 0; g < groups.size(); g++) {
            boolean left = g % 2 == 0;
            top = left ? bottom : top;
            Range highest = Range.empty().with(expected).with(shares.get(g));
            Axes axes = Axes.draw(
                    svg,
                    left ? 0 : width + gap,
                    width,
                    top,
                    single ? 180 : 84,
                    horizontal,
                    new Axis(single ? "share of the group" : groups.get(g).name, 0, 1.04 * highest.upper()));
            draw(svg, axes, bins, reference, expected, SeriesStyle.reference().css());
            draw(
                    svg,
                    axes,
                    bins,
                    groups.get(g),
                    shares.get(g),
                    SeriesStyle.of(score).css());
            threshold.ifPresent(value -> mark(svg, axes, horizontal, value));
            bottom = axes.height() + 0.5 * gap;
        }
        return bottom;
    }

    private double legend(Svg svg) {
        List<Legend.Entry> entries = new ArrayList<>();
        entries.add(Legend.Mark.AREA.of(reference.name, SeriesStyle.reference().css()));
        entries.add(Legend.Mark.AREA.of(
                groups.size() == 1 ? groups.get(0).name : "dataset named above the panel",
                SeriesStyle.of(score).css()));
        threshold.ifPresent(value -> entries.add(Legend.Mark.LINE.of("threshold " + Numbers.fixed(value, 3), "guide")));
        return Legend.draw(svg, entries);
    }

    private static void mark(Svg svg, Axes axes, Axis horizontal, double value) {
        if (value >= horizontal.lower() && value <= horizontal.upper()) {
            svg.add(Element.line(axes.x(value), axes.vertical().end(), axes.x(value), axes.base())
                    .css("line guide"));
        }
    }

    /** Returns the share of the scores in each bin; the last bin holds its upper end. */
    static double[] shares(double[] scores, Axis axis) {
        int[] counts = new int[BINS];
        for (double s : scores) {
            double bin = Math.floor((s - axis.lower()) / (axis.upper() - axis.lower()) * BINS);
            counts[(int) Math.max(0, Math.min(BINS - 1, bin))]++;
        }
        double[] shares = new double[BINS];
        for (int b = 0; b < BINS; b++) {
            shares[b] = (double) counts[b] / scores.length;
        }
        return shares;
    }

    /** Outlines bins that are not empty; empty ones leave the axis free. */
    private static void draw(Svg svg, Axes axes, Axis bins, Group group, double[] shares, String css) {
        double bin = (bins.upper() - bins.lower()) / BINS;
        Outline outline = new Outline();
        for (int b = 0; b < BINS; b++) {
            if (shares[b] > 0) {
                double from = axes.x(bins.lower() + b * bin);
                double to = axes.x(bins.lower() + (b + 1) * bin);
                double top = Math.min(axes.base() - MIN_BAR, axes.y(shares[b]));
                if (b == 0 || shares[b - 1] == 0) {
                    outline.moveTo(from, axes.base());
                }
                outline.lineTo(from, top).lineTo(to, top);
                if (b == BINS - 1 || shares[b + 1] == 0) {
                    outline.lineTo(to, axes.base());
                }
            }
        }
        svg.add(Element.path(outline).css("area " + css).tip(group.name + ": " + group.scores.length + " scores"));
    }
}
