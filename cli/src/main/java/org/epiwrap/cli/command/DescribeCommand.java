package org.epiwrap.cli.command;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.epiwrap.cli.option.Given;
import org.epiwrap.cli.option.TableArguments;
import org.epiwrap.cli.output.CommandResult;
import org.epiwrap.cli.output.OutputPaths;
import org.epiwrap.data.load.DataDescriber;
import org.epiwrap.data.load.DataOptions;
import org.epiwrap.data.profile.DataDescription;
import org.epiwrap.data.profile.Description;
import org.epiwrap.report.data.DataReport;
import org.epiwrap.report.data.DescriptionJson;
import org.epiwrap.report.data.DescriptionTables;
import org.epiwrap.store.Text;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Describes data before anything is learnt from it. */
@Command(name = "describe")
final class DescribeCommand extends Subcommand {
    @Parameters(paramLabel = "DATA")
    private String data = "";

    @Mixin
    private final TableArguments table = new TableArguments();

    @Option(names = "--test", paramLabel = "DATA")
    private @Nullable Path test;

    @Option(names = "--report", paramLabel = "FOLDER")
    private @Nullable Path report;

    @Option(names = "--json")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        // Pictures are decoded, never shown.
        System.setProperty("java.awt.headless", "true");
        if (report != null) {
            OutputPaths.checkFolder(report);
        }
        DataOptions options = DataOptions.withDefaults().withTable(table.options());
        Description description = DataDescriber.describe(data, Given.with(options, test, DataOptions::withTest));
        table.given().filter(name -> !(description instanceof DataDescription)).ifPresent(name -> {
            throw new IllegalArgumentException(name + " must be used with a table, but " + data + " has pictures");
        });
        if (report == null) {
            print(description, Optional.empty());
        } else {
            CommandResult.publish(
                    DataReport.of(description, run().setting("data", data)), report, page -> print(description, page));
        }
        return CommandLine.ExitCode.OK;
    }

    private void print(Description description, Optional<Path> page) {
        if (json) {
            ObjectNode facts = DescriptionJson.of(description);
            page.ifPresent(path -> facts.put("report", path.toString()));
            out().println(facts);
            return;
        }
        List<String> warnings = description.warnings().stream()
                .map(warning -> "warning: " + Text.visible(warning.sentence()))
                .toList();
        CommandResult result = new CommandResult(
                Text.visible(DescriptionTables.headline(description)),
                DescriptionJson.of(description),
                DescriptionTables.of(description, Text::visible),
                warnings);
        page.map(result::withReport).orElse(result).print(out(), false);
    }
}
