package org.epiwrap.experiments;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.epiwrap.data.builtin.BuiltInData;
import org.epiwrap.experiments.AccuracyRow.Printed;
import org.epiwrap.experiments.measurement.Ranking;

/** The paper's tables of accuracies: their rows, and what is printed there, in percent. */
final class PaperTables {
    private static final double[] SHARES = {0.05, 0.1, 0.2, 0.3, 0.4, 0.5};
    private static final String MLP_8 = "mlp:8";

    private PaperTables() {}

    private static AccuracyRow wrapped(BuiltInData data, String net, Ranking ranking, double share, Printed printed) {
        String place = String.format(Locale.ROOT, "%d %%", Math.round(100 * share));
        return AccuracyRow.wrapped(place, data, net, WrappingChoice.of(ranking, share), printed);
    }

    /** Every weight is wrapped, which the paper does not do. */
    private static AccuracyRow all(BuiltInData data, String net) {
        return wrapped(data, net, Ranking.SIGMA, 1, Printed.NOTHING);
    }

    static AccuracyTable table1() {
        BuiltInData data = BuiltInData.MNIST;
        int[] hidden = {2, 4, 8};
        double[] bayesian = {33.14, 40.19, 72.44};
        double[][] inn = {{9.11, 57.77}, {10.44, 83.32}, {9.33, 91.12}};
        Ranking[] rankings = {Ranking.SIGMA, Ranking.MU, Ranking.MU_PLUS_SIGMA, Ranking.RANDOM};
        double[][][] wrapped = {
            {{12.93, 62.43}, {19.94, 85.17}, {25.46, 91.08}},
            {{10.63, 63.06}, {18.13, 85.35}, {51.33, 91.02}},
            {{10.45, 63.02}, {18.55, 85.18}, {51.31, 91.12}},
            {{9.80, 64.84}, {17.35, 85.45}, {9.23, 90.80}}
        };
        List<AccuracyRow> rows = new ArrayList<>();
        for (int h = 0; h < hidden.length; h++) {
            String net = "mlp:" + hidden[h];
            rows.add(AccuracyRow.bayesian(data, net, bayesian[h]));
            rows.add(AccuracyRow.baseline(data, net, Printed.percent(inn[h][0], inn[h][1])));
            for (int r = 0; r < rankings.length; r++) {
                double[] printed = wrapped[r][h];
                rows.add(wrapped(data, net, rankings[r], 0.05, Printed.percent(printed[0], printed[1])));
            }
            rows.add(all(data, net));
        }
        return new AccuracyTable(
                "table1", "Accuracy on MNIST before and after fine-tuning", AccuracyTable.Axis.SHARE, rows);
    }

    static AccuracyTable table2() {
        BuiltInData data = BuiltInData.FASHION_MNIST;
        return new AccuracyTable(
                "table2",
                "Accuracy on Fashion-MNIST before and after fine-tuning, 8 hidden units",
                AccuracyTable.Axis.SHARE,
                List.of(
                        AccuracyRow.bayesian(data, MLP_8, 58.91),
                        AccuracyRow.baseline(data, MLP_8, Printed.percent(8.57, 82.41)),
                        wrapped(data, MLP_8, Ranking.MU, 0.05, Printed.percent(26.93, 82.45)),
                        all(data, MLP_8)));
    }

    static AccuracyTable share() {
        BuiltInData data = BuiltInData.MNIST;
        double[] before = {25.46, 45.34, 42.25, 32.62, 19.07, 14.08};
        double[] after = {91.08, 91.83, 91.84, 91.85, 91.82, 91.50};
        List<AccuracyRow> rows = new ArrayList<>();
        rows.add(AccuracyRow.bayesian(data, MLP_8, 72.44));
        rows.add(AccuracyRow.baseline(data, MLP_8, Printed.percent(9.33, 91.12)));
        for (Ranking ranking : Ranking.values()) {
            for (int i = 0; i < SHARES.length; i++) {
                rows.add(
                        ranking == Ranking.SIGMA
                                ? wrapped(data, MLP_8, ranking, SHARES[i], Printed.percent(before[i], after[i]))
                                : wrapped(data, MLP_8, ranking, SHARES[i], Printed.NOTHING)
                                        .untuned());
            }
        }
        rows.add(all(data, MLP_8));
        return new AccuracyTable(
                "share", "Accuracy on MNIST by the share of weights that are wrapped", AccuracyTable.Axis.SHARE, rows);
    }

    static AccuracyTable intervals() {
        List<AccuracyRow> rows = new ArrayList<>();
        for (int points = 30; points <= 180; points += 30) {
            AccuracyRow row = AccuracyRow.wrapped(
                    points + " points",
                    BuiltInData.MNIST,
                    MLP_8,
                    new WrappingChoice(Ranking.SIGMA, 0.05, points),
                    Printed.NOTHING);
            // Where the coarsest and the finest agree after fine-tuning, those between them need not be tuned.
            rows.add(points == 30 || points == 180 ? row : row.untuned());
        }
        return new AccuracyTable(
                "intervals",
                "Accuracy on MNIST by the points of the grid, 5 % wrapped",
                AccuracyTable.Axis.POINTS,
                rows);
    }
}
