package org.epiwrap.experiments;

import java.util.Arrays;
import org.epiwrap.experiments.measurement.Measurement;
import org.epiwrap.experiments.measurement.Quantity;
import org.epiwrap.experiments.measurement.Values;
import org.epiwrap.metrics.Detection;
import org.epiwrap.metrics.RejectionCurve;
import org.epiwrap.prediction.Predictions;
import org.epiwrap.prediction.Score;
import org.epiwrap.report.plot.Curve;

/** The quality of a score. */
final class ScoreQuality {
    /** Percent of the examples between the points at which curves are measured. */
    private static final int STEP = 5;

    private ScoreQuality() {}

    /** Returns a score of every example; 1 − max p in float, like the probabilities, as it always was in measurements. */
    static double[] scores(Predictions predictions, Score score) {
        double[] scores = predictions.scores(score);
        if (score == Score.MAX_SOFTMAX) {
            Arrays.setAll(scores, i -> (float) scores[i]);
        }
        return scores;
    }

    /** Adds how well a run's scores detect out-of-distribution examples among in-distribution ones. */
    static void addDetection(Values values, double[] known, double[] unknown) {
        Detection detection = Detection.between(known, unknown);
        values.add(Quantity.AUROC, detection.auroc())
                .add(Quantity.AUPRC, detection.averagePrecision())
                .add(Quantity.PREVALENCE, detection.prevalence())
                .add(Quantity.FPR95, detection.falsePositiveRate());
    }

    /** Adds the accuracy–rejection curve of a run's scores: some of its points, and the area under it. */
    static void addRejection(Values values, double[] scores, boolean[] correct) {
        RejectionCurve curve = RejectionCurve.of(scores, correct);
        values.add(Quantity.AREA, curve.area());
        for (int percent = 0; percent < 100; percent += STEP) {
            int kept = Math.max(1, curve.images() - (int) ((long) curve.images() * percent / 100));
            values.add(Quantity.discarding(percent), curve.accuracyOfKept(kept));
        }
    }

    /** Returns the curve that {@link #addRejection} has measured: the mean accuracy over the share rejected. */
    static Curve curve(String name, Measurement measurement) {
        double[] rejected = new double[100 / STEP];
        double[] accuracy = new double[rejected.length];
        for (int i = 0; i < rejected.length; i++) {
            rejected[i] = i * STEP / 100.0;
            accuracy[i] = measurement.mean(Quantity.discarding(i * STEP));
        }
        return Curve.of(name, rejected, accuracy);
    }
}
