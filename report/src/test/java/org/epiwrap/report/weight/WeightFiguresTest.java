package org.epiwrap.report.weight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Base64;
import java.util.List;
import javax.imageio.ImageIO;
import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.belief.Contour;
import org.epiwrap.belief.FocalInterval;
import org.epiwrap.belief.Grid;
import org.epiwrap.belief.NestedBelief;
import org.epiwrap.dirichlet.Components;
import org.epiwrap.dirichlet.IntervalLaw;
import org.epiwrap.interval.Interval;
import org.epiwrap.posterior.Posterior;
import org.epiwrap.random.RandomStreams;
import org.epiwrap.report.Figure;
import org.epiwrap.report.svg.Drawing;
import org.epiwrap.wrap.EpistemicWrapper;
import org.epiwrap.wrap.WrappedPosterior;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

class WeightFiguresTest {
    private static final RandomStreams STREAMS = new RandomStreams(5);
    private static final EpistemicWrapper WRAPPER = EpistemicWrapper.withDefaults();
    private static final WrappedPosterior GAUSSIAN = WRAPPER.wrap(Posterior.gaussian(0.1, 0.05));
    private static final WrappedPosterior TWO_MODES = WRAPPER.with(Contour.DUBOIS_PRADE)
            .wrap(Posterior.density(
                    w -> Math.exp(-50 * (w + 0.4) * (w + 0.4)) + 0.6 * Math.exp(-80 * (w - 0.3) * (w - 0.3)), -1, 0.8));

    /** Layer by layer, the rectangles over a point add up to the shade of the belief that the belief function states. */
    @Test
    void theTriangleIsAsDarkAsTheBelief() {
        UniformRandomProvider random = STREAMS.stream(1);
        for (WrappedPosterior wrapped : List.of(GAUSSIAN, TWO_MODES)) {
            Drawing drawing = Drawing.of(TrianglePlot.of(wrapped));
            double[] triangle = Drawing.points(drawing.all("path", "surface").get(0));
            Interval domain = wrapped.posterior().domain();
            List<Element> layers = drawing.all("rect", "s1").stream()
                    .filter(rect -> rect.getTextContent().startsWith("belief"))
                    .toList();
            int believed = 0;
            for (int i = 0; i < 400; i++) {
                double lower = random.nextDouble(domain.lower(), domain.upper());
                double upper = random.nextDouble(lower, domain.upper());
                double x = triangle[0] + (lower - domain.lower()) / domain.width() * (triangle[4] - triangle[0]);
                double y = triangle[1] + (upper - domain.lower()) / domain.width() * (triangle[3] - triangle[1]);
                double clear = 1;
                for (Element layer : layers) {
                    double left = Drawing.number(layer, "x");
                    double top = Drawing.number(layer, "y");
                    if (x >= left
                            && x <= left + Drawing.number(layer, "width")
                            && y >= top
                            && y <= top + Drawing.number(layer, "height")) {
                        clear *= 1 - Drawing.number(layer, "fill-opacity");
                    }
                }
                double belief = wrapped.belief().belief(Interval.of(lower, upper));
                double shade = belief > 0 ? 0.06 + 0.64 * belief : 0;
                assertThat(1 - clear).as("[%s, %s]", lower, upper).isCloseTo(shade, within(5e-3));
                believed += belief > 0 ? 1 : 0;
            }
            assertThat(believed).isBetween(40, 360);
        }
    }

    @Test
    void focalIntervalsStandAtTheirEndsWithTheirMasses() {
        List<FocalInterval> focal = ((NestedBelief) GAUSSIAN.belief()).focal();
        Drawing drawing = Drawing.of(TrianglePlot.of(GAUSSIAN));
        double[] triangle = Drawing.points(drawing.all("path", "surface").get(0));
        double largest = focal.stream().mapToDouble(FocalInterval::mass).max().orElseThrow();
        List<Element> dots = drawing.all("circle", "dot s3").stream()
                .filter(dot -> dot.getTextContent().contains("mass"))
                .toList();
        assertThat(dots).hasSameSizeAs(focal);
        for (int k = 0; k < focal.size(); k++) {
            double across = (focal.get(k).interval().lower() + 0.15) / 0.5;
            double up = (focal.get(k).interval().upper() + 0.15) / 0.5;
            assertThat(Drawing.number(dots.get(k), "cx"))
                    .isCloseTo(triangle[0] + across * (triangle[4] - triangle[0]), within(0.02));
            assertThat(Drawing.number(dots.get(k), "cy"))
                    .isCloseTo(triangle[1] + up * (triangle[3] - triangle[1]), within(0.02));
            assertThat(Drawing.number(dots.get(k), "r"))
                    .isCloseTo(Math.max(0.8, 7 * Math.sqrt(focal.get(k).mass() / largest)), within(0.01));
        }
    }

