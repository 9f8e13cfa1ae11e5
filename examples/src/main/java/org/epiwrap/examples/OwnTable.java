package org.epiwrap.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.epiwrap.data.load.Data;
import org.epiwrap.evaluation.Evaluation;
import org.epiwrap.evaluation.Evaluator;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.model.BayesianTraining;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.model.EpistemicWrapping;
import org.epiwrap.prediction.Prediction;
import org.epiwrap.promise.Promise;

/** Trains a model on a table of one's own, wraps it, evaluates it, saves it, reads it again and predicts rows. */
public final class OwnTable {
    private static final int ROWS = 6_000;

    private OwnTable() {}

    /**
     * Runs the workflow.
     *
     * @param args the table, which is made if there is none, and the file that the model is written to
     */
    public static void main(String[] args) throws IOException {
        Data churn = Data.table(madeUp(Path.of(args[0])), "churn");
        EpistemicWrapping wrapping =
                EpistemicWrapping.withDefaults().with(Promise.accuracy(0.9)).with(Promise.falseAlarm(0.05));
        try (BayesianModel bayesian = BayesianTraining.withDefaults().train(churn);
                EpistemicModel model = wrapping.wrap(bayesian, churn.split())) {
            Evaluation evaluation = Evaluator.of(model).evaluate(churn);
            System.out.printf("accuracy %.3f, coverage %.3f%n", evaluation.accuracy(), evaluation.coverage());
            model.write(Path.of(args[1]));
        }
        try (EpistemicModel model = EpistemicModel.read(Path.of(args[1]))) {
            for (Map<String, Object> row : List.<Map<String, Object>>of(
                    Map.of("months", 40, "fee", 20.5, "contract", "two years"),
                    Map.of("months", 3, "fee", 900, "contract", "lifetime"))) {
                Prediction prediction = model.predict(row);
                System.out.println(prediction.abstains() ? prediction.inWords(model.explain(row)) : prediction);
            }
        }
    }

    /** Writes a table of customers, of whom those with a high fee, a short contract and few months leave most often. */
    private static Path madeUp(Path table) throws IOException {
        if (Files.exists(table)) {
            return table;
        }
        Random random = new Random(1);
        List<String> lines = new ArrayList<>(List.of("months,fee,contract,churn"));
        for (int i = 0; i < ROWS; i++) {
            int months = random.nextInt(72);
            double fee = 20 + 80 * random.nextDouble();
            boolean monthly = random.nextBoolean();
            double tendency = (fee - 60) / 10 - (months - 36) / 8.0 + (monthly ? 2 : -2) + random.nextGaussian();
            String contract = monthly ? "monthly" : "two years";
            lines.add(String.format(Locale.ROOT, "%d,%.2f,%s,%s", months, fee, contract, tendency > 0 ? "yes" : "no"));
        }
        return Files.write(table, lines);
    }
}
