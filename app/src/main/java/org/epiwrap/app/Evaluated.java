package org.epiwrap.app;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.epiwrap.credal.ClassSet;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.evaluation.RejectionCurve;
import org.epiwrap.evaluation.SetQuality;
import org.epiwrap.hybrid.Averaging;
import org.epiwrap.hybrid.EpistemicScorer;
import org.epiwrap.hybrid.ImageBatch;
import org.epiwrap.hybrid.IntervalNetwork;
import org.epiwrap.hybrid.IntervalPredictive;
import org.epiwrap.hybrid.RadiusCalibration;
import org.epiwrap.hybrid.SetRule;
import org.epiwrap.hybrid.Wrapping;
import org.epiwrap.model.AbstentionRecord;
import org.epiwrap.model.IntervalModel;
import org.epiwrap.model.Model;
import org.epiwrap.network.Predictive;
import org.epiwrap.predict.Predictor;
import org.epiwrap.report.Cell;
import org.epiwrap.report.Column;
import org.epiwrap.report.Table;
import org.epiwrap.study.RandomSets;

/**
 * What was measured of a network on test images.
 *
 * @param score by which it tells images from elsewhere
 */
record Evaluated(List<Table> tables, String scoreName, StrangerTable.Score score) {

    Evaluated {
        tables = List.copyOf(tables);
    }

    static Evaluated of(Model model, int draws, Dataset test) {
        Normalisation normalisation = model.card().normalisation();
        Predictive average = Predictive.average(model.network(), test, normalisation, draws);
        Predictive mean = Predictive.mean(model.network(), test, normalisation);
        Quality quality = new Quality(test);
        quality.add("average of " + draws, (image, category) -> average.probability(0, image, category));
        quality.add("mean network", (image, category) -> mean.probability(0, image, category));
        return new Evaluated(List.of(quality.table()), "mutual information", data -> {
            Predictive predictive = Predictive.average(model.network(), data, normalisation, draws);
            double[] scores = new double[data.size()];
            Arrays.setAll(scores, i -> predictive.mutualInformation(0, i));
            return scores;
        });
    }

    /** What sets of classes the draws of a Bayesian network leave. */
    static Table randomSets(Model model, int draws, Dataset heldOut, Dataset test) {
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

    static Evaluated of(IntervalModel model, Dataset test) {
        IntervalNetwork network = model.network();
        Normalisation normalisation = model.card().normalisation();
        Quality quality = new Quality(test);
        List<Table> tables = new ArrayList<>();
        if (network.crossed() > 0) {
            // Without bounds there are no probability intervals, sets or scores: what remains is the label.
            quality.add(
                    "interval network",
                    IntervalPredictive.accuracies(network, test, normalisation, model.averaging())[0]);
            tables.add(quality.table());
        } else {
            IntervalPredictive predictive = IntervalPredictive.of(network, test, normalisation, model.averaging());
            boolean[] correct =
                    quality.add("interval network", (image, category) -> predictive.probability(0, image, category));
            IntervalPredictive middle = IntervalPredictive.of(network, test, normalisation, Averaging.WEIGHTS);
            quality.add("its midpoints", (image, category) -> middle.probability(0, image, category));
            tables.add(quality.table());
            tables.add(sets(network, normalisation, test));
            model.predictor()
                    .ifPresent(predictor -> abstention(model, predictor, test).ifPresent(tables::add));
            model.scorer().ifPresent(scorer -> tables.add(rejection(scorer, correct, test)));
        }
        return new Evaluated(
                tables, "EU", data -> model.scorer().orElseThrow().score(data).epistemic());
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

    private static Optional<Table> abstention(IntervalModel model, Predictor predictor, Dataset test) {
        return model.abstention().map(record -> {
            Outcome.Kept kept = Outcome.Kept.of(predictor, test);
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
                            Cell.of(kept.coverage()),
                            kept.accuracy().map(Cell::of).orElseGet(Cell::missing));
        });
    }

    private static Table rejection(EpistemicScorer scorer, boolean[] correct, Dataset test) {
        RejectionCurve curve = RejectionCurve.of(scorer.score(test).totalInDistribution(), correct);
        return Table.of(
                        "rejection",
                        "area under accuracy over rejection, the most uncertain first",
                        Column.text("score"),
                        Column.number("area", 4).higherIsBetter())
                .row(Cell.of("TU0"), Cell.of(curve.area()));
    }
}
