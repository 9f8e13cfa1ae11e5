package org.epiwrap.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.epiwrap.belief.Complement;
import org.epiwrap.belief.Contour;
import org.epiwrap.belief.Grid;
import org.epiwrap.check.Check;
import org.epiwrap.dirichlet.DirichletFit;
import org.epiwrap.file.AtomicFile;
import org.epiwrap.posterior.Posterior;
import org.epiwrap.posterior.Truncation;
import org.epiwrap.wrap.EpistemicWrapper;
import org.epiwrap.wrap.WrappedPosterior;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "wrap-weight",
        description = {
            "Wraps one Gaussian weight and prints every step: where its tails are cut, the focal intervals with their"
                    + " masses, their moments, the Dirichlet distribution and the expected interval."
        },
        mixinStandardHelpOptions = true,
        versionProvider = EpiwrapCommand.Version.class,
        sortOptions = false,
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  epiwrap wrap-weight --mu 0.1 --sigma 0.05",
            "  epiwrap wrap-weight --mu 0.1 --sigma 0.05 --json",
            "  epiwrap wrap-weight --mu 0 --sigma 0.7 --grid exact --contour dubois-prade"
        })
final class WrapWeightCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Option(names = "--mu", required = true, paramLabel = "X", description = "Mean of the weight's posterior.")
    private double mu;

    @Option(
            names = "--sigma",
            required = true,
            paramLabel = "X",
            description = "Standard deviation of the weight's posterior, at least 0.")
    private double sigma;

    @Option(
            names = "--grid",
            paramLabel = "N|exact",
            converter = Choices.GridName.class,
            description = "Number of grid points, at least 4, or exact for the limit of endless points (default: 30).")
    private Grid grid = Grid.points(30);

    @Option(
            names = "--contour",
            paramLabel = "CONTOUR",
            converter = Choices.ContourName.class,
            completionCandidates = Choices.ContourName.class,
            description = "How the density becomes plausibility: ${COMPLETION-CANDIDATES} (default: sup).")
    private Contour contour = Contour.SUP_NORMALISED;

    @Option(
            names = "--complement",
            paramLabel = "COMPLEMENT",
            converter = Choices.ComplementName.class,
            completionCandidates = Choices.ComplementName.class,
            description = "What lies outside an interval: ${COMPLETION-CANDIDATES} (default: continuous).")
    private Complement complement = Complement.CONTINUOUS;

    @Option(
            names = "--fit",
            paramLabel = "FIT",
            converter = Choices.FitName.class,
            completionCandidates = Choices.FitName.class,
            description = "How the Dirichlet distribution is fitted: ${COMPLETION-CANDIDATES} (default: paper).")
    private DirichletFit fit = DirichletFit.PER_COMPONENT;

    @Option(
            names = "--json",
            description = "Print one JSON object, numbers at full precision. focal is empty on the exact grid; alpha is"
                    + " null where all mass, or nearly all, is on one interval.")
    private boolean json;

    @Option(names = "--svg", paramLabel = "FILE", description = "Also draw it, into this file.")
    private @Nullable Path svg;

    @Override
    public Integer call() throws IOException {
        Check.finite("--mu", mu);
        Check.nonNegative("--sigma", sigma);
        check(grid, complement);
        EpistemicWrapper wrapper = new EpistemicWrapper(Truncation.withDefaults(), grid, contour, complement, fit);
        WrappedPosterior wrapped = wrapper.wrap(Posterior.gaussian(mu, sigma));
        spec.commandLine()
                .getOut()
                .println(json ? WeightJson.of(wrapped).toString() : new WeightText(mu, sigma, wrapped).toString());
        if (svg != null) {
            AtomicFile.write(svg, new WeightPicture(wrapped).toString());
        }
        return 0;
    }

    /** Refuses what no wrapper can do, by the names of the options. */
    static void check(Grid grid, Complement complement) {
        if (grid instanceof Grid.Exact && complement == Complement.GRID_POINTS) {
            throw new IllegalArgumentException(
                    "--complement must be continuous with --grid exact, which has no points, but is grid");
        }
    }
}
