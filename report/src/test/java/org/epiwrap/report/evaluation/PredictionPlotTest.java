package org.epiwrap.report.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.credal.ProbabilityIntervals;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Volume;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.evaluation.Verdict;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.Wrapping;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.prediction.ClassNames;
import org.epiwrap.prediction.IntervalPredictor;
import org.epiwrap.prediction.MeanNetwork;
import org.epiwrap.prediction.Prediction;
import org.epiwrap.prediction.ScoreCheck;
import org.epiwrap.report.svg.Drawing;
import org.epiwrap.report.svg.Picture;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

class PredictionPlotTest {
    private static final Picture GREY =
            Picture.of(Dataset.unlabelled("grey", new Volume(1, 2, 2), new byte[] {0, (byte) 200, 100, (byte) 255}), 0);

    private static int first(Verdict verdict) {
        return IntStream.range(0, Digits.TEST.size())
                .filter(i -> Digits.INTERVALS.verdict(i) == verdict)
                .findFirst()
                .orElseThrow();
    }

    private static Drawing drawing(int example) {
        return Drawing.of(PredictionPlot.of(Picture.of(Digits.TEST, example), Digits.INTERVALS.prediction(example))
                .withTruth(Digits.TEST.label(example)));
    }

    /** The ends of the bars and the dots lie on one scale, from the tick of 0 to that of 1. */
    @Test
    void barsRunFromLowerToUpperWithADotAtTheProbability() {
        int example = first(Verdict.ABSTAINED);
        Prediction prediction = Digits.INTERVALS.prediction(example);
        ProbabilityIntervals intervals = prediction.intervals().orElseThrow();
        Drawing drawing = drawing(example);
        List<Element> grid = drawing.all("line", "grid");
        double zero = Drawing.number(grid.get(0), "x1");
        double one = Drawing.number(grid.get(2), "x1");
        List<Element> bars = drawing.all("rect", "solid");
        List<Element> dots = drawing.all("circle", "estimate");
        assertThat(bars).hasSize(10);
        assertThat(dots).hasSize(10);
        for (int c = 0; c < 10; c++) {
            double width = (intervals.upper(c) - intervals.lower(c)) * (one - zero);
            assertThat(Drawing.number(bars.get(c), "x"))
                    .isCloseTo(zero + intervals.lower(c) * (one - zero), within(0.02));
            assertThat(Drawing.number(bars.get(c), "width")).isCloseTo(Math.max(2, width), within(0.02));
            assertThat(Drawing.number(dots.get(c), "cx"))
                    .isCloseTo(zero + prediction.probability(c) * (one - zero), within(0.02));
            assertThat(bars.get(c).getAttribute("class"))
                    .isEqualTo(prediction.possible().orElseThrow().contains(c) ? "solid s1" : "solid quiet");
        }
    }

    @Test
    void everyExampleShowsItsScoreAndThreshold() {
        for (Verdict verdict : Verdict.values()) {
            int example = first(verdict);
            ScoreCheck check = Digits.INTERVALS.prediction(example).scoreCheck().orElseThrow();
            assertThat(drawing(example).texts())
                    .contains(
                            switch (verdict) {
                                case RIGHT -> "decided, correct";
                                case WRONG -> "decided, wrong";
                                case ABSTAINED ->
                                    "abstained as "
                                            + Digits.INTERVALS
                                                    .prediction(example)
                                                    .reason()
                                                    .orElseThrow()
                                                    .id();
                            },
                            String.format(
                                    java.util.Locale.ROOT,
                                    "TU %.3f %s threshold %.3f",
                                    check.value(),
                                    verdict == Verdict.ABSTAINED ? ">" : "≤",
                                    check.threshold()),
                            "dot: probability, bar: its bounds",
                            Digits.TEST.classNames().get(Digits.TEST.label(example)));
        }
    }

    @Test
    void outOfDistributionImagesSayWhatTheyAre() {
        Prediction decided = Digits.INTERVALS.prediction(first(Verdict.RIGHT));
        assertThat(Drawing.of(PredictionPlot.of(GREY, decided).outOfDistribution("a shoe"))
                        .texts())
                .contains("decided", "out of distribution: a shoe");
        assertThat(Drawing.of(PredictionPlot.of(GREY, decided)).texts())
                .contains("decided")
                .doesNotContain("truth");
        assertThatThrownBy(() -> PredictionPlot.of(GREY, decided).withTruth(10)).hasMessageContaining("class");
    }

    @Test
    void ofManyClassesTheLikeliestAreShown() {
        ClassNames names = new ClassNames(
                IntStream.range(0, 12).mapToObj(c -> "class " + c).toList());
        float[] image = {0, 0.8f, 0.4f, 1};
        try (BayesianNetwork bayesian =
                        BayesianNetwork.untrained(Architecture.mlp(new Volume(1, 2, 2), 12, 3), RunSeeds.of(1));
                IntervalNetwork network = IntervalNetwork.wrap(bayesian, Wrapping.withDefaults())) {
            Prediction prediction = IntervalPredictor.of(network, PictureInput.unit(new Volume(1, 2, 2)), names)
                    .predict(image);
            ProbabilityIntervals intervals = prediction.intervals().orElseThrow();
            double[] upper = IntStream.range(0, 12)
                    .mapToDouble(intervals::upper)
                    .sorted()
                    .toArray();
            List<String> expected = IntStream.range(0, 12)
                    .filter(c -> intervals.upper(c) >= upper[2])
                    .mapToObj(names::of)
                    .toList();
            assertThat(expected).hasSize(10);
            List<String> texts = Drawing.of(PredictionPlot.of(GREY, prediction)).texts();
            assertThat(texts)
                    .contains("dot: probability, bar: its bounds; 10 of 12 classes")
                    .doesNotContain("score");
            assertThat(texts.stream().filter(text -> text.matches("class \\d+")))
                    .containsExactlyInAnyOrderElementsOf(expected);
            Drawing mean = Drawing.of(PredictionPlot.of(
                    GREY,
                    MeanNetwork.of(bayesian, PictureInput.unit(new Volume(1, 2, 2)), names)
                            .predict(image)));
            assertThat(mean.texts()).contains("probability; 10 of 12 classes").doesNotContain("set", "score");
            assertThat(mean.all("rect", "solid s1")).hasSize(1);
        }
    }

    @Test
    void picturesStandSideBySide() {
        PredictionPlot plot = PredictionPlot.of(GREY, Digits.INTERVALS.prediction(0));
        Drawing drawing = Drawing.of(PredictionPicture.svg(new TreeMap<>(Map.of("a <digit>", plot, "b", plot)), "two"));
        assertThat(drawing.attribute("viewBox")).startsWith("0 0 856 ");
        assertThat(drawing.all("g"))
                .extracting(g -> g.getAttribute("transform"))
                .containsExactly("translate(24 54)", "translate(452 54)");
        assertThat(drawing.texts()).contains("a <digit>", "b");
        assertThatThrownBy(() -> PredictionPicture.svg(Map.of(), "")).hasMessageContaining("predictions");
    }
}
