package org.epiwrap.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.epiwrap.architecture.Bias;
import org.epiwrap.architecture.Layout;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.model.StoredModel;
import org.epiwrap.model.Versions;
import org.epiwrap.posterior.Posterior;
import org.epiwrap.random.RandomStreams;
import org.epiwrap.report.Report;
import org.epiwrap.report.ReportWriter;
import org.epiwrap.report.Run;
import org.epiwrap.report.Section;
import org.epiwrap.report.TextTable;
import org.epiwrap.report.WeightFigures;
import org.epiwrap.store.Manifest;
import org.epiwrap.store.TensorFile;
import org.epiwrap.tensor.TensorEngine;
import org.epiwrap.wrap.EpistemicWrapper;
import org.epiwrap.wrap.WrappedPosterior;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "inspect",
        description = {
            "Shows what a model's file holds: its layers, how it came to be, what was measured of it, and how its weights"
                    + " are spread; of one weight also the whole way from its posterior to its interval."
        },
        mixinStandardHelpOptions = true,
        versionProvider = EpiwrapCommand.Version.class,
        sortOptions = false,
        parameterListHeading = "%nParameters:%n",
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  epiwrap inspect model.safetensors",
            "  epiwrap inspect model.safetensors --weight dense0:1234 --out weight",
            "  epiwrap inspect wrapped.safetensors --json"
        })
final class InspectCommand implements Callable<Integer> {
    /** In the order they are shown; what a file does not have is left out. */
    private static final List<String> RECORDS = List.of(
            "bias",
            "normalisation",
            "training",
            "import",
            "averaging",
            "wrapping",
            "tuning",
            "calibration",
            "abstention",
            "metrics",
            "versions");

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "MODEL", description = "A Bayesian or an interval network.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path file;

