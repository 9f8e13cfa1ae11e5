package org.epiwrap.report.weight;

import java.awt.image.BufferedImage;
import java.util.Arrays;
import java.util.List;
import org.epiwrap.dirichlet.Components;
import org.epiwrap.dirichlet.IntervalLaw;
import org.epiwrap.report.plot.Legend;
import org.epiwrap.report.plot.Plot;
import org.epiwrap.report.svg.Element;
import org.epiwrap.report.svg.Picture;
import org.epiwrap.report.svg.Svg;

/**
 * The density of a distribution of intervals over the simplex. A point's opacity is the probability of the region where
 * the density is at most as high: the density itself may be unbounded at the sides, and would hide everything else.
 */
record DirichletPlot(IntervalLaw law) implements Plot {
    private static final double SIDE = 300;
    private static final double LEFT = 0.5 * (Svg.WIDTH - SIDE);
    private static final int POINTS_PER_SIDE = 400;
    /** One colour that stands out on light and on dark pages; only its opacity varies. */
    private static final int COLOUR = 0x2f86c8;

    @Override
    public double draw(Svg svg) {
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
        svg.add(Element.diamond(simplex.x(mean), simplex.y(mean))
                .css("solid s2 ringed")
                .tip("mean: " + Simplex.describe(mean)));
        return simplex.bottom();
    }

    private List<Legend.Entry> entries() {
        return law instanceof IntervalLaw.Dirichlet dirichlet
                ? List.of(
                        Legend.Mark.AREA.of("density, α = " + Simplex.triple(dirichlet.alpha()), "density"),
                        Legend.Mark.DIAMOND.of("mean", "s2"))
                : List.of(Legend.Mark.DIAMOND.of("the only interval", "s2"));
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
        double[] ascending = log.clone();
        Arrays.sort(ascending);
        double[] cumulative = new double[ascending.length];
        double sum = 0;
        for (int i = 0; i < ascending.length; i++) {
            sum += Math.exp(ascending[i] - ascending[ascending.length - 1]);
            cumulative[i] = sum;
        }
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_ARGB);
        for (int i = 0; i < log.length; i++) {
            int opacity = (int) Math.round(255 * cumulative[Arrays.binarySearch(ascending, log[i])] / sum);
            image.setRGB(i % width, i / width, opacity << 24 | COLOUR);
        }
        return Picture.of(image);
    }
}
