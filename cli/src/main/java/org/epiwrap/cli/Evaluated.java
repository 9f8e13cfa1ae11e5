package org.epiwrap.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.epiwrap.credal.ClassSet;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.experiments.RandomSets;
import org.epiwrap.intervalnet.Averaging;
import org.epiwrap.intervalnet.ImageBatch;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.IntervalPredictive;
import org.epiwrap.intervalnet.RadiusCalibration;
import org.epiwrap.intervalnet.SetRule;
import org.epiwrap.intervalnet.Wrapping;
import org.epiwrap.metrics.Predictions;
import org.epiwrap.metrics.RejectionCurve;
import org.epiwrap.metrics.SetQuality;
import org.epiwrap.model.AbstentionRecord;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.network.Predictive;
import org.epiwrap.report.Cell;
import org.epiwrap.report.Column;
import org.epiwrap.report.Figure;
import org.epiwrap.report.HistogramPlot;
import org.epiwrap.report.LinePlot;
import org.epiwrap.report.ReliabilityPlot;
import org.epiwrap.report.Table;

/**
 * What was measured of a network on test images.
 *
 * @param figures of the same
 * @param examples single images, where there is something to show of them
 * @param scoreName of the score by which it tells images from elsewhere
 * @param histogram of that score, still empty
 * @param score of images, one each; that of the test images is known already
 */
