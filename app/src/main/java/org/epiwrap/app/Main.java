package org.epiwrap.app;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import org.epiwrap.data.DataException;
import org.epiwrap.hybrid.IntervalOverflowException;
import org.epiwrap.network.DivergedException;
import org.epiwrap.store.StoreException;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Entry point. Exit codes: 0 done, 1 failed, 2 the arguments are at fault. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        StandardOutput standard = new StandardOutput();
        PrintWriter err = utf8(new FileOutputStream(FileDescriptor.err));
        int code = run(args, utf8(standard), err);
        if (code == CommandLine.ExitCode.OK && standard.failure().isPresent()) {
            err.println("epiwrap: not all of the output could be written: "
                    + standard.failure().get());
            code = CommandLine.ExitCode.SOFTWARE;
        }
        System.exit(code);
    }

    static int run(String[] args, PrintWriter out, PrintWriter err) {
        EpiwrapCommand top = new EpiwrapCommand();
        CommandLine commandLine = new CommandLine(top);
        ConfigFile.addOption(commandLine);
        Conversions.addTo(commandLine);
        commandLine
                .setOut(out)
                .setErr(err)
                .setParameterExceptionHandler((e, a) -> {
                    CommandLine command = e.getCommandLine();
                    return fail(command, CommandLine.ExitCode.USAGE, e.getMessage() + suggestion(e) + hint(command));
                })
                .setExecutionExceptionHandler((e, command, parsed) -> {
                    if (top.isVerbose()) {
                        e.printStackTrace(command.getErr());
                    }
                    return failure(command, e);
                });
        int code;
        try {
            ConfigFile.use(commandLine, List.of(args));
            code = commandLine.execute(args);
        } catch (IOException | IllegalArgumentException e) {
            code = failure(commandLine, e);
        } catch (OutOfMemoryError e) {
            code = fail(
                    commandLine,
                    CommandLine.ExitCode.SOFTWARE,
                    "not enough memory; a larger share can be given by JAVA_TOOL_OPTIONS=-Xmx8g, say");
        } catch (LinkageError e) {
            // Such as the engine's library, which is unpacked into the user's cache and loaded when it is first needed.
            if (top.isVerbose()) {
                e.printStackTrace(err);
            }
            code = root(e) instanceof FileSystemException file
                    ? failure(commandLine, file)
                    : fail(commandLine, CommandLine.ExitCode.SOFTWARE, "cannot start: " + root(e));
        }
        out.flush();
        err.flush();
        return code;
    }

    private static Throwable root(Throwable e) {
        return e.getCause() == null ? e : root(e.getCause());
    }

    private static int failure(CommandLine command, Exception e) {
        if (e instanceof UncheckedIOException && e.getCause() instanceof IOException cause) {
            return failure(command, cause);
        }
        if (e instanceof IllegalArgumentException || e instanceof DataException || e instanceof StoreException) {
            return fail(command, CommandLine.ExitCode.USAGE, String.valueOf(e.getMessage()));
        }
        if (e instanceof NoSuchFileException missing) {
            return fail(command, CommandLine.ExitCode.USAGE, "there is no file " + missing.getFile());
        }
        if (e instanceof FileSystemException file) {
            return fail(command, CommandLine.ExitCode.SOFTWARE, "cannot use " + file.getFile() + ": " + reason(file));
        }
        if (e instanceof DivergedException || e instanceof IntervalOverflowException) {
            return fail(command, CommandLine.ExitCode.SOFTWARE, String.valueOf(e.getMessage()));
        }
        if (e instanceof IOException && e.getMessage() != null) {
            return fail(command, CommandLine.ExitCode.SOFTWARE, "cannot read or write: " + e.getMessage());
        }
        return fail(command, CommandLine.ExitCode.SOFTWARE, e.toString());
    }

    private static String reason(FileSystemException e) {
        if (e.getReason() != null) {
            return e.getReason();
        }
        return e instanceof AccessDeniedException
                ? "access is denied"
                : e.getClass().getSimpleName();
    }

    private static int fail(CommandLine command, int code, String message) {
        command.getErr().println("epiwrap: " + message);
        return code;
    }

    private static String suggestion(ParameterException e) {
        List<String> near = e instanceof UnmatchedArgumentException unmatched ? unmatched.getSuggestions() : List.of();
        return near.isEmpty() ? "" : "; did you mean " + String.join(" or ", near) + "?";
    }

    private static String hint(CommandLine command) {
        return " (see '" + command.getCommandSpec().qualifiedName() + " --help')";
    }

    /** Whatever the locale: the output contains characters beyond ASCII. */
    private static PrintWriter utf8(OutputStream stream) {
        return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
    }
}
