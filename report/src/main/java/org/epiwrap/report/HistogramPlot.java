package org.epiwrap.report;

import java.util.ArrayList;
import java.util.List;
import org.epiwrap.check.Check;

/**
 * How scores are spread in several groups, such as known images and strangers: the share of each group that falls into
 * each of a number of bins of equal width, so that a large group does not hide a small one.
 */
public final class HistogramPlot implements Plot {
    private static final int BINS = 30;
    private static final double HEIGHT = 180;

    private final String score;
    private final boolean share;
    private final List<Group> groups;

    private static final class Group {
        final String name;
        final double[] scores;

        Group(String name, double[] scores) {
            this.name = name;
            this.scores = scores;
        }
    }

    private HistogramPlot(String score, boolean share, List<Group> groups) {
        this.score = score;
        this.share = share;
        this.groups = List.copyOf(groups);
    }

    /** An empty plot of a score with this name, from the least of the scores to the largest. */
    public static HistogramPlot of(String score) {
        return new HistogramPlot(score, false, List.of());
    }

    /** An empty plot of a score that is a share of something: all of its plots are from 0 to 1 and can be compared. */
    public static HistogramPlot ofShares(String score) {
        return new HistogramPlot(score, true, List.of());
    }

    /** With one more group: at least one score, all of them finite, and from 0 to 1 if they are shares. */
    public HistogramPlot with(String name, double[] scores) {
        Check.atLeast("the number of scores", scores.length, 1);
        Check.finite("scores", scores);
        for (int i = 0; share && i < scores.length; i++) {
            Check.share("scores[" + i + "]", scores[i]);
        }
        List<Group> more = new ArrayList<>(groups);
        more.add(new Group(name, scores.clone()));
        return new HistogramPlot(score, share, more);
    }

    @Override
    public String svg(String description) {
        Check.atLeast("the number of groups", groups.size(), 1);
        Range range = Range.empty();
        List<Legend.Entry> entries = new ArrayList<>();
        for (int g = 0; g < groups.size(); g++) {
            range = range.with(groups.get(g).scores);
            entries.add(new Legend.Entry(groups.get(g).name, Legend.Mark.AREA, Series.css(g)));
        }
        Axis horizontal = share ? Axis.share(score) : range.axis(score);
        List<double[]> shares = new ArrayList<>();
        double most = 0;
        for (Group group : groups) {
            double[] share = shares(group.scores, horizontal);
            shares.add(share);
            for (double s : share) {
                most = Math.max(most, s);
            }
        }
        Svg svg = new Svg();
        double top = Legend.draw(svg, entries);
        Axes axes = Axes.draw(svg, top, HEIGHT, horizontal, new Axis("share of the group", 0, 1.04 * most));
        for (int g = 0; g < groups.size(); g++) {
            draw(svg, axes, horizontal, groups.get(g), shares.get(g), Series.css(g));
        }
        return svg.toString(axes.height(), description);
    }

    /** The share of the scores in each bin; the last bin holds its upper end. */
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

    /** Outlines what is there, and does not draw over the axis where nothing is. */
    private static void draw(Svg svg, Axes axes, Axis horizontal, Group group, double[] shares, String css) {
        double bin = (horizontal.upper() - horizontal.lower()) / BINS;
        Outline outline = new Outline();
        for (int b = 0; b < BINS; b++) {
            if (shares[b] > 0) {
                double from = axes.x(horizontal.lower() + b * bin);
                double to = axes.x(horizontal.lower() + (b + 1) * bin);
                if (b == 0 || shares[b - 1] == 0) {
                    outline.moveTo(from, axes.base());
                }
                outline.lineTo(from, axes.y(shares[b])).lineTo(to, axes.y(shares[b]));
                if (b == BINS - 1 || shares[b + 1] == 0) {
                    outline.lineTo(to, axes.base());
                }
            }
        }
        svg.add(Element.path(outline).css("area " + css).tip(group.name + ": " + group.scores.length + " scores"));
    }
}
