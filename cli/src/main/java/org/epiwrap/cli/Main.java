package org.epiwrap.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.util.List;
import java.util.Locale;
import java.util.ResourceBundle;
import org.epiwrap.cli.option.Choices;
import org.epiwrap.cli.option.ConfigFile;
import org.epiwrap.cli.option.Conversions;
import org.epiwrap.cli.option.Ranges;
import org.epiwrap.cli.terminal.EngineCache;
import org.epiwrap.cli.terminal.Failure;
import org.epiwrap.cli.terminal.StandardOutput;
import org.epiwrap.store.Text;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** The entry point. The help of {@code epiwrap} lists the exit codes. */
public final class Main {
    private static final String MESSAGES = "org.epiwrap.cli.messages";

    private Main() {}

    public static void main(String[] args) {
        StandardOutput standard = new StandardOutput();
        PrintWriter err = utf8(new FileOutputStream(FileDescriptor.err));
        int code = run(args, utf8(standard), err);
        if (code == CommandLine.ExitCode.OK && standard.failure().isPresent()) {
            err.println("epiwrap: the output could not be written completely: "
                    + standard.failure().get());
            code = CommandLine.ExitCode.SOFTWARE;
        }
        System.exit(code);
    }

    static int run(String[] args, PrintWriter out, PrintWriter err) {
        EpiwrapCommand top = new EpiwrapCommand();
        CommandLine commandLine = commandLine(top);
        commandLine
                .setOut(out)
                .setErr(err)
                .setExecutionStrategy(Main::execute)
                .setParameterExceptionHandler((e, a) -> {
                    CommandLine command = e.getCommandLine();
                    return report(
                            new Failure(CommandLine.ExitCode.USAGE, e.getMessage() + suggestion(e) + hint(command)),
                            err);
                })
                .setExecutionExceptionHandler((e, command, parsed) -> {
                    if (top.isVerbose()) {
                        e.printStackTrace(err);
                    }
                    return report(Failure.of(e), err);
                });
        int code;
        try {
            ConfigFile.use(commandLine, List.of(args));
            code = commandLine.execute(args);
        } catch (IOException | IllegalArgumentException e) {
            code = report(Failure.of(e), err);
        } catch (OutOfMemoryError e) {
            code = report(Failure.failed("not enough memory; JAVA_TOOL_OPTIONS=-Xmx8g, for example, allows more"), err);
        } catch (LinkageError e) {
            // Such as of the engine's library, which is unpacked into the user's cache when it is first needed.
            if (top.isVerbose()) {
                e.printStackTrace(err);
            }
            code = report(unloaded(root(e)), err);
        }
        out.flush();
        err.flush();
        return code;
    }

    static CommandLine commandLine(EpiwrapCommand top) {
        CommandLine commandLine = new CommandLine(top);
        Choices.addTo(commandLine);
        ConfigFile.addOption(commandLine);
        Conversions.addTo(commandLine);
        return commandLine.setResourceBundle(ResourceBundle.getBundle(MESSAGES, Locale.ROOT));
    }

    private static int execute(ParseResult parsed) {
        Integer help = CommandLine.executeHelpRequest(parsed);
        if (help != null) {
            return help;
        }
        List<CommandLine> commands = parsed.asCommandLineList();
        Ranges.check(commands.get(commands.size() - 1));
        return new CommandLine.RunLast().execute(parsed);
    }

    private static Failure unloaded(Throwable cause) {
        if (cause instanceof FileSystemException file) {
            return Failure.of(file);
        }
        if (cause instanceof IOException && cause.getMessage() != null) {
            return Failure.failed("the engine cannot be unpacked into " + EngineCache.folder() + ": "
                    + cause.getMessage() + "; set DJL_CACHE_DIR to another folder");
        }
        return Failure.failed("cannot start: " + cause);
    }

    private static Throwable root(Throwable e) {
        return e.getCause() == null ? e : root(e.getCause());
    }

    private static int report(Failure failure, PrintWriter err) {
        // A sentence may quote a file, whose control characters a terminal would obey.
        err.println("epiwrap: " + Text.visible(failure.sentence()));
        return failure.code();
    }

    private static String suggestion(ParameterException e) {
        List<String> near = e instanceof UnmatchedArgumentException unmatched ? unmatched.getSuggestions() : List.of();
        return near.isEmpty() ? "" : "; did you mean " + String.join(" or ", near) + "?";
    }

    private static String hint(CommandLine command) {
        return " (see '" + command.getCommandSpec().qualifiedName() + " --help')";
    }

    /** UTF-8 whatever the locale: the output contains characters beyond ASCII. */
    private static PrintWriter utf8(OutputStream stream) {
        return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
    }
}