    @Test
    void thePosteriorIsCutAtFiveSigmas() {
        Drawing drawing = Drawing.of(new PosteriorPlot(GAUSSIAN));
        assertThat(drawing.texts()).contains("−0.150", "0.350", "weight");
        double[] curve = Drawing.points(drawing.all("path", "area s1").get(0));
        List<Element> cuts = drawing.all("line", "guide").stream()
                .filter(line -> line.getAttribute("x1").equals(line.getAttribute("x2")))
                .toList();
        assertThat(Drawing.number(cuts.get(0), "x1")).isEqualTo(curve[0]);
        assertThat(Drawing.number(cuts.get(1), "x1")).isEqualTo(curve[curve.length - 2]);
        // Of 241 points the 121st is the mean; one sigma, a fifth of the half-width, is 24 points further.
        double base = curve[1];
        double peak = base - curve[2 * 121 + 1];
        assertThat((base - curve[2 * 145 + 1]) / peak).isCloseTo(Math.exp(-0.5), within(1e-3));
        Element interval = drawing.all("rect", "solid s2").get(0);
        double width = curve[curve.length - 2] - curve[0];
        assertThat(Drawing.number(interval, "width"))
                .isCloseTo(GAUSSIAN.interval().width() / 0.5 * width, within(0.05));
    }

    @Test
    void aWeightFarFromZeroIsShownAsADistance() {
        Drawing drawing = Drawing.of(new PosteriorPlot(WRAPPER.wrap(Posterior.gaussian(-1234.5, 1e-7))));
        assertThat(drawing.texts()).contains("weight − (−1234.5)", "−2e−7", "0");
    }

    @Test
    void aKnownWeightIsAPoint() {
        WrappedPosterior known = WRAPPER.wrap(Posterior.gaussian(-0.25, 0));
        Drawing posterior = Drawing.of(new PosteriorPlot(known));
        assertThat(posterior.all("path")).isEmpty();
        Element line = posterior.all("line", "line s1").get(0);
        assertThat(line.getAttribute("x1")).isEqualTo(line.getAttribute("x2"));
        Drawing triangle = Drawing.of(TrianglePlot.of(known));
        double[] corners = Drawing.points(triangle.all("path", "surface").get(0));
        assertThat(Drawing.number(triangle.all("circle", "dot s3").get(0), "cx"))
                .isEqualTo(corners[0]);
        Drawing law = Drawing.of(new DirichletPlot(known.law()));
        assertThat(law.all("image")).isEmpty();
        assertThat(law.texts()).contains("the only interval");
    }

    @Test
    void withoutAGridAFineOneStandsIn() {
        WrappedPosterior exact = WRAPPER.with(Grid.exact()).wrap(Posterior.gaussian(0, 0.1));
        assertThat(Masses.of(exact).size()).isEqualTo(30);
        assertThat(Masses.of(GAUSSIAN)).isSameAs(GAUSSIAN.belief());
    }

    @Test
    void drawsAreFixedByTheirStream() {
        SimplexPlot plot = SimplexPlot.of(GAUSSIAN, STREAMS.stream(2), 250);
        Drawing drawing = Drawing.of(plot);
        assertThat(drawing.all("circle", "speck")).hasSize(250);
        assertThat(plot.svg(""))
                .isEqualTo(SimplexPlot.of(GAUSSIAN, STREAMS.stream(2), 250).svg(""));
        Components drawn = GAUSSIAN.law().draw(STREAMS.stream(2));
        double[] frame = Drawing.points(drawing.all("path", "frame").get(1));
        // Left corner, top, right corner.
        double x = frame[0] * drawn.below() + frame[2] * drawn.inside() + frame[4] * drawn.above();
        double y = frame[1] * drawn.below() + frame[3] * drawn.inside() + frame[5] * drawn.above();
        Element first = drawing.all("circle", "speck").get(0);
        assertThat(Drawing.number(first, "cx")).isCloseTo(x, within(0.02));
        assertThat(Drawing.number(first, "cy")).isCloseTo(y, within(0.02));
        assertThatThrownBy(() -> SimplexPlot.of(GAUSSIAN, STREAMS.stream(2), 0)).hasMessageContaining("draws");
    }

