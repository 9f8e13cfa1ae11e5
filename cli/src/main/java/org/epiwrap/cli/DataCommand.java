package org.epiwrap.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.epiwrap.data.CifarArchive;
import org.epiwrap.data.CifarDownload;
import org.epiwrap.data.DataFolder;
import org.epiwrap.data.FileCheck;
import org.epiwrap.experiments.NamedData;
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
        footerHeading = DataCommand.EXAMPLES,
        footer = {"  epiwrap data list", "  epiwrap data get cifar-10", "  epiwrap data verify --json"})
final class DataCommand implements Runnable {
    static final String EXAMPLES = "%nExamples:%n";
    private static final String JSON = "Print one JSON object.";

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
            footerHeading = EXAMPLES,
            footer = {"  epiwrap data list", "  epiwrap data list --json"},
            versionProvider = EpiwrapCommand.Version.class)
    void list(@Option(names = "--json", description = JSON) boolean json) {
        Path folder = DataFolder.standard();
        Listing listing = new Listing(folder, spec.commandLine().getOut(), json);
        for (NamedData data : NamedData.values()) {
            boolean comes = data.archive().isEmpty();
            boolean here = comes || isComplete(data);
            ObjectNode facts = listing.add(data, comes ? "comes with epiwrap" : here ? "in " + folder : toGet(data));
            facts.put("complete", here).put("embedded", comes);
        }
        listing.end();
    }

    private static String toGet(NamedData data) {
        return "not there: epiwrap data get " + data;
    }

    /** What is told of the datasets, a line each. */
    private static final class Listing {
        private final ObjectNode facts = JsonNodeFactory.instance.objectNode();
        private final ArrayNode datasets;
        private final PrintWriter out;
        private final boolean json;

        Listing(Path folder, PrintWriter out, boolean json) {
            this.out = out;
            this.json = json;
            facts.put("folder", folder.toString());
            datasets = facts.putArray("datasets");
        }

        /** Tells people something about a dataset, and gives what programs are told. */
        ObjectNode add(NamedData data, String text) {
            if (!json) {
                out.println(String.format(Locale.ROOT, "%-14s %s", data, text));
            }
            return datasets.addObject().put("name", data.toString());
        }

        void end() {
            if (json) {
                out.println(facts);
            }
        }
    }

    private static boolean isComplete(NamedData data) {
        return data.check().stream().allMatch(check -> check.result() == FileCheck.Result.RIGHT);
    }

    @Command(
            name = "verify",
            description = "Checks the files of all datasets that are there against the sums of those that were"
                    + " published. Exit code 1 if one is another.",
            mixinStandardHelpOptions = true,
            footerHeading = EXAMPLES,
            footer = {"  epiwrap data verify", "  epiwrap data verify --json"},
            versionProvider = EpiwrapCommand.Version.class)
    int verify(@Option(names = "--json", description = JSON) boolean json) {
        Listing listing = new Listing(DataFolder.standard(), spec.commandLine().getOut(), json);
        int code = CommandLine.ExitCode.OK;
        for (NamedData data : NamedData.values()) {
            List<FileCheck> checks = data.check();
            List<String> wrong = checks.stream()
                    .filter(check -> check.result() != FileCheck.Result.RIGHT)
                    .map(check -> check.file()
                            + (check.result() == FileCheck.Result.MISSING ? " is missing" : " is not as published"))
                    .toList();
            boolean here = checks.stream().anyMatch(check -> check.result() != FileCheck.Result.MISSING);
            ObjectNode facts;
            if (!here) {
                facts = listing.add(data, toGet(data));
            } else if (wrong.isEmpty()) {
                facts = listing.add(data, checks.size() + " files, all as published");
            } else {
                facts = listing.add(data, String.join(", ", wrong));
                code = CommandLine.ExitCode.SOFTWARE;
            }
            ObjectNode files = facts.put("here", here).putObject("files");
            checks.forEach(
                    check -> files.put(check.file(), check.result().name().toLowerCase(Locale.ROOT)));
        }
        listing.end();
        return code;
    }

    @Command(
            name = "get",
            description = "Downloads a dataset to the folder that EPIWRAP_DATA names, or to the user's cache; goes on"
                    + " where an earlier download broke off; checks every file.",
            mixinStandardHelpOptions = true,
            footerHeading = EXAMPLES,
            footer = {"  epiwrap data get cifar-10", "  epiwrap data get cifar-100 --from https://mirror.example/cifar/"
            },
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
                    URI from,
            @Option(names = "--json", description = JSON) boolean json,
            @Option(names = "--quiet", description = "No progress on stderr.") boolean quiet)
            throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        Path folder = DataFolder.standard();
        CifarArchive archive = data.archive()
                .orElseThrow(() -> new IllegalArgumentException(data + " comes with epiwrap, there is nothing to get"));
        boolean wasThere = isComplete(data);
        if (!wasThere) {
            CifarDownload download = from == null ? CifarDownload.official() : CifarDownload.from(from);
            String words = "stopped; what has come is kept, and the same command goes on there";
            LastWords last = new LastWords(spec.commandLine().getErr(), words);
            try (DownloadProgress progress = new DownloadProgress(data.toString(), quiet)) {
                download.fetch(archive, folder, progress);
            } finally {
                last.close();
            }
        }
        if (json) {
            out.println(JsonNodeFactory.instance
                    .objectNode()
                    .put("name", data.toString())
                    .put("folder", folder.toString())
                    .put("downloaded", !wasThere));
        } else {
            out.println(data + " is in " + folder);
        }
    }
}
