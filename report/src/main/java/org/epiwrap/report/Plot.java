package org.epiwrap.report;

/** Something drawn from numbers; a {@link Figure} shows it. */
public sealed interface Plot
        permits DirichletPlot,
                HistogramPlot,
                IntervalBars,
                LinePlot,
                PosteriorPlot,
                ReliabilityPlot,
                SimplexPlot,
                TrianglePlot {

    /** The drawing as SVG, with a description for those who cannot see it. */
    String svg(String description);
}