    /** A Dirichlet density with parameters above 1 is highest at (α - 1) / (Σα - 3). */
    @Test
    void theDensityIsHighestAtItsMode() throws IOException {
        Drawing drawing = Drawing.of(new DirichletPlot(new IntervalLaw.Dirichlet(new Components(4, 3, 2))));
        BufferedImage image = image(drawing);
        int highest = -1;
        int column = 0;
        int row = 0;
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                int opacity = image.getRGB(x, y) >>> 24;
                if (opacity > highest) {
                    highest = opacity;
                    column = x;
                    row = y;
                }
            }
        }
        assertThat(highest).isEqualTo(255);
        assertThat(1 - (row + 0.5) / image.getHeight()).isCloseTo(2.0 / 6, within(0.04));
        assertThat((column + 0.5) / image.getWidth()).isCloseTo(1.0 / 6 + 0.5 * 2 / 6, within(0.04));
        assertThat(image.getRGB(0, 0) >>> 24).as("outside the triangle").isZero();
    }

    @Test
    void aDensityThatIsEndlessAtTheSidesIsDrawn() throws IOException {
        Drawing drawing = Drawing.of(new DirichletPlot(new IntervalLaw.Dirichlet(new Components(0.316, 1.16, 0.316))));
        assertThat(image(drawing).getRGB(200, 200) >>> 24).isBetween(15, 150);
        assertThat(image(drawing).getRGB(200, 100) >>> 24).isBetween(15, 150);
    }

    @Test
    void thereAreFourFiguresWithWords() {
        List<Figure> figures = new WeightFigures(GAUSSIAN).all(STREAMS.stream(3));
        assertThat(figures)
                .hasSize(4)
                .allSatisfy(figure -> assertThat(figure.caption()).endsWith("."))
                .allSatisfy(figure -> assertThat(Drawing.of(figure.plot().svg(figure.description()))
                                .attribute("aria-label"))
                        .isEqualTo(figure.description()));
        assertThat(figures.get(3).description())
                .isEqualTo("Dirichlet density with parameters (18.3, 3.02, 18.3); the mean is (0.462, 0.0762, 0.462).");
        assertThat(new WeightFigures(WRAPPER.wrap(Posterior.gaussian(1, 0)))
                        .density()
                        .description())
                .startsWith("All probability on one interval;");
    }

    /** One file: the density, as many focal intervals as there are, the expected interval and an axis of weights. */
    @Test
    void oneFileShowsAllSteps() {
        Drawing drawing = Drawing.of(WeightPicture.svg(GAUSSIAN));
        assertThat(drawing.all("rect", "solid s2")).hasSize(((NestedBelief) GAUSSIAN.belief()).size());
        Element interval = drawing.all("rect", "solid s3").get(0);
        double[] curve = Drawing.points(drawing.all("path", "area s1").get(0));
        double domain = curve[curve.length - 2] - curve[0];
        assertThat(Drawing.number(interval, "width"))
                .isCloseTo(GAUSSIAN.interval().width() / 0.5 * domain, within(0.05));
        assertThat(drawing.texts()).contains("−0.150", "0.100", "0.350", "weight");
        assertThat(Drawing.of(WeightPicture.svg(WRAPPER.wrap(Posterior.gaussian(-0.25, 0))))
                        .texts())
                .contains("−0.250");
    }

    private static BufferedImage image(Drawing drawing) throws IOException {
        String uri = drawing.all("image").get(0).getAttribute("href");
        return ImageIO.read(new ByteArrayInputStream(Base64.getDecoder().decode(uri.substring(uri.indexOf(',') + 1))));
    }
}
