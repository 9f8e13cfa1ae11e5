package org.epiwrap.report.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.epiwrap.metrics.ProbabilityQuality;
import org.epiwrap.metrics.RejectionCurve;
import org.epiwrap.metrics.Reliability;
import org.epiwrap.metrics.Spread;
import org.epiwrap.prediction.Score;
import org.epiwrap.report.svg.Drawing;
import org.epiwrap.report.svg.Svg;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

class PlotTest {
    private static final double[] FEW = {0.2, 0.3};

    @Test
    void rejectionCurvesRunFromAllImagesToFew() {
        // Four images, the wrong one the second most uncertain: 3/4, 2/3, 1, 1 of 4, 3, 2, 1 decided are correct.
        RejectionCurve curve =
                RejectionCurve.of(new double[] {0.1, 0.2, 0.3, 0.4}, new boolean[] {true, true, false, true});
        Drawing drawing = Drawing.of(LinePlot.ofRejection().with(Curve.of("a score", curve)));
        double[] points = Drawing.points(drawing.all("path", "line s1").get(0));
        double accuracy75 = points[1];
        double accuracy100 = points[7];
        assertThat(points).hasSize(8);
        assertThat(points[5]).isEqualTo(accuracy100);
        // Down the page is less: 2/3 is a third of the way from 3/4 beyond it, as 1 - 3/4 is to 3/4 - 2/3.
        assertThat(points[3] - accuracy75).isCloseTo((accuracy75 - accuracy100) / 3, within(0.02));
        assertThat(points[2] - points[0]).isCloseTo(points[6] - points[4], within(0.02));
        assertThat(drawing.texts()).contains("a score", "accuracy of the rest");
    }

    @Test
    void longCurvesAreThinned() {
        int images = 10_000;
        RejectionCurve curve =
                RejectionCurve.of(IntStream.range(0, images).asDoubleStream().toArray(), new boolean[images]);
        Drawing drawing =
                Drawing.of(LinePlot.ofRejection().with(Curve.of("a", curve)).with(Curve.of("b", curve)));
        assertThat(Drawing.points(drawing.all("path", "line s2").get(0))).hasSize(400);
    }

    @Test
    void linesRefuseWhatCannotBeDrawn() {
        LinePlot empty = LinePlot.of("x", "y");
        assertThatThrownBy(() -> empty.svg("")).hasMessageContaining("the number of curves");
        assertThatThrownBy(() -> Curve.of("a", new double[1], new double[2])).hasMessageContaining("as long as x");
        assertThatThrownBy(() -> Curve.of("a", new double[0], new double[0])).hasMessageContaining("points");
        assertThatThrownBy(() -> Curve.of("a", new double[1], new double[] {Double.NaN}))
                .hasMessage("y[0] must be a finite number, but is NaN");
        assertThatThrownBy(() -> empty.marking(Double.POSITIVE_INFINITY, 0, "")).hasMessageContaining("x");
    }

    @Test
    void errorBarsSpanOneDeviationUpAndDown() {
        double[] x = {0, 1};
        Drawing drawing = Drawing.of(LinePlot.of("x", "y")
                .with(Curve.of("means", x, List.of(Spread.of(1, 3), Spread.of(4))))
                .with(Curve.of("2 deviations", x, new double[] {2 - Math.sqrt(2), 2 + Math.sqrt(2)})));
        double[] ends = Drawing.points(drawing.all("path", "line s2").get(0));
        List<Element> bars = drawing.all("line", "error s1");
        assertThat(bars).hasSize(2);
        assertThat(Drawing.number(bars.get(0), "y1")).isCloseTo(ends[1], within(0.02));
        assertThat(Drawing.number(bars.get(0), "y2")).isCloseTo(ends[3], within(0.02));
        assertThat(bars.get(1).getAttribute("y1")).isEqualTo(bars.get(1).getAttribute("y2"));
        assertThat(drawing.all("circle", "dot s1")).hasSize(2);
        assertThat(drawing.all("circle", "dot s2")).isEmpty();
    }

