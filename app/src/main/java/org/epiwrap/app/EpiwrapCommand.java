package org.epiwrap.app;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "epiwrap",
        description = "Epistemic wrapping: belief functions on the weights of Bayesian neural networks.",
        mixinStandardHelpOptions = true,
        versionProvider = EpiwrapCommand.Version.class,
        subcommands = WrapWeightCommand.class,
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands:%n",
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExample:%n",
        footer = "  epiwrap wrap-weight --mu 0.1 --sigma 0.05")
final class EpiwrapCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing command");
    }

    /** The version the build wrote beside the classes. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            Properties properties = new Properties();
            try (InputStream in = EpiwrapCommand.class.getResourceAsStream("version.properties")) {
                properties.load(Objects.requireNonNull(in, "version.properties"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return new String[] {"epiwrap " + properties.getProperty("version")};
        }
    }
}
