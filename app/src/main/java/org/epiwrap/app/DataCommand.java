package org.epiwrap.app;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.epiwrap.data.CifarArchive;
import org.epiwrap.data.CifarDownload;
import org.epiwrap.data.DataFolder;
import org.epiwrap.data.FileCheck;
import org.epiwrap.study.NamedData;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "data",
        description = "Lists the datasets, downloads those that do not come with epiwrap, and checks their files.",
        mixinStandardHelpOptions = true,
        versionProvider = EpiwrapCommand.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands:%n",
        footerHeading = "%nExamples:%n",
        footer = {"  epiwrap data list", "  epiwrap data get cifar-10", "  epiwrap data verify"})
final class DataCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing command");
    }

    @Command(
            name = "list",
            description = "Says of each dataset whether it is there.",
            mixinStandardHelpOptions = true,
            versionProvider = EpiwrapCommand.Version.class)
    void list() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        Path folder = DataFolder.standard();
        for (NamedData data : NamedData.values()) {
            String where = data.archive()
                    .map(archive -> isThere(archive, folder) ? "in " + folder : "not there: epiwrap data get " + data)
                    .orElse("comes with epiwrap");
            line(out, data, where);
        }
    }

    private static boolean isThere(CifarArchive archive, Path folder) {
        try {
            return archive.isUnpacked(folder);
        } catch (IOException e) {
            return false;
        }
    }

    @Command(
            name = "verify",
            description = "Checks the files of all datasets that are there against the sums of those that were"
                    + " published. Exit code 1 if one is another.",
            mixinStandardHelpOptions = true,
            versionProvider = EpiwrapCommand.Version.class)
    int verify() {
        PrintWriter out = spec.commandLine().getOut();
        int code = CommandLine.ExitCode.OK;
        for (NamedData data : NamedData.values()) {
            List<FileCheck> checks = data.check();
            List<String> wrong = checks.stream()
                    .filter(check -> check.result() != FileCheck.Result.RIGHT)
                    .map(check -> check.file()
                            + (check.result() == FileCheck.Result.MISSING ? " is missing" : " is not as published"))
                    .toList();
            if (checks.stream().allMatch(check -> check.result() == FileCheck.Result.MISSING)) {
                line(out, data, "not there: epiwrap data get " + data);
            } else if (wrong.isEmpty()) {
                line(out, data, checks.size() + " files, all as published");
            } else {
                line(out, data, String.join(", ", wrong));
                code = CommandLine.ExitCode.SOFTWARE;
            }
        }
        return code;
    }

    private static void line(PrintWriter out, NamedData data, String text) {
        out.println(String.format(Locale.ROOT, "%-14s %s", data, text));
    }

    @Command(
            name = "get",
            description = "Downloads a dataset to the folder that EPIWRAP_DATA names, or to the user's cache; goes on"
                    + " where an earlier download broke off; checks every file.",
            mixinStandardHelpOptions = true,
            versionProvider = EpiwrapCommand.Version.class)
    void get(
            @Parameters(
                            paramLabel = "NAME",
                            converter = Choices.DataChoice.class,
                            completionCandidates = Choices.DataChoice.class,
                            description = "cifar-10 or cifar-100.")
                    NamedData data,
            @Option(
                            names = "--from",
                            paramLabel = "ADDRESS",
                            description = "Of a mirror: what the archive's name is appended to (default: where the"
                                    + " dataset was published).")
                    @Nullable
                    URI from)
            throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        Path folder = DataFolder.standard();
        CifarArchive archive = data.archive()
                .orElseThrow(() -> new IllegalArgumentException(data + " comes with epiwrap, there is nothing to get"));
        if (isThere(archive, folder)) {
            out.println(data + " is in " + folder);
            return;
        }
        Files.createDirectories(folder);
        CifarDownload download = from == null ? CifarDownload.official() : CifarDownload.from(from);
        try (DownloadProgress progress = new DownloadProgress(data.toString())) {
            download.fetch(archive, folder, progress);
        }
        out.println(data + " is in " + folder);
    }
}
