package org.epiwrap.report;

import java.awt.image.BufferedImage;
import java.util.Arrays;
import java.util.List;
import org.epiwrap.dirichlet.Components;
import org.epiwrap.dirichlet.IntervalLaw;

/**
 * The density of a law of intervals over the simplex. A point is as opaque as there is probability where the density is
 * no higher than there: a density may be endless at the sides, beside which all else would be nothing.
 */
public final class DirichletPlot implements Plot {
    private static final double SIDE = 300;
    private static final double LEFT = 0.5 * (Svg.WIDTH - SIDE);
    private static final int POINTS_PER_SIDE = 400;
    /** One colour that stands out from light and from dark pages: what varies is how much of it there is. */
    private static final int COLOUR = 0x2f86c8;

    private final IntervalLaw law;

    private DirichletPlot(IntervalLaw law) {
        this.law = law;
    }

    public static DirichletPlot of(IntervalLaw law) {
        return new DirichletPlot(law);
    }

    @Override
    public String svg(String description) {
        Svg svg = new Svg();
        double top = Legend.draw(svg, entries()) + 20;
        Simplex simplex = new Simplex(LEFT, top, SIDE);
        if (law instanceof IntervalLaw.Dirichlet dirichlet) {
            svg.add(Element.image(
                            LEFT,
                            top,
                            SIDE,
                            simplex.height(),
                            density(dirichlet).uri())
                    .with("role", "presentation")
                    .with("preserveAspectRatio", "none"));
        }
        simplex.draw(svg);
        Components mean = law.mean();
        svg.add(Marks.diamond(simplex.x(mean), simplex.y(mean))
                .css("solid s2 ringed")
                .tip("mean: below " + Numbers.significant(mean.below()) + ", inside "
                        + Numbers.significant(mean.inside()) + ", above " + Numbers.significant(mean.above())));
        return svg.toString(simplex.bottom(), description);
    }

    private List<Legend.Entry> entries() {
        return law instanceof IntervalLaw.Dirichlet dirichlet
                ? List.of(
                        new Legend.Entry("density, α = " + told(dirichlet.alpha()), Legend.Mark.AREA, "density"),
                        new Legend.Entry("mean", Legend.Mark.DIAMOND, "s2"))
                : List.of(new Legend.Entry("the one interval there is", Legend.Mark.DIAMOND, "s2"));
    }

    private static String told(Components alpha) {
        return "(" + Numbers.significant(alpha.below()) + ", " + Numbers.significant(alpha.inside()) + ", "
                + Numbers.significant(alpha.above()) + ")";
    }

    private static Picture density(IntervalLaw.Dirichlet dirichlet) {
        int width = POINTS_PER_SIDE;
        int height = (int) Math.round(width * Simplex.HEIGHT_PER_SIDE);
        double[] log = new double[width * height];
        for (int row = 0; row < height; row++) {
            for (int column = 0; column < width; column++) {
                double inside = 1 - (row + 0.5) / height;
                double above = (column + 0.5) / width - 0.5 * inside;
                log[row * width + column] = dirichlet.logDensity(new Components(1 - inside - above, inside, above));
            }
        }
        double[] rising = log.clone();
        Arrays.sort(rising);
        double[] noHigher = new double[rising.length];
        double sum = 0;
        for (int i = 0; i < rising.length; i++) {
            sum += Math.exp(rising[i] - rising[rising.length - 1]);
            noHigher[i] = sum;
        }
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_ARGB);
        for (int i = 0; i < log.length; i++) {
            int opacity = (int) Math.round(255 * noHigher[Arrays.binarySearch(rising, log[i])] / sum);
            image.setRGB(i % width, i / width, opacity << 24 | COLOUR);
        }
        return Picture.of(image);
    }
}
