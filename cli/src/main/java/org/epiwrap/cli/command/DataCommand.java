package org.epiwrap.cli.command;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.epiwrap.cli.option.OutputOptions;
import org.epiwrap.cli.terminal.DownloadProgress;
import org.epiwrap.cli.terminal.ShutdownMessage;
import org.epiwrap.data.builtin.BuiltInData;
import org.epiwrap.data.cifar.CifarArchive;
import org.epiwrap.data.cifar.CifarDownload;
import org.epiwrap.data.source.DataFolder;
import org.epiwrap.data.source.FileCheck;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** Describes data, and lists, downloads and verifies datasets. */
@Command(
        name = "data",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            DescribeCommand.class,
            DataCommand.ListDatasets.class,
            DataCommand.Verify.class,
            DataCommand.Get.class
        })
public final class DataCommand extends Subcommand {
    @Override
    public Integer call() {
        throw new ParameterException(spec().commandLine(), "Missing command");
    }

    private static String missing(BuiltInData data) {
        return "not available: run 'epiwrap data get " + data + "'";
    }

    private static boolean isComplete(BuiltInData data) {
        return data.check().stream().allMatch(check -> check.result() == FileCheck.Result.RIGHT);
    }

    /** A command that prints one line or JSON object per dataset. */
    abstract static class Listing extends Subcommand {
        @Option(names = "--json")
        private boolean json;

        /** Describes a dataset in the fields of a JSON object, and returns the text. */
        abstract String describe(BuiltInData data, ObjectNode fields);

        @Override
        public Integer call() {
            ObjectNode facts = JsonNodeFactory.instance
                    .objectNode()
                    .put("folder", DataFolder.standard().toString());
            var datasets = facts.putArray("datasets");
            for (BuiltInData data : BuiltInData.values()) {
                String text = describe(data, datasets.addObject().put("name", data.toString()));
                if (!json) {
                    out().println(String.format(Locale.ROOT, "%-14s %s", data, text));
                }
            }
            if (json) {
                out().println(facts);
            }
            return CommandLine.ExitCode.OK;
        }
    }

    /** Lists the datasets. */
    @Command(name = "list")
    static final class ListDatasets extends Listing {
        @Override
        String describe(BuiltInData data, ObjectNode fields) {
            boolean embedded = data.archive().isEmpty();
            boolean complete = embedded || isComplete(data);
            fields.put("complete", complete).put("embedded", embedded);
            return embedded ? "embedded" : complete ? "in " + DataFolder.standard() : missing(data);
        }
    }

    /** Compares files with the published ones. */
    @Command(name = "verify")
    static final class Verify extends Listing {
        private boolean failed;

        @Override
        public Integer call() {
            int code = super.call();
            return failed ? CommandLine.ExitCode.SOFTWARE : code;
        }

        @Override
        String describe(BuiltInData data, ObjectNode fields) {
            List<FileCheck> checks = data.check();
            List<String> wrong = checks.stream()
                    .filter(check -> check.result() != FileCheck.Result.RIGHT)
                    .map(check -> check.file()
                            + (check.result() == FileCheck.Result.MISSING
                                    ? " is missing"
                                    : " differs from the original"))
                    .toList();
            boolean available = checks.stream().anyMatch(check -> check.result() != FileCheck.Result.MISSING);
            ObjectNode files = fields.put("available", available).putObject("files");
            checks.forEach(
                    check -> files.put(check.file(), check.result().name().toLowerCase(Locale.ROOT)));
            if (!available) {
                return missing(data);
            }
            if (wrong.isEmpty()) {
                return checks.size() + " files, all verified";
            }
            failed = true;
            return String.join(", ", wrong);
        }
    }

    /** Downloads a dataset. */
    @Command(name = "get")
    static final class Get extends Subcommand {
        @Parameters(paramLabel = "NAME")
        private BuiltInData data = BuiltInData.CIFAR_10;

        @Option(names = "--from", paramLabel = "URL")
        private @Nullable URI from;

        @Mixin
        private final OutputOptions options = new OutputOptions();

        @Override
        public Integer call() throws Exception {
            Path folder = DataFolder.standard();
            CifarArchive archive = data.archive()
                    .orElseThrow(() ->
                            new IllegalArgumentException(data + " is embedded in epiwrap and need not be downloaded"));
            boolean download = !isComplete(data);
            if (download) {
                CifarDownload source = from == null ? CifarDownload.official() : CifarDownload.from(from);
                ShutdownMessage.during(err(), "stopped; run the same command again to resume the download", () -> {
                    try (DownloadProgress progress = new DownloadProgress(data.toString(), options.quiet())) {
                        source.fetch(archive, folder, progress);
                    }
                    return true;
                });
            }
            out().println(
                            options.json()
                                    ? JsonNodeFactory.instance
                                            .objectNode()
                                            .put("name", data.toString())
                                            .put("folder", folder.toString())
                                            .put("downloaded", download)
                                            .toString()
                                    : data + " is in " + folder);
            return CommandLine.ExitCode.OK;
        }
    }
}