    @Test
    void marksLieWhereTheyShould() {
        Drawing drawing = Drawing.of(LinePlot.of("x", "y")
                .with(Curve.of("a", new double[] {0, 1}, new double[] {0, 1}))
                .marking(0.5, 0.5, "TU threshold 0.670"));
        double[] line = Drawing.points(drawing.all("path", "line s1").get(0));
        Element dot = drawing.all("circle", "estimate").get(0);
        assertThat(Drawing.number(dot, "cx")).isCloseTo(0.5 * (line[0] + line[2]), within(0.02));
        assertThat(Drawing.number(dot, "cy")).isCloseTo(0.5 * (line[1] + line[3]), within(0.02));
        assertThat(drawing.texts()).contains("TU threshold 0.670");
    }

    @Test
    void longTicksAreFewer() {
        List<String> few = Drawing.of(LinePlot.of("x", "y")
                        .with(Curve.of("a", new double[] {0.1234561, 0.1234569}, new double[] {0, 1})))
                .texts();
        assertThat(few.stream().filter(text -> text.startsWith("0.12345"))).hasSizeBetween(2, 4);
    }

    @Test
    void legendsBreakIntoRows() {
        Svg svg = new Svg();
        assertThat(Legend.draw(svg, List.of())).isZero();
        Legend.Entry entry = Legend.Mark.LINE.of("a name of some length", "s1");
        assertThat(Legend.draw(svg, List.of(entry, entry))).isEqualTo(22);
        assertThat(Legend.draw(svg, List.of(entry, entry, entry))).isEqualTo(40);
    }

    @Test
    void numberedStylesRepeat() {
        assertThat(Stream.of(0, 7, 8).map(k -> SeriesStyle.numbered(k).css())).containsExactly("s1", "s8", "s1");
    }

    /** Every score has a rule of its own in the style sheet; all but EU and TU, which are solid, differ in their dashes. */
    @Test
    void scoresHaveDifferentStyles() {
        List<String> styles = Arrays.stream(Score.values())
                .map(SeriesStyle::of)
                .map(style -> Pattern.compile("svg \\." + style.css() + " \\{(.*)}")
                        .matcher(Svg.style())
                        .results()
                        .map(rule -> rule.group(1))
                        .findFirst()
                        .orElseThrow())
                .toList();
        assertThat(styles).hasSize(12).doesNotHaveDuplicates();
        List<String> dashes = styles.stream()
                .filter(rule -> rule.contains("--dashes"))
                .map(rule -> rule.substring(rule.indexOf("--dashes")))
                .toList();
        assertThat(dashes).hasSize(10).doesNotHaveDuplicates();
    }

    @Test
    void histogramsCountEveryScoreOnce() {
        double[] shares = HistogramPlot.shares(new double[] {0, 0.01, 0.5, 1}, Axis.share("s"));
        assertThat(shares).hasSize(30);
        assertThat(shares[0]).isEqualTo(0.5);
        assertThat(shares[15]).isEqualTo(0.25);
        assertThat(shares[29]).isEqualTo(0.25);
        assertThat(Arrays.stream(shares).sum()).isEqualTo(1);
    }

    @Test
    void histogramsOutlineOnlyWhatIsThere() {
        Drawing drawing = Drawing.of(HistogramPlot.of(Score.CLASS_VARIANCE, "test", new double[] {0, 1})
                .with("ood", new double[] {0.5, 0.5}));
        assertThat(outlines(drawing, "area quiet")).isEqualTo(2);
        assertThat(outlines(drawing, "area score-class-variance")).isEqualTo(1);
        double[] equal = {2, 2, 2};
        assertThat(Drawing.of(HistogramPlot.of(Score.CLASS_VARIANCE, "test", equal)
                                .with("all equal", equal))
                        .texts())
                .contains("2.0");
    }

    private static long outlines(Drawing drawing, String css) {
        return drawing.all("path", css)
                .get(0)
                .getAttribute("d")
                .chars()
                .filter(c -> c == 'M')
                .count();
    }

    /** One score of a thousand would be a fifth of a pixel high; and a bin at zero does not lie on the axis. */
    @Test
    void binsWithFewScoresAndAtZeroAreVisible() {
        double[] many =
                IntStream.range(0, 1000).mapToDouble(i -> i == 0 ? 0 : 0.99).toArray();
        Drawing drawing = Drawing.of(HistogramPlot.of(Score.EU, "test", many).with("ood", many));
        double[] outline = Drawing.points(drawing.all("path", "area score-eu").get(0));
        double base = outline[1];
        assertThat(base - outline[3]).isEqualTo(2);
        double axis = drawing.all("line", "axis").stream()
                .mapToDouble(line -> Drawing.number(line, "x1"))
                .min()
                .orElseThrow();
        assertThat(outline[0]).isGreaterThan(axis + 5);
    }

