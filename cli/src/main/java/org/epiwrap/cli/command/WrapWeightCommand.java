package org.epiwrap.cli.command;

import java.io.IOException;
import java.nio.file.Path;
import org.epiwrap.cli.option.WrapperOptions;
import org.epiwrap.cli.output.WeightJson;
import org.epiwrap.cli.output.WeightText;
import org.epiwrap.file.AtomicFile;
import org.epiwrap.posterior.Posterior;
import org.epiwrap.report.weight.WeightPicture;
import org.epiwrap.wrap.WrappedPosterior;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Wraps one Gaussian weight and prints every step. */
@Command(name = "wrap-weight")
public final class WrapWeightCommand extends Subcommand {
    @Option(names = "--mu", required = true, paramLabel = "X")
    private double mu;

    @Option(names = "--sigma", required = true, paramLabel = "X")
    private double sigma;

    @Mixin
    private final WrapperOptions wrapper = new WrapperOptions();

    @Option(names = "--json")
    private boolean json;

    @Option(names = "--svg", paramLabel = "FILE")
    private @Nullable Path svg;

    @Override
    public Integer call() throws IOException {
        WrappedPosterior wrapped = wrapper.wrapper().wrap(Posterior.gaussian(mu, sigma));
        out().println(json ? WeightJson.of(wrapped).toString() : WeightText.of(mu, sigma, wrapped));
        if (svg != null) {
            AtomicFile.write(svg, WeightPicture.svg(wrapped));
        }
        return 0;
    }
}
