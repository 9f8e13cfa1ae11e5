package org.epiwrap.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.epiwrap.credal.ClassSet;
import org.epiwrap.credal.ProbabilityIntervals;
import org.epiwrap.metrics.Predictions;
import org.epiwrap.metrics.RejectionCurve;
import org.epiwrap.metrics.Reliability;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

class PlotTest {
    private static final Picture GREY = Picture.of(new byte[] {0, (byte) 200, 100, (byte) 255}, 1, 2, 2);

    @Test
    void rejectionCurvesRunFromAllImagesToFew() {
        // Four images, the wrong one the most uncertain but one: 3/4, 2/3, 1, 1 are right of 4, 3, 2, 1 kept.
        RejectionCurve curve =
                RejectionCurve.of(new double[] {0.1, 0.2, 0.3, 0.4}, new boolean[] {true, true, false, true});
        Drawing drawing = Drawing.of(LinePlot.ofRejection().with("a score", curve));
        double[] points = Drawing.points(drawing.all("path", "line s1").get(0));
        double accuracy75 = points[1];
        double accuracy100 = points[7];
        assertThat(points).hasSize(8);
        assertThat(points[5]).isEqualTo(accuracy100);
        // Down the page is less: 2/3 is a third of the way from 3/4 beyond it, as 1 - 3/4 is to 3/4 - 2/3.
        assertThat(points[3] - accuracy75).isCloseTo((accuracy75 - accuracy100) / 3, within(0.02));
        assertThat(points[2] - points[0]).isCloseTo(points[6] - points[4], within(0.02));
        assertThat(drawing.texts()).contains("a score", "accuracy of those kept");
    }

    @Test
    void longCurvesAreThinned() {
        int images = 10_000;
        RejectionCurve curve =
                RejectionCurve.of(IntStream.range(0, images).asDoubleStream().toArray(), new boolean[images]);
        Drawing drawing = Drawing.of(LinePlot.ofRejection().with("a", curve).with("b", curve));
        assertThat(Drawing.points(drawing.all("path", "line s2").get(0))).hasSize(400);
    }

    @Test
    void linesRefuseWhatCannotBeDrawn() {
        LinePlot empty = LinePlot.of("x", "y");
        assertThatThrownBy(() -> empty.svg("")).hasMessageContaining("the number of curves");
        assertThatThrownBy(() -> empty.with("a", new double[1], new double[2])).hasMessageContaining("as long as x");
        assertThatThrownBy(() -> empty.with("a", new double[0], new double[0])).hasMessageContaining("points");
        assertThatThrownBy(() -> empty.with("a", new double[1], new double[] {Double.NaN}))
                .hasMessage("y[0] must be a finite number, but is NaN");
    }

    @Test
    void longTicksAreFewer() {
        List<String> few = Drawing.of(
                        LinePlot.of("x", "y").with("a", new double[] {0.1234561, 0.1234569}, new double[] {0, 1}))
                .texts();
        assertThat(few.stream().filter(text -> text.startsWith("0.12345"))).hasSizeBetween(2, 4);
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
        Drawing drawing = Drawing.of(
                HistogramPlot.of("score").with("known", new double[] {0, 1}).with("strangers", new double[] {0.5, 0.5
                }));
        assertThat(drawing.all("path", "area s1")
                        .get(0)
                        .getAttribute("d")
                        .chars()
                        .filter(c -> c == 'M'))
                .hasSize(2);
        assertThat(drawing.all("path", "area s2")
                        .get(0)
                        .getAttribute("d")
                        .chars()
                        .filter(c -> c == 'M'))
                .hasSize(1);
        assertThat(Drawing.of(HistogramPlot.of("s").with("all equal", new double[] {2, 2, 2}))
                        .texts())
                .contains("2.0");
    }

    /** Shares of few values would else be drawn as if they filled all there is. */
    @Test
    void histogramsOfSharesAreFromZeroToOne() {
        double[] few = {0.2, 0.3};
        assertThat(Drawing.of(HistogramPlot.ofShares("EU").with("known", few)).texts())
                .contains("0.0", "0.2", "0.8", "1.0");
        assertThat(Drawing.of(HistogramPlot.of("EU").with("known", few)).texts())
                .contains("0.20", "0.30")
                .doesNotContain("1.0");
        assertThatThrownBy(() -> HistogramPlot.ofShares("EU").with("a", new double[] {0, 1.5}))
                .hasMessage("scores[1] must be in [0, 1], but is 1.5");
    }

    @Test
    void histogramsRefuseWhatCannotBeDrawn() {
        HistogramPlot empty = HistogramPlot.of("score");
        assertThatThrownBy(() -> empty.svg("")).hasMessageContaining("the number of groups");
        assertThatThrownBy(() -> empty.with("a", new double[0])).hasMessageContaining("the number of scores");
        assertThatThrownBy(() -> empty.with("a", new double[] {Double.POSITIVE_INFINITY}))
                .hasMessageContaining("scores[0]");
    }

