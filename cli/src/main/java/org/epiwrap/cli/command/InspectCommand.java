package org.epiwrap.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.epiwrap.architecture.Bias;
import org.epiwrap.architecture.Layout;
import org.epiwrap.cli.option.ComputeOptions;
import org.epiwrap.cli.output.LayerTable;
import org.epiwrap.cli.output.OutputPaths;
import org.epiwrap.cli.output.WeightJson;
import org.epiwrap.cli.output.WeightStatistics;
import org.epiwrap.cli.output.WeightText;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.model.EnsembleModel;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.model.StoredModel;
import org.epiwrap.posterior.Posterior;
import org.epiwrap.random.RandomStreams;
import org.epiwrap.report.Report;
import org.epiwrap.report.ReportWriter;
import org.epiwrap.report.Run;
import org.epiwrap.report.Section;
import org.epiwrap.report.TextTable;
import org.epiwrap.report.weight.WeightFigures;
import org.epiwrap.store.Manifest;
import org.epiwrap.store.TensorFile;
import org.epiwrap.wrap.EpistemicWrapper;
import org.epiwrap.wrap.WrappedPosterior;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows what the file of a model contains. */
@Command(name = "inspect")
public final class InspectCommand extends Subcommand {
    /** In the order they are shown; those that a file does not have are left out. */
    private static final List<String> RECORDS = List.of(
            "bias",
            "normalisation",
            "training",
            "import",
            "ensemble",
            "averaging",
            "wrapping",
            "tuning",
            "calibration",
            "abstention",
            "promises",
            "metrics",
            "versions");

    @Parameters(paramLabel = "MODEL")
    private Path file = Path.of("");

    @Option(names = "--weight", paramLabel = "LAYER:INDEX")
    private @Nullable String weight;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FOLDER")
    private @Nullable Path out;

    @Option(names = "--seed", paramLabel = "N")
    private long seed = 1;

    @Mixin
    private final ComputeOptions options = new ComputeOptions();

    @Override
    public Integer call() throws IOException {
        if (out != null) {
            if (weight == null) {
                throw new IllegalArgumentException("--out must be given together with --weight");
            }
            OutputPaths.checkFolder(out);
        }
        options.useThreads(1);
        try (StoredModel model = StoredModel.read(file)) {
            ChosenWeight chosen = weight == null ? null : ChosenWeight.of(weight, model, file);
            // The model was read, so that every field is known to be valid.
            ObjectNode manifest;
            try (TensorFile tensors = TensorFile.open(file)) {
                manifest = Manifest.read(tensors).content();
            }
            if (options.json()) {
                printJson(model, manifest, chosen);
            } else {
                printText(model, manifest, chosen);
            }
            if (chosen != null && out != null) {
                writeReport(chosen, out);
            }
        }
        return 0;
    }

    private record ChosenWeight(String name, double mu, double sigma, WrappedPosterior wrapped) {

        static ChosenWeight of(String text, StoredModel stored, Path file) {
            if (!(stored instanceof BayesianModel model)) {
                throw new IllegalArgumentException("--weight must be of a Bayesian network, whose weights have"
                        + " posteriors, but " + file + " is " + stored.kind().title());
            }
            Layout layout = new Layout(model.architecture(), model.network().bias());
            int colon = text.lastIndexOf(':');
            String layer = text.substring(0, Math.max(0, colon));
            Layout.Slot slot = layout.random().stream()
                    .filter(each -> each.name().equals(layer) || each.name().equals(layer + Layout.KERNEL))
                    .findFirst()
                    .orElseThrow(
                            () -> new IllegalArgumentException("--weight must be LAYER:INDEX with one of the layers "
                                    + layout.random().stream()
                                            .map(Layout.Slot::name)
                                            .collect(Collectors.joining(", "))
                                    + ", but is '" + text + "'"));
            int index = index(text.substring(colon + 1), slot);
            double mu = model.network().means(0)[slot.offset() + index];
            double sigma = model.network().deviations(0)[slot.offset() + index];
            return new ChosenWeight(
                    slot.name() + ":" + index,
                    mu,
                    sigma,
                    EpistemicWrapper.withDefaults().wrap(Posterior.gaussian(mu, sigma)));
        }