record Evaluated(
        List<Table> tables,
        List<Figure> figures,
        List<Figure> examples,
        String scoreName,
        HistogramPlot histogram,
        StrangerTable.Score score) {
    private static final String INFORMATION = "mutual information";
    private static final String EPISTEMIC = "EU";
    private static final String DOUBT = "1 - largest probability";
    /** To show, of each verdict. */
    private static final int EXAMPLES = 3;

    Evaluated {
        tables = List.copyOf(tables);
        figures = List.copyOf(figures);
        examples = List.copyOf(examples);
    }

    static Evaluated of(BayesianModel model, int draws, Dataset test) {
        Normalisation normalisation = model.card().normalisation();
        Predictive average = Predictive.average(model.network(), test, normalisation, draws);
        Predictive mean = Predictive.mean(model.network(), test, normalisation);
        Quality quality = new Quality(test);
        Predictions averaged =
                quality.add("average of " + draws, (image, category) -> average.probability(0, image, category));
        quality.add("mean network", (image, category) -> mean.probability(0, image, category));
        double[] own = information(average, test);
        LinePlot rejection = LinePlot.ofRejection()
                .with(INFORMATION, RejectionCurve.of(own, averaged.correct()))
                .with(DOUBT, RejectionCurve.of(doubt(averaged), averaged.correct()));
        return new Evaluated(
                List.of(quality.table()),
                figures(averaged, rejection),
                List.of(),
                INFORMATION,
                HistogramPlot.of(INFORMATION),
                data -> data == test
                        ? own
                        : information(Predictive.average(model.network(), data, normalisation, draws), data));
    }

    static double[] information(Predictive predictive, Dataset data) {
        return IntStream.range(0, data.size())
                .mapToDouble(image -> predictive.mutualInformation(0, image))
                .toArray();
    }

    /** One less the largest probability of each image. */
    private static double[] doubt(Predictions predictions) {
        return IntStream.range(0, predictions.images())
                .mapToDouble(image -> 1 - predictions.confidence(image))
                .toArray();
    }

    private static List<Figure> figures(Predictions predictions, LinePlot rejection) {
        return List.of(
                Figure.of("Accuracy when the most uncertain are left out", rejection),
                Figure.of("How far probabilities can be believed", ReliabilityPlot.of(predictions.reliability())));
    }

    /** What sets of classes the draws of a Bayesian network leave. */
    static Table randomSets(BayesianModel model, int draws, Dataset heldOut, Dataset test) {
        Normalisation normalisation = model.card().normalisation();
        double[] scales;
        try (IntervalNetwork whole = IntervalNetwork.wrap(model.network(), Wrapping.withDefaults())) {
            scales = RadiusCalibration.scales(whole, heldOut, normalisation, whole.usualAveraging());
        }
        Table table = Table.of(
                "random-sets",
                "sets of classes that " + draws + " drawn interval networks leave, each with an equal mass",
                Column.text("classes that stay"),
                Column.percent("decisions right", 2).higherIsBetter(),
                Column.percent("truth among them", 2).higherIsBetter(),
                Column.number("mean size", 2).lowerIsBetter(),
                Column.percent("vacuous", 2).lowerIsBetter());
        for (SetRule rule : SetRule.values()) {
            RandomSets.Quality measured = RandomSets.measured(
                    model.network(),
                    scales,
                    rule,
                    draws,
                    model.network().seeds().own().get(0),
                    test,
                    normalisation);
            table = table.row(
                    Cell.of(rule == SetRule.MAXIMALITY ? "maximal" : "not dominated by intervals"),
                    Cell.of(measured.decided()),
                    Cell.of(measured.coverage()),
                    Cell.of(measured.size()),
                    Cell.of(measured.vacuous()));
        }
        return table;
    }

    static Evaluated of(EpistemicModel model, Dataset test) {
        IntervalNetwork network = model.network();
        Normalisation normalisation = model.card().normalisation();
        Quality quality = new Quality(test);
        List<Table> tables = new ArrayList<>();
        List<Figure> figures = new ArrayList<>();
        // Without bounds there are no probability intervals, sets or scores: what remains is the label.
        Optional<Seen> seen = network.crossed() > 0
                ? Optional.empty()
                : model.predictor().map(predictor -> Seen.withExamples(predictor, test, EXAMPLES));
        if (network.crossed() > 0) {
            quality.add(
                    "interval network",
                    IntervalPredictive.accuracies(network, test, normalisation, model.averaging())[0]);
            tables.add(quality.table());
        } else {
            IntervalPredictive predictive = IntervalPredictive.of(network, test, normalisation, model.averaging());
            Predictions predictions =
                    quality.add("interval network", (image, category) -> predictive.probability(0, image, category));
            IntervalPredictive middle = IntervalPredictive.of(network, test, normalisation, Averaging.WEIGHTS);
            quality.add("its midpoints", (image, category) -> middle.probability(0, image, category));
            tables.add(quality.table());
            tables.add(sets(network, normalisation, test));
            LinePlot rejection =
                    LinePlot.ofRejection().with(DOUBT, RejectionCurve.of(doubt(predictions), predictions.correct()));
            if (seen.isPresent()) {
                if (model.abstention().isPresent()) {
                    tables.add(abstention(model.abstention().get(), seen.get()));
                }
                RejectionCurve total = RejectionCurve.of(seen.get().inDistribution(), predictions.correct());
                tables.add(rejection(total));
                rejection = rejection
                        .with("TU0", total)
                        .with(EPISTEMIC, RejectionCurve.of(seen.get().epistemic(), predictions.correct()));
            }
            figures.addAll(figures(predictions, rejection));
        }
        return new Evaluated(
                tables,
                figures,
                seen.map(all -> all.examples("Test image")).orElse(List.of()),
                EPISTEMIC,
                HistogramPlot.ofShares(EPISTEMIC),
                data -> data == test
                        ? seen.orElseThrow().epistemic()
                        : model.scorer().orElseThrow().score(data).epistemic());
    }

    private static Table sets(IntervalNetwork network, Normalisation normalisation, Dataset test) {
        List<ClassSet> sets = new ArrayList<>();
        ImageBatch.forEach(test, normalisation, network.architecture(), batch -> sets.addAll(network.maximal(batch)));
        SetQuality quality =
                SetQuality.of(sets, Quality.labels(test), test.classNames().size());
        return Table.of(
                        "sets",
                        "classes that not every choice of weights from their intervals rules out",
                        Column.percent("coverage", 2),
                        Column.number("mean size", 2),
                        Column.percent("vacuous", 2))
                .row(Cell.of(quality.coverage()), Cell.of(quality.meanSize()), Cell.of(quality.vacuous()));
    }

    private static Table abstention(AbstentionRecord record, Seen seen) {
        return Table.of(
                        "abstention",
                        "abstention, chosen for "
                                + (record.goal() == AbstentionRecord.Goal.ACCURACY ? "an accuracy" : "a coverage")
                                + " of " + record.value(),
                        Column.text("score"),
                        Column.number("threshold", 4),
                        Column.percent("decided", 2),
                        Column.percent("accuracy of decided", 2))
                .row(
                        Cell.of(record.score().name()),
                        Cell.of(record.threshold()),
                        Cell.of(seen.decided()),
                        seen.accuracyOfKept().map(Cell::of).orElseGet(Cell::missing));
    }

    private static Table rejection(RejectionCurve curve) {
        return Table.of(
                        "rejection",
                        "area under accuracy over rejection, the most uncertain first",
                        Column.text("score"),
                        Column.number("area", 4).higherIsBetter())
                .row(Cell.of("TU0"), Cell.of(curve.area()));
    }
}