    @Test
    void severalGroupsAreSmallMultiplesOnOneHorizontalAxis() {
        Drawing drawing = Drawing.of(HistogramPlot.of(Score.TU, "test", FEW)
                .with("clothes", FEW)
                .with("noise", new double[] {0.9})
                .with("rotated", FEW)
                .withThreshold(0.67));
        assertThat(drawing.texts()).contains("clothes", "noise", "rotated", "test", "threshold 0.670");
        List<double[]> panels = drawing.all("path", "area score-tu").stream()
                .map(Drawing::points)
                .toList();
        assertThat(panels).hasSize(3);
        assertThat(drawing.all("path", "area quiet")).hasSize(3);
        assertThat(panels.get(2)[0]).isEqualTo(panels.get(0)[0]);
        assertThat(panels.get(2)[1] - panels.get(2)[3]).isCloseTo(panels.get(0)[1] - panels.get(0)[3], within(0.02));
        assertThat(panels.get(1)[0]).isGreaterThan(Svg.WIDTH / 2.0);
        assertThat(drawing.all("line", "line guide"))
                .as("three panels and the legend")
                .hasSize(4);
    }

    /** Otherwise scores of a narrow range would be drawn as if they filled all of it. */
    @Test
    void histogramsOfSharesAreFromZeroToOne() {
        assertThat(Drawing.of(HistogramPlot.of(Score.EU, "test", FEW).with("ood", FEW))
                        .texts())
                .contains("0.0", "0.2", "0.8", "1.0");
        assertThat(Drawing.of(HistogramPlot.of(Score.MUTUAL_INFORMATION, "test", FEW)
                                .with("ood", FEW))
                        .texts())
                .contains("0.20", "0.30")
                .doesNotContain("1.0");
        assertThatThrownBy(() -> HistogramPlot.of(Score.EU, "test", FEW).with("a", new double[] {0, 1.5}))
                .hasMessage("scores[1] must be in [0, 1], but is 1.5");
    }

    @Test
    void histogramsRefuseWhatCannotBeDrawn() {
        HistogramPlot empty = HistogramPlot.of(Score.EU, "test", FEW);
        assertThatThrownBy(() -> empty.svg("")).hasMessageContaining("the number of groups");
        assertThatThrownBy(() -> empty.with("a", new double[0])).hasMessageContaining("the number of scores");
        assertThatThrownBy(() -> empty.with("a", new double[] {Double.POSITIVE_INFINITY}))
                .hasMessageContaining("scores[0]");
    }

    @Test
    void reliabilityHasABarAndADotForEachBin() {
        ProbabilityQuality predictions =
                ProbabilityQuality.of(new float[] {1, 0, 0.75f, 0.25f, 0.25f, 0.75f}, new int[] {0, 0, 0}, 2);
        Drawing drawing = Drawing.of(new ReliabilityPlot(predictions.reliability()));
        List<Element> bars = drawing.all("rect", "bar s1").stream()
                .filter(bar -> bar.getTextContent().contains("accuracy"))
                .toList();
        // One of the two examples of confidence 0.75 is correct, and so is the one of confidence 1.
        assertThat(bars).hasSize(2);
        assertThat(Drawing.number(bars.get(0), "height"))
                .isCloseTo(0.5 * Drawing.number(bars.get(1), "height"), within(0.02));
        assertThat(bars.get(0).getTextContent())
                .isEqualTo("confidence 0.73 to 0.80: 2 examples, accuracy 0.500, mean confidence 0.750");
        List<Element> counts = drawing.all("rect", "bar quiet");
        assertThat(Drawing.number(counts.get(1), "height"))
                .isCloseTo(0.5 * Drawing.number(counts.get(0), "height"), within(0.02));
        assertThat(drawing.texts()).contains("expected calibration error 0.1667");
        assertThatThrownBy(() -> new ReliabilityPlot(new Reliability(List.of())))
                .hasMessageContaining("bins");
    }
}
