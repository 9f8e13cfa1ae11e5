package org.epiwrap.cli.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.epiwrap.cli.terminal.ShutdownMessage;
import org.epiwrap.model.StoredModel;
import org.epiwrap.model.manifest.Versions;
import org.epiwrap.report.Run;
import org.epiwrap.store.Verification;
import org.epiwrap.tensor.TensorEngine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** What all commands have in common. Their texts are in {@code messages.properties}. */
@Command(mixinStandardHelpOptions = true, versionProvider = Subcommand.Version.class, sortOptions = false)
public abstract class Subcommand implements Callable<Integer> {
    private static final Pattern PLAIN = Pattern.compile("[\\p{L}\\p{N}_./:=,+-]+");

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    final CommandSpec spec() {
        return spec;
    }

    final PrintWriter out() {
        return spec.commandLine().getOut();
    }

    final PrintWriter err() {
        return spec.commandLine().getErr();
    }

    final void remark(String text) {
        err().println("epiwrap: " + text);
        err().flush();
    }

    /** Returns a model as it was read from a file, with a remark if nothing shows that the file is as it was written. */
    final <M extends StoredModel> M remarked(Path file, M model) {
        if (model.verification() == Verification.UNVERIFIED) {
            remark(file + " is unverified: it was written before models were stored with hashes, so that a changed"
                    + " number would not be noticed");
        }
        return model;
    }

    /** Does work that keeps nothing if the process is terminated meanwhile, which is then printed. */
    final <T, E extends Exception> T untilStopped(ShutdownMessage.Work<T, E> work) throws E {
        return ShutdownMessage.during(err(), "stopped; run the same command again to start over", work);
    }

    /** Returns what was typed, as it can be repeated in a shell. */
    final String typed() {
        return typed(argument -> true);
    }

    /** Returns what was typed, without some arguments. */
    final String typed(Predicate<String> kept) {
        return "epiwrap "
                + spec.root().commandLine().getParseResult().originalArgs().stream()
                        .filter(kept)
                        .map(Subcommand::quoted)
                        .collect(Collectors.joining(" "));
    }

    private static String quoted(String argument) {
        return PLAIN.matcher(argument).matches() ? argument : "'" + argument.replace("'", "'\\''") + "'";
    }

    /** Returns the provenance of a report: the command, versions and the machine. */
    final Run run(long... seeds) {
        return Run.of(typed(), seeds)
                .version("epiwrap", Versions.epiwrap())
                .version("engine", TensorEngine.version())
                .onThisMachine();
    }

    /** Returns the provenance of a report about a model. */
    final Run run(Path file, StoredModel model, long... seeds) {
        return run(seeds)
                .setting("model", file.toString())
                .setting("architecture", model.architecture().toString());
    }

    /** For {@code --version}. */
    public static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"epiwrap " + Versions.epiwrap()};
        }
    }
}