    @Option(
            names = "--weight",
            paramLabel = "LAYER:INDEX",
            description =
                    "Wrap one weight of a Bayesian network and print every step, as wrap-weight does: the layer by"
                            + " its name, such as dense0 or dense0.bias, and the weight's number in it, from 0, the last axis"
                            + " running fastest.")
    private @Nullable String weight;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FOLDER",
            description = "Where a page with the four pictures of --weight goes (default: none is written).")
    private @Nullable Path out;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Of the samples that one of the pictures shows (default: 1).")
    private long seed = 1;

    @Option(names = "--threads", paramLabel = "N", description = "Threads of the tensor engine (default: 1).")
    private int threads = 1;

    @Option(names = "--json", description = "Print one JSON object: the file's own records, and weights.")
    private boolean json;

    @Option(names = "--quiet", description = "Do not say on stderr where the pictures are.")
    private boolean quiet;

    @Override
    public Integer call() throws IOException {
        if (out != null && weight == null) {
            throw new IllegalArgumentException("--out must come with a --weight to draw, but there is none");
        }
        if (out != null) {
            OutputFolder.check(out);
        }
        TensorEngine.useThreads(threads);
        try (StoredModel model = StoredModel.read(file)) {
            // The network was read, so that every field is known to be what it should.
            ObjectNode manifest;
            try (TensorFile tensors = TensorFile.open(file)) {
                manifest = Manifest.read(tensors).content();
            }
            ChosenWeight chosen = weight == null ? null : ChosenWeight.of(weight, model, file);
            if (model instanceof EpistemicModel interval) {
                show(
                        model,
                        interval.network().bias(),
                        manifest,
                        WeightNumbers.of(interval),
                        WeightNumbers.Words.INTERVAL,
                        chosen);
            } else if (model instanceof BayesianModel bayesian) {
                show(
                        model,
                        bayesian.network().bias(),
                        manifest,
                        WeightNumbers.of(bayesian),
                        WeightNumbers.Words.BAYESIAN,
                        chosen);
            }
            if (chosen != null && out != null) {
                draw(chosen, out);
            }
        }
        return 0;
    }

    /** A weight of a Bayesian network, wrapped. */
    private record ChosenWeight(String name, double mu, double sigma, WrappedPosterior wrapped) {

        static ChosenWeight of(String text, StoredModel stored, Path file) {
            if (!(stored instanceof BayesianModel model)) {
                throw new IllegalArgumentException("--weight must be of a Bayesian network, whose weights have"
                        + " posteriors, but " + file + " is an interval network");
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
                // Said below.
            }
            throw new IllegalArgumentException("--weight's index in " + slot.name()
                    + " must be a whole number from 0 to " + (slot.size() - 1) + ", but is '" + text + "'");
        }
    }

    private void show(
            StoredModel model,
            Bias bias,
            ObjectNode manifest,
            List<WeightNumbers> numbers,
            WeightNumbers.Words words,
            @Nullable ChosenWeight chosen) {
        PrintWriter print = spec.commandLine().getOut();
        if (json) {
            ArrayNode array = manifest.putArray("weights");
            numbers.forEach(part -> array.add(part.json(words)));
            if (chosen != null) {
                ObjectNode node = manifest.putObject("weight")
                        .put("name", chosen.name())
                        .put("mu", chosen.mu())
                        .put("sigma", chosen.sigma());
                node.setAll(WeightJson.of(chosen.wrapped()));
            }
            print.println(manifest);
            return;
        }
        print.println(String.format(
                Locale.ROOT,
                "%s, %s → %d classes",
                model instanceof BayesianModel ? "Bayesian network" : "interval network",
                model.architecture().input(),
                model.architecture().classes()));
        print.println("classes: " + String.join(", ", model.card().classNames()));
        print.println();
        TextTable.lines(LayerTable.of(model.architecture(), bias)).forEach(print::println);
        print.println();
        for (String name : RECORDS) {
            if (manifest.has(name)) {
                record(print, name, manifest.get(name));
            }
        }
        print.println();
        TextTable.lines(WeightNumbers.table(numbers, words)).forEach(print::println);
        if (chosen != null) {
            print.println();
            print.println(chosen.name());
            print.println(new WeightText(chosen.mu(), chosen.sigma(), chosen.wrapped()));
        }
    }

    /** A record of the file, one fact a line. */
    private static void record(PrintWriter print, String name, JsonNode node) {
        List<String[]> facts = new ArrayList<>();
        collect("", node, facts);
        String label = name;
        for (String[] fact : facts) {
            print.println(String.format(Locale.ROOT, "%-14s %-24s %s", label, fact[0], fact[1])
                    .stripTrailing());
            label = "";
        }
    }

    private static void collect(String path, JsonNode node, List<String[]> facts) {
        if (node.isObject()) {
            for (Map.Entry<String, JsonNode> field : node.properties()) {
                collect(path.isEmpty() ? field.getKey() : path + " " + field.getKey(), field.getValue(), facts);
            }
            return;
        }
        List<String> values = new ArrayList<>();
        if (node.isArray()) {
            node.forEach(each -> values.add(each.asText()));
        } else {
            values.add(node.asText());
        }
        facts.add(new String[] {path, String.join(", ", values)});
    }

    private void draw(ChosenWeight chosen, Path folder) throws IOException {
        Run run = Run.of(Arguments.of(spec), seed)
                .setting("model", file.toString())
                .setting("weight", chosen.name())
                .setting("μ", String.valueOf(chosen.mu()))
                .setting("σ", String.valueOf(chosen.sigma()))
                .version("epiwrap", Versions.epiwrap())
                .onThisMachine();
        Report report = Report.of("One weight: " + chosen.name(), run)
                .with(Section.of("From the posterior to the interval")
                        .with(WeightFigures.of(chosen.wrapped()).all(new RandomStreams(seed).stream(0))));
        Path page = ReportWriter.write(report, folder);
        if (!quiet) {
            PrintWriter err = spec.commandLine().getErr();
            err.println("epiwrap: the pictures are in " + page);
            err.flush();
        }
    }
}
