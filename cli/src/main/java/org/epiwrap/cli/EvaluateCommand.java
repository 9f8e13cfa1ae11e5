package org.epiwrap.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.epiwrap.check.Check;
import org.epiwrap.data.Dataset;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.model.StoredModel;
import org.epiwrap.report.Report;
import org.epiwrap.report.ReportWriter;
import org.epiwrap.report.Run;
import org.epiwrap.report.Table;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "evaluate",
        description = {
            "Measures how good a network in a file is on test images: its predictions, and of an interval network its"
                    + " sets of possible classes and what it abstains from. With --against, how well it tells images"
                    + " that it should not know, beside two scores that need no network at all. With --report, also as a"
                    + " page with plots."
        },
        mixinStandardHelpOptions = true,
        versionProvider = EpiwrapCommand.Version.class,
        sortOptions = false,
        parameterListHeading = "%n",
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  epiwrap evaluate wrapped.safetensors",
            "  epiwrap evaluate wrapped.safetensors --against fashion-mnist,rotated,noise --report look",
            "  epiwrap evaluate model.safetensors --draws 100 --json"
        })
final class EvaluateCommand implements Callable<Integer> {
    private static final int USUAL_DRAWS = 50;
    private static final int MOST_DRAWS = 100_000;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Parameters(paramLabel = "MODEL", description = "The file of a Bayesian or of an interval network.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path model;

    @Option(
            names = "--against",
            paramLabel = "IMAGES",
            split = ",",
            converter = Choices.StrangersName.class,
            completionCandidates = Choices.StrangersName.class,
            description = "Images the network should not know, of as many as are named: test images of another dataset,"
                    + " or the network's own test images changed; ${COMPLETION-CANDIDATES}.")
    private List<Strangers> against = List.of();

    @Option(
            names = "--draws",
            paramLabel = "N",
            description = "Draws of a Bayesian network that a prediction averages (default: 50).")
    private @Nullable Integer draws;

    @Option(
            names = "--random-sets",
            paramLabel = "N",
            description = "Of a Bayesian network: also draw N interval networks, whose radii held-out images allow, and"
                    + " measure the sets of classes that they leave to each image.")
    private @Nullable Integer randomSets;

    @Option(
            names = "--report",
            paramLabel = "FOLDER",
            description =
                    "Also write a page with the tables, their plots, and single images; it replaces one that is there.")
    private @Nullable Path report;

    @Mixin
    private final DataOptions data = new DataOptions();

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Of the permutation and the noise that --against makes (default: 1).")
    private long seed = 1;

    @Mixin
    private final RunOptions options = new RunOptions();

    @Override
    public Integer call() throws IOException {
        return LastWords.during(
                spec.commandLine().getErr(),
                "stopped; nothing is kept of an evaluation, and it begins anew",
                this::evaluate);
    }

    private int evaluate() throws IOException {
        if (draws != null) {
            Check.between("--draws", draws, 1, MOST_DRAWS);
        }
        if (randomSets != null) {
            Check.between("--random-sets", randomSets, 1, MOST_DRAWS);
        }
        try (StoredModel network = StoredModel.read(model)) {
            if (network instanceof EpistemicModel && (draws != null || randomSets != null)) {
                throw new IllegalArgumentException((draws != null ? "--draws" : "--random-sets")
                        + " must be of a Bayesian network, but " + model + " is an interval network");
            }
            if (!against.isEmpty()
                    && network instanceof EpistemicModel interval
                    && interval.calibration().isEmpty()) {
                throw new IllegalArgumentException("--against must be given for networks that have scores, but " + model
                        + " has none; 'epiwrap wrap' and 'epiwrap tune' calibrate them");
            }
            options.useThreads(network.architecture());
            ModelImages images = data.imagesOf(network, spec.commandLine().getErr());
            Dataset test = images.test();
            Map<String, Dataset> strangers = StrangerTable.strangers(
                    against, test, seed, network.architecture().input());
            if (report != null) {
                OutputFolder.make(report);
            }
            Stages stages = new Stages(spec.commandLine().getErr(), options.quiet());
            stages.begin("predicting " + test.size() + " test images");
            Evaluated evaluated = evaluated(network, test);
            List<Table> tables = new ArrayList<>(evaluated.tables());
            Optional<StrangerTable> told = Optional.empty();
            if (network instanceof BayesianModel bayesian && randomSets != null) {
                stages.begin("drawing " + randomSets + " interval networks");
                tables.add(
                        Evaluated.randomSets(bayesian, randomSets, images.heldOutForRadii(ModelImages.HELD_OUT), test));
            }
            if (!against.isEmpty()) {
                stages.begin("looking at images from elsewhere");
                told = Optional.of(StrangerTable.of(strangers, images.train(), test, evaluated));
            }
            String kind = network instanceof BayesianModel ? "a Bayesian network" : "an interval network";
            ObjectNode facts = JsonNodeFactory.instance.objectNode();
            facts.put("model", model.toString())
                    .put("kind", network instanceof BayesianModel ? "bayesian" : "interval")
                    .put("data", images.name().toString())
                    .put("testImages", test.size());
            String headline = String.format(
                    Locale.ROOT, "%s, %s, on %,d test images of %s", model, kind, test.size(), images.name());
            List<Table> all = new ArrayList<>(tables);
            told.map(StrangerTable::table).ifPresent(all::add);
            Findings findings = new Findings(headline, facts, all, List.of());
            PrintWriter out = spec.commandLine().getOut();
            if (report == null) {
                findings.print(out, options.json());
            } else {
                Run run = RunOptions.run(Arguments.of(spec), model, network, seed);
                Report page = EvaluationReport.of(headline, run, evaluated, tables, told);
                write(page, report, findings).print(out, options.json());
            }
        }
        return 0;
    }

    /** Writes the page; if that fails, what was measured is told all the same. */
    private Findings write(Report page, Path folder, Findings findings) throws IOException {
        try {
            Path file = ReportWriter.write(page, folder).toAbsolutePath().normalize();
            ObjectNode facts = findings.facts().deepCopy().put("report", file.toString());
            return new Findings(findings.headline(), facts, findings.tables(), List.of("report: " + file));
        } catch (IOException e) {
            findings.print(spec.commandLine().getOut(), options.json());
            throw e;
        }
    }

    private Evaluated evaluated(StoredModel network, Dataset test) {
        if (network instanceof BayesianModel bayesian) {
            return Evaluated.of(bayesian, draws != null ? draws : USUAL_DRAWS, test);
        }
        return Evaluated.of((EpistemicModel) network, test);
    }
}