    @Test
    void reliabilityHasABarAndADotForEachBin() {
        Predictions predictions =
                Predictions.of(new float[] {1, 0, 0.75f, 0.25f, 0.25f, 0.75f}, new int[] {0, 0, 0}, 2);
        Drawing drawing = Drawing.of(ReliabilityPlot.of(predictions.reliability()));
        List<Element> bars = drawing.all("rect", "bar s1").stream()
                .filter(bar -> bar.getTextContent().contains("accuracy"))
                .toList();
        // One of the two images of confidence 0.75 is right, and the one of confidence 1.
        assertThat(bars).hasSize(2);
        assertThat(Drawing.number(bars.get(0), "height"))
                .isCloseTo(0.5 * Drawing.number(bars.get(1), "height"), within(0.02));
        assertThat(bars.get(0).getTextContent())
                .isEqualTo("confidence 0.73 to 0.80: 2 images, accuracy 0.500, mean confidence 0.750");
        List<Element> counts = drawing.all("rect", "bar quiet");
        assertThat(Drawing.number(counts.get(1), "height"))
                .isCloseTo(0.5 * Drawing.number(counts.get(0), "height"), within(0.02));
        assertThat(drawing.texts()).contains("expected calibration error 0.1667");
        assertThatThrownBy(() -> ReliabilityPlot.of(new Reliability(List.of()))).hasMessageContaining("bins");
    }

    @Test
    void intervalsRunFromLowerToUpper() {
        Drawing drawing = Drawing.of(IntervalBars.of(
                        Verdict.WRONG,
                        GREY,
                        List.of("cat", "dog", "fox"),
                        ProbabilityIntervals.of(new double[] {0, 0.25, 0.1}, new double[] {0.5, 0.75, 0.1}),
                        ClassSet.of(0, 1))
                .withTruth("fox"));
        List<Element> possible = drawing.all("rect", "s1");
        List<Element> impossible = drawing.all("rect", "quiet");
        assertThat(possible).hasSize(2);
        assertThat(impossible).hasSize(1);
        assertThat(Drawing.number(possible.get(1), "width"))
                .isCloseTo(Drawing.number(possible.get(0), "width"), within(0.02));
        assertThat(Drawing.number(possible.get(1), "x") - Drawing.number(possible.get(0), "x"))
                .isCloseTo(0.5 * Drawing.number(possible.get(0), "width"), within(0.02));
        assertThat(impossible.get(0).getTextContent()).isEqualTo("fox: 0.1000 to 0.1000");
        assertThat(Drawing.number(impossible.get(0), "width")).isEqualTo(2);
        assertThat(drawing.texts()).contains("wrong", "fox", "cat or dog", "probability, lower to upper");
    }

    @Test
    void ofManyClassesTheLikeliestAreShown() {
        int classes = 12;
        double[] upper =
                IntStream.range(0, classes).mapToDouble(c -> 0.05 * (c + 1)).toArray();
        List<String> names =
                IntStream.range(0, classes).mapToObj(c -> "class " + c).toList();
        ProbabilityIntervals intervals = ProbabilityIntervals.of(new double[classes], upper);
        Drawing many = Drawing.of(
                IntervalBars.of(Verdict.ABSTAINED, GREY, names, intervals, ClassSet.where(classes, c -> c > 4)));
        assertThat(many.texts())
                .contains("class 11", "class 2", "7 of the 12 classes")
                .contains("probability, lower to upper; 10 of 12 classes")
                .doesNotContain("class 1", "truth");
        Drawing all = Drawing.of(IntervalBars.of(
                Verdict.OUT_OF_DISTRIBUTION, GREY, names, intervals, ClassSet.where(classes, c -> true)));
        assertThat(all.texts()).contains("any class", "out of distribution");
        assertThatThrownBy(() ->
                        IntervalBars.of(Verdict.RIGHT, GREY, Collections.nCopies(3, "a"), intervals, ClassSet.of(0)))
                .hasMessageContaining("names must be as long as intervals (12)");
    }

    @Test
    void picturesAreReadBack() throws IOException {
        assertThat(rgb(GREY, 1, 0)).isEqualTo(0xc8c8c8);
        assertThat(rgb(GREY, 0, 1)).isEqualTo(0x646464);
        byte[] colour = {1, 2, 3, 4, 5, 6};
        assertThat(rgb(Picture.of(colour, 3, 1, 2), 0, 0)).isEqualTo(0x010305);
        assertThat(rgb(Picture.of(colour, 3, 1, 2), 1, 0)).isEqualTo(0x020406);
    }

    @Test
    void badPicturesAreRefused() {
        assertThatThrownBy(() -> Picture.of(new byte[8], 2, 2, 2)).hasMessage("channels must be 1 or 3, but is 2");
        assertThatThrownBy(() -> Picture.of(new byte[3], 1, 2, 2))
                .hasMessage("pixels must hold 1 x 2 x 2 bytes, but its length is 3");
        assertThatThrownBy(() -> Picture.of(new byte[0], 1, 0, 2)).hasMessageContaining("height");
    }

    private static int rgb(Picture picture, int x, int y) throws IOException {
        String base64 = picture.uri().substring("data:image/png;base64,".length());
        return ImageIO.read(new ByteArrayInputStream(Base64.getDecoder().decode(base64)))
                        .getRGB(x, y)
                & 0xffffff;
    }
}