        private static int index(String text, Layout.Slot slot) {
            try {
                int index = Integer.parseInt(text);
                if (index >= 0 && index < slot.size()) {
                    return index;
                }
            } catch (NumberFormatException e) {
                // Reported below.
            }
            throw new IllegalArgumentException("the index of --weight in " + slot.name()
                    + " must be a whole number from 0 to " + (slot.size() - 1) + ", but is '" + text + "'");
        }
    }

    private void printJson(StoredModel model, ObjectNode manifest, @Nullable ChosenWeight chosen) {
        manifest.put("verification", model.verification().name().toLowerCase(Locale.ROOT));
        manifest.set("weights", WeightStatistics.of(model).json());
        if (chosen != null) {
            manifest.putObject("weight")
                    .put("name", chosen.name())
                    .put("mu", chosen.mu())
                    .put("sigma", chosen.sigma())
                    .setAll(WeightJson.of(chosen.wrapped()));
        }
        out().println(manifest);
    }

    private void printText(StoredModel model, ObjectNode manifest, @Nullable ChosenWeight chosen) {
        PrintWriter print = out();
        print.println(String.format(
                Locale.ROOT,
                "%s, %s → %d classes",
                model.kind().title().replaceFirst("^an? ", ""),
                model.architecture().input(),
                model.architecture().classes()));
        print.println("classes: " + String.join(", ", model.card().classNames()));
        print.println("file: "
                + switch (model.verification()) {
                    case VERIFIED -> "verified by its hashes and by the predictions stored with it";
                    case UNVERIFIED -> "unverified, since it was written before models were stored with hashes";
                });
        print.println();
        TextTable.lines(LayerTable.of(model.architecture(), bias(model))).forEach(print::println);
        print.println();
        RECORDS.stream().filter(manifest::has).forEach(name -> printRecord(name, manifest.get(name)));
        print.println();
        TextTable.lines(WeightStatistics.of(model).table()).forEach(print::println);
        if (chosen != null) {
            print.println();
            print.println(chosen.name());
            print.println(WeightText.of(chosen.mu(), chosen.sigma(), chosen.wrapped()));
        }
    }

    private static Bias bias(StoredModel model) {
        if (model instanceof EnsembleModel ensemble) {
            return ensemble.members().get(0).bias();
        }
        return model instanceof BayesianModel bayesian
                ? bayesian.network().bias()
                : ((EpistemicModel) model).network().bias();
    }

    private void printRecord(String name, JsonNode node) {
        Map<String, String> fields = new LinkedHashMap<>();
        collect("", node, fields);
        List<String> label = new ArrayList<>(List.of(name));
        fields.forEach((field, value) -> out().println(String.format(
                        Locale.ROOT, "%-14s %-24s %s", label.isEmpty() ? "" : label.remove(0), field, value)
                .stripTrailing()));
    }

    private static void collect(String path, JsonNode node, Map<String, String> fields) {
        if (node.isObject()) {
            for (Map.Entry<String, JsonNode> field : node.properties()) {
                collect(path.isEmpty() ? field.getKey() : path + " " + field.getKey(), field.getValue(), fields);
            }
            return;
        }
        List<String> values = new ArrayList<>();
        if (node.isArray()) {
            node.forEach(each -> values.add(each.asText()));
        } else {
            values.add(node.asText());
        }
        fields.put(path, String.join(", ", values));
    }

    private void writeReport(ChosenWeight chosen, Path folder) throws IOException {
        Run run = run(seed)
                .setting("model", file.toString())
                .setting("weight", chosen.name())
                .setting("μ", String.valueOf(chosen.mu()))
                .setting("σ", String.valueOf(chosen.sigma()));
        Report report = Report.of("One weight: " + chosen.name(), run)
                .with(Section.of("From the posterior to the interval")
                        .with(new WeightFigures(chosen.wrapped()).all(new RandomStreams(seed).stream(0))));
        Path page = ReportWriter.write(report, folder);
        if (!options.quiet()) {
            remark("report: " + page);
        }
    }
}
