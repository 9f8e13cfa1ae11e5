package org.epiwrap.report;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
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
    private static final double LINE = 17;
    private static final double WORDS = 62;
    private static final int MOST_SAID = 4;
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
        double top = words(svg) + 14;
        double scale = IMAGE / Math.max(picture.width(), picture.height());
        svg.add(Element.image(0, top, picture.width() * scale, picture.height() * scale, picture.uri())
                .css("pixels")
                .with("role", "presentation"));
        int[] shown = shown();
        Scale x = new Scale(0, 1, IMAGE + 16 + namesWidth(shown) + 8, Svg.WIDTH - 12);
        double bottom = top + shown.length * ROW;
        for (double tick : new double[] {0, 0.5, 1}) {
            svg.add(Element.line(x.at(tick), top - 4, x.at(tick), bottom).css("grid"));
            svg.add(Element.centred(x.at(tick), bottom + 14, Numbers.shortest(tick, 1))
                    .css("tick"));
        }
        for (int k = 0; k < shown.length; k++) {
            bar(svg, x, top + k * ROW, shown[k]);
        }
        svg.add(Element.endingAt(x.end(), bottom + 30, told(shown.length)).css("muted"));
        return svg.toString(Math.max(bottom + 36, top + IMAGE + 4), description);
    }

    /** The verdict, the truth and what is said, each in a line; gives where they end. */
    private double words(Svg svg) {
        svg.add(Element.circle(6, 7, 5).css("verdict " + verdict.css()));
        svg.add(Element.text(18, Text.SIZE, verdict.words()).css("strong"));
        double line = Text.SIZE;
        if (truth.isPresent()) {
            line += LINE;
            words(svg, line, "truth", truth.get());
        }
        line += LINE;
        words(svg, line, "possible", said());
        return line;
    }

    private static void words(Svg svg, double line, String what, String words) {
        svg.add(Element.text(0, line, what).css("muted"));
        svg.add(Element.text(WORDS, line, Text.within(words, Svg.WIDTH - WORDS)).tip(words));
    }

    private String said() {
        int size = predicted.size();
        if (size == names.size()) {
            return "any class";
        }
        if (size > MOST_SAID) {
            return size + " of the " + names.size() + " classes";
        }
        return predicted.classes().mapToObj(names::get).collect(Collectors.joining(" or "));
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
