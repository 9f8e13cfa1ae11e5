package org.epiwrap.report.evaluation;

import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.epiwrap.credal.ClassSet;
import org.epiwrap.credal.ProbabilityIntervals;
import org.epiwrap.prediction.ClassNames;
import org.epiwrap.prediction.Prediction;
import org.epiwrap.prediction.ScoreCheck;
import org.epiwrap.report.plot.Plot;
import org.epiwrap.report.plot.Scale;
import org.epiwrap.report.svg.Element;
import org.epiwrap.report.svg.Numbers;
import org.epiwrap.report.svg.Picture;
import org.epiwrap.report.svg.Svg;
import org.epiwrap.report.svg.Text;

/**
 * One example and its prediction: whether it is decided, the score and threshold that decide it, the prediction set, and a
 * bar for each class from the lower to the upper bound of its probability, with a dot at the probability itself. Bars of
 * the prediction set are strong. Without bounds, a bar runs from zero to the probability. Of more than
 * {@value #MAX_CLASSES} classes, those with the highest upper bounds are shown.
 *
 * @param view of the example
 * @param truth the true class, if that is known
 * @param outcome what became of the prediction; always {@link Outcome#ABSTAINED} where the predictor abstains
 */
public record PredictionPlot(ExampleView view, Prediction prediction, Optional<String> truth, Outcome outcome)
        implements Plot {
    private static final int MAX_CLASSES = 10;
    private static final double ROW = 17;
    private static final double LABELS = 66;
    private static final int MAX_NAMED = 4;
    private static final double MAX_NAME_WIDTH = 84;

    /** What became of a prediction. */
    public enum Outcome {
        /** Decided, and the label is the true class. */
        CORRECT("good", "decided, correct"),
        /** Decided, and the label is not the true class. */
        WRONG("bad", "decided, wrong"),
        /** Decided; the true class is unknown. */
        DECIDED("plain", "decided"),
        /** Decided, although the example is of none of the classes. */
        DECIDED_OUT_OF_DISTRIBUTION("bad", "decided"),
        /** Not decided. */
        ABSTAINED("unsure", "abstained");

        private final String css;
        private final String words;

        Outcome(String css, String words) {
            this.css = css;
            this.words = words;
        }
    }

    public PredictionPlot {
        outcome = prediction.abstains() ? Outcome.ABSTAINED : outcome;
    }

    /** Returns the plot of an image whose true class is unknown. */
    public static PredictionPlot of(Picture picture, Prediction prediction) {
        return of(new ExampleView.Image(picture, Optional.empty()), prediction);
    }

    /** Returns the plot of an example whose true class is unknown. */
    public static PredictionPlot of(ExampleView view, Prediction prediction) {
        return new PredictionPlot(view, prediction, Optional.empty(), Outcome.DECIDED);
    }

    /** Returns this plot with the true class. */
    public PredictionPlot withTruth(int label) {
        return new PredictionPlot(
                view,
                prediction,
                Optional.of(prediction.classNames().of(label)),
                prediction.label() == label ? Outcome.CORRECT : Outcome.WRONG);
    }

    /** Returns this plot as one of an out-of-distribution example, with what it is. */
    public PredictionPlot outOfDistribution(String what) {
        return new PredictionPlot(
                view, prediction, Optional.of("out of distribution: " + what), Outcome.DECIDED_OUT_OF_DISTRIBUTION);
    }

    @Override
    public double draw(Svg svg) {
        double top = lines(svg) + 14;
        int[] shown = shown();
        double left = view.isWide() ? 0 : ExampleView.SIZE + 16;
        Scale x = new Scale(0, 1, left + namesWidth(shown) + 8, Svg.WIDTH - 12);
        double bottom = top + shown.length * ROW;
        for (double tick : new double[] {0, 0.5, 1}) {
            svg.add(Element.line(x.at(tick), top - 4, x.at(tick), bottom).css("grid"));
            svg.add(Element.centred(x.at(tick), bottom + 14, Numbers.shortest(tick, 1))
                    .css("tick"));
        }
        for (int k = 0; k < shown.length; k++) {
            bar(svg, x, top + k * ROW, shown[k]);
        }
        svg.add(Element.endingAt(x.end(), bottom + 30, axisLabel(shown.length)).css("muted"));
        return view.isWide() ? view.draw(svg, bottom + 44) : Math.max(bottom + 36, view.draw(svg, top) + 4);
    }

    /** Draws the outcome, the truth, the prediction and the score, each on a line; returns the last baseline. */
    private double lines(Svg svg) {
        svg.add(Element.circle(6, 7, 5).css("verdict " + outcome.css));
        String reason = prediction.reason().map(why -> " as " + why.id()).orElse("");
        svg.add(Element.text(18, Text.SIZE, outcome.words + reason).css("strong"));
        double y = Text.SIZE;
        if (truth.isPresent()) {
            y = line(svg, y, "truth", truth.get());
        }
        y = line(
                svg,
                y,
                "predicted",
                prediction.labelName() + ", probability " + Numbers.fixed(prediction.confidence(), 3));
        if (prediction.set().isPresent()) {
            y = line(svg, y, "set", describe(prediction.set().get()));
        }
        if (prediction.possible().isPresent()) {
            y = line(svg, y, "possible", describe(prediction.possible().get()));
        }
        Optional<ScoreCheck> check =
                prediction.scoreCheck().filter(some -> some.threshold() < Double.POSITIVE_INFINITY);
        return check.isPresent() ? line(svg, y, "score", describe(check.get())) : y;
    }

    private static double line(Svg svg, double y, String label, String text) {
        svg.add(Element.text(0, y + ROW, label).css("muted"));
        svg.add(Element.text(LABELS, y + ROW, Text.within(text, Svg.WIDTH - LABELS))
                .tip(text));
        return y + ROW;
    }

    private static String describe(ScoreCheck check) {
        int decimals = check.decimals();
        return check.score().symbol() + " " + Numbers.fixed(check.value(), decimals)
                + (check.abstains() ? " > " : " ≤ ") + "threshold " + Numbers.fixed(check.threshold(), decimals);
    }

    private String describe(ClassSet set) {
        ClassNames names = prediction.classNames();
        if (set.size() == names.size()) {
            return "all " + names.size() + " classes";
        }
        return set.size() > MAX_NAMED
                ? set.size() + " of " + names.size() + " classes"
                : set.classes().mapToObj(names::of).collect(Collectors.joining(", "));
    }

    /** Returns the classes that are drawn: all in their order, or those with the highest upper bounds. */
    private int[] shown() {
        int classes = prediction.classNames().size();
        if (classes <= MAX_CLASSES) {
            return IntStream.range(0, classes).toArray();
        }
        return IntStream.range(0, classes)
                .boxed()
                .sorted(Comparator.comparingDouble((Integer c) -> -upper(c)))
                .limit(MAX_CLASSES)
                .mapToInt(Integer::intValue)
                .toArray();
    }

    private double lower(int category) {
        return prediction.intervals().map(bounds -> bounds.lower(category)).orElse(0.0);
    }

    private double upper(int category) {
        return prediction.intervals().map(bounds -> bounds.upper(category)).orElse(prediction.probability(category));
    }

    private String axisLabel(int shown) {
        String what = prediction.intervals().isPresent() ? "dot: probability, bar: its bounds" : "probability";
        int classes = prediction.classNames().size();
        return shown == classes ? what : what + "; " + shown + " of " + classes + " classes";
    }

    private double namesWidth(int[] shown) {
        double widest = IntStream.of(shown)
                .mapToDouble(c -> Text.width(prediction.classNames().of(c)))
                .max()
                .orElseThrow();
        return Math.min(MAX_NAME_WIDTH, widest);
    }

    private void bar(Svg svg, Scale x, double top, int category) {
        boolean strong =
                prediction.possible().map(set -> set.contains(category)).orElse(category == prediction.label());
        double probability = prediction.probability(category);
        double from = x.at(lower(category));
        String name = prediction.classNames().of(category);
        Optional<ProbabilityIntervals> bounds = prediction.intervals();
        String tip = name + ": " + Numbers.fixed(probability, 4)
                + bounds.map(all -> ", between " + Numbers.fixed(all.lower(category), 4) + " and "
                                + Numbers.fixed(all.upper(category), 4))
                        .orElse("");
        svg.add(Element.endingAt(x.start() - 8, top + 10, Text.within(name, MAX_NAME_WIDTH))
                .css(strong ? "strong" : "muted"));
        svg.add(Element.rect(from, top + 1, Math.max(2, x.at(upper(category)) - from), 10)
                .rounded(2)
                .css(strong ? "solid s1" : "solid quiet")
                .tip(tip));
        svg.add(Element.circle(x.at(probability), top + 6, 3).css("estimate").tip(tip));
    }
}
