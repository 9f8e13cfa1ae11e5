package org.epiwrap.cli.option;

import org.epiwrap.belief.Complement;
import org.epiwrap.belief.Contour;
import org.epiwrap.belief.Grid;
import org.epiwrap.dirichlet.DirichletFit;
import org.epiwrap.wrap.EpistemicWrapper;
import picocli.CommandLine.Option;

/** Options that define how a posterior becomes an interval. */
public final class WrapperOptions {
    private static final EpistemicWrapper DEFAULTS = EpistemicWrapper.withDefaults();

    @Option(names = "--grid", paramLabel = "N|exact")
    private Grid grid = DEFAULTS.grid();

    @Option(names = "--contour", paramLabel = "CONTOUR")
    private Contour contour = DEFAULTS.contour();

    @Option(names = "--complement", paramLabel = "COMPLEMENT")
    private Complement complement = DEFAULTS.complement();

    @Option(names = "--fit", paramLabel = "FIT")
    private DirichletFit fit = DEFAULTS.fit();

    public EpistemicWrapper wrapper() {
        if (grid instanceof Grid.Exact && complement == Complement.GRID_POINTS) {
            throw new IllegalArgumentException(
                    "--complement must be continuous with --grid exact, which has no points, but is grid");
        }
        return DEFAULTS.with(grid).with(contour).with(complement).with(fit);
    }
}
