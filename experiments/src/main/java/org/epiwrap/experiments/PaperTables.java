package org.epiwrap.experiments;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** The paper's tables of accuracies: their rows, and what is printed there, in percent. */
final class PaperTables {
    private static final double[] SHARES = {0.05, 0.1, 0.2, 0.3, 0.4, 0.5};
    private static final String SIGMA = "sigma";
    private static final String MLP_8 = "mlp:8";
    /** Of all weights, whatever ranks them. */
    private static final String ALL = "100 %";

    private PaperTables() {}

    private static OptionalDouble percent(double printed) {
        return OptionalDouble.of(printed / 100);
    }

    private static OptionalDouble none() {
        return OptionalDouble.empty();
    }

    static AccuracyStudy table1() {
        int[] hidden = {2, 4, 8};
        double[] bayesian = {33.14, 40.19, 72.44};
        double[][] inn = {{9.11, 57.77}, {10.44, 83.32}, {9.33, 91.12}};
        String[] criteria = {SIGMA, "mu", "mu+sigma", "random"};
        double[][][] wrapped = {
            {{12.93, 62.43}, {19.94, 85.17}, {25.46, 91.08}},
            {{10.63, 63.06}, {18.13, 85.35}, {51.33, 91.02}},
            {{10.45, 63.02}, {18.55, 85.18}, {51.31, 91.12}},
            {{9.80, 64.84}, {17.35, 85.45}, {9.23, 90.80}}
        };
        List<AccuracyRow> rows = new ArrayList<>();
        for (int h = 0; h < hidden.length; h++) {
            String net = "mlp:" + hidden[h];
            rows.add(AccuracyRow.bayesian("–", NamedData.MNIST, net, percent(bayesian[h])));
            rows.add(AccuracyRow.baseline("–", NamedData.MNIST, net, percent(inn[h][0]), percent(inn[h][1])));
            for (int c = 0; c < criteria.length; c++) {
                double[] printed = wrapped[c][h];
                rows.add(AccuracyRow.wrapped(
                        "5 %",
                        NamedData.MNIST,
                        net,
                        WrappingChoice.of(criteria[c], 0.05),
                        true,
                        percent(printed[0]),
                        percent(printed[1])));
            }
            rows.add(AccuracyRow.wrapped(ALL, NamedData.MNIST, net, WrappingChoice.of(SIGMA, 1), true, none(), none()));
        }
        return new AccuracyStudy("table1", "Accuracy on MNIST before and after fine-tuning", "share wrapped", rows);
    }

    static AccuracyStudy table2() {
        NamedData data = NamedData.FASHION_MNIST;
        return new AccuracyStudy(
                "table2",
                "Accuracy on Fashion-MNIST before and after fine-tuning, 8 hidden units",
                "share wrapped",
                List.of(
                        AccuracyRow.bayesian("–", data, MLP_8, percent(58.91)),
                        AccuracyRow.baseline("–", data, MLP_8, percent(8.57), percent(82.41)),
                        AccuracyRow.wrapped(
                                "5 %",
                                data, MLP_8, WrappingChoice.of("mu", 0.05), true, percent(26.93), percent(82.45)),
                        AccuracyRow.wrapped(ALL, data, MLP_8, WrappingChoice.of(SIGMA, 1), true, none(), none())));
    }

    static AccuracyStudy share() {
        double[] before = {25.46, 45.34, 42.25, 32.62, 19.07, 14.08};
        double[] after = {91.08, 91.83, 91.84, 91.85, 91.82, 91.50};
        List<AccuracyRow> rows = new ArrayList<>();
        rows.add(AccuracyRow.bayesian("–", NamedData.MNIST, MLP_8, percent(72.44)));
        rows.add(AccuracyRow.baseline("–", NamedData.MNIST, MLP_8, percent(9.33), percent(91.12)));
        for (String criterion : List.of(SIGMA, "mu", "mu+sigma", "random", "impact")) {
            boolean printed = criterion.equals(SIGMA);
            for (int i = 0; i < SHARES.length; i++) {
                rows.add(AccuracyRow.wrapped(
                        Math.round(100 * SHARES[i]) + " %",
                        NamedData.MNIST,
                        MLP_8,
                        WrappingChoice.of(criterion, SHARES[i]),
                        printed,
                        printed ? percent(before[i]) : none(),
                        printed ? percent(after[i]) : none()));
            }
        }
        rows.add(AccuracyRow.wrapped(ALL, NamedData.MNIST, MLP_8, WrappingChoice.of(SIGMA, 1), true, none(), none()));
        return new AccuracyStudy(
                "share", "Accuracy on MNIST by the share of weights that are wrapped", "share wrapped", rows);
    }

    static AccuracyStudy intervals() {
        List<AccuracyRow> rows = new ArrayList<>();
        for (int points = 30; points <= 180; points += 30) {
            // Where the coarsest and the finest agree after fine-tuning, those between them need not be tuned.
            boolean tuned = points == 30 || points == 180;
            rows.add(AccuracyRow.wrapped(
                    points + " points",
                    NamedData.MNIST,
                    MLP_8,
                    new WrappingChoice(SIGMA, 0.05, points),
                    tuned,
                    none(),
                    none()));
        }
        return new AccuracyStudy("intervals", "Accuracy on MNIST by the points of the grid, 5 % wrapped", "grid", rows);
    }
}
