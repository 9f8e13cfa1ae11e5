package org.epiwrap.report;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.epiwrap.check.Check;
import org.epiwrap.credal.ClassSet;
import org.epiwrap.credal.ProbabilityIntervals;

/**
 * One image and what is said of it: a bar from the lower to the upper probability of each class, strong for the classes
 * of the predicted set. Of more than {@value #MOST} classes those with the highest upper probabilities are shown.
 */
public final class IntervalBars implements Plot {
    private static final int MOST = 10;
    private static final double ROW = 17;
    private static final double IMAGE = 104;
    private static final double TOP = 26;
    private static final double MOST_NAME = 84;

    private final Verdict verdict;
    private final Picture picture;
    private final List<String> names;
    private final ProbabilityIntervals intervals;
    private final ClassSet predicted;
    private final Optional<String> truth;

    private IntervalBars(
            Verdict verdict,
            Picture picture,
            List<String> names,
            ProbabilityIntervals intervals,
            ClassSet predicted,
            Optional<String> truth) {
        this.verdict = verdict;
        this.picture = picture;
        this.names = List.copyOf(names);
        this.intervals = intervals;
        this.predicted = predicted;
        this.truth = truth;
    }

    /**
     * What is said of an image.
     *
     * @param names of the classes, as many as there are intervals
     * @param predicted the classes that remain possible
     */
    public static IntervalBars of(
            Verdict verdict, Picture picture, List<String> names, ProbabilityIntervals intervals, ClassSet predicted) {
        Check.sameLength("names", names.size(), "intervals", intervals.classes());
        return new IntervalBars(verdict, picture, names, intervals, predicted, Optional.empty());
    }

    /** With what the image shows in truth: a class's name, or what it is if it is of no class. */
    public IntervalBars withTruth(String what) {
        return new IntervalBars(verdict, picture, names, intervals, predicted, Optional.of(what));
    }

    @Override
    public String svg(String description) {
        Svg svg = new Svg();
        svg.add(Element.circle(6, 7, 5).css("verdict " + verdict.css()));
        svg.add(Element.text(18, 11, verdict.words()).css("strong"));
        image(svg);
        int[] shown = shown();
        double left = IMAGE + 16 + namesWidth(shown) + 8;
        Scale x = new Scale(0, 1, left, Svg.WIDTH - 12);
        double bottom = TOP + shown.length * ROW;
        for (double tick : new double[] {0, 0.5, 1}) {
            svg.add(Element.line(x.at(tick), TOP - 4, x.at(tick), bottom).css("grid"));
            svg.add(Element.centred(x.at(tick), bottom + 14, tick == 0.5 ? "0.5" : Numbers.fixed(tick, 0))
                    .css("tick"));
        }
        for (int k = 0; k < shown.length; k++) {
            bar(svg, x, TOP + k * ROW, shown[k]);
        }
        svg.add(Element.endingAt(x.end(), bottom + 30, told(shown.length)).css("muted"));
        return svg.toString(Math.max(bottom + 36, TOP + IMAGE + 44), description);
    }

    private void image(Svg svg) {
        double scale = IMAGE / Math.max(picture.width(), picture.height());
        svg.add(Element.image(0, TOP, picture.width() * scale, picture.height() * scale, picture.uri())
                .css("pixels")
                .with("role", "presentation"));
        double line = TOP + picture.height() * scale + 18;
        if (truth.isPresent()) {
            svg.add(Element.text(0, line, Text.within("truth: " + truth.get(), IMAGE))
                    .tip(truth.get()));
        }
        svg.add(Element.text(0, line + 17, Text.within("said: " + said(), IMAGE))
                .tip(said()));
    }

    private String said() {
        if (predicted.size() == intervals.classes()) {
            return "any class";
        }
        return predicted
                .classes()
                .mapToObj(names::get)
                .reduce((a, b) -> a + ", " + b)
                .orElse("nothing");
    }

    /** The classes that are drawn: all in their order, or the most probable first. */
    private int[] shown() {
        int classes = intervals.classes();
        if (classes <= MOST) {
            return IntStream.range(0, classes).toArray();
        }
        return IntStream.range(0, classes)
                .boxed()
                .sorted(Comparator.comparingDouble((Integer c) -> -intervals.upper(c)))
                .limit(MOST)
                .mapToInt(Integer::intValue)
                .toArray();
    }

    private String told(int shown) {
        return shown == names.size()
                ? "probability, lower to upper"
                : "probability, lower to upper; " + shown + " of " + names.size() + " classes";
    }

    private double namesWidth(int[] shown) {
        double widest = IntStream.of(shown)
                .mapToDouble(c -> Text.width(names.get(c)))
                .max()
                .orElseThrow();
        return Math.min(MOST_NAME, widest);
    }

    private void bar(Svg svg, Scale x, double top, int c) {
        boolean possible = predicted.contains(c);
        double from = x.at(intervals.lower(c));
        String name = names.get(c);
        svg.add(Element.endingAt(x.start() - 8, top + 10, Text.within(name, MOST_NAME))
                .css(possible ? "strong" : "muted"));
        svg.add(Element.rect(from, top + 1, Math.max(2, x.at(intervals.upper(c)) - from), 10)
                .rounded(2)
                .css(possible ? "solid s1" : "solid quiet")
                .tip(name + ": " + Numbers.fixed(intervals.lower(c), 4) + " to "
                        + Numbers.fixed(intervals.upper(c), 4)));
    }
}
