package org.epiwrap.experiments;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.epiwrap.metrics.Detection;
import org.epiwrap.metrics.RejectionCurve;

/** What is measured of a score, a number for each run. */
final class ScoreQuality {
    static final String AUROC = "auroc";
    static final String AUPRC = "auprc";
    static final String AREA = "area";

    /** The shares of images that are discarded where curves are measured, in percent. */
    private static final int STEP = 5;

    private ScoreQuality() {}

    /** How well the scores of each run tell strange images from the network's own. */
    static Map<String, double[]> detection(List<double[]> own, List<double[]> strange) {
        int runs = own.size();
        double[] auroc = new double[runs];
        double[] auprc = new double[runs];
        double[] prevalence = new double[runs];
        double[] fpr95 = new double[runs];
        for (int run = 0; run < runs; run++) {
            Detection detection = Detection.between(own.get(run), strange.get(run));
            auroc[run] = detection.auroc();
            auprc[run] = detection.averagePrecision();
            prevalence[run] = detection.prevalence();
            fpr95[run] = detection.falsePositiveRate();
        }
        return Map.of(AUROC, auroc, AUPRC, auprc, "prevalence", prevalence, "fpr95", fpr95);
    }

    /** The accuracy of what is kept when the images of highest scores are discarded: at some shares, and over all. */
    static Map<String, double[]> rejection(List<double[]> scores, List<boolean[]> right) {
        int runs = scores.size();
        Map<String, double[]> values = new LinkedHashMap<>();
        for (int run = 0; run < runs; run++) {
            RejectionCurve curve = RejectionCurve.of(scores.get(run), right.get(run));
            values.computeIfAbsent(AREA, name -> new double[runs])[run] = curve.area();
            for (int percent = 0; percent < 100; percent += STEP) {
                int kept = Math.max(1, curve.images() - (int) ((long) curve.images() * percent / 100));
                values.computeIfAbsent(discarding(percent), name -> new double[runs])[run] = curve.accuracyOfKept(kept);
            }
        }
        return values;
    }

    /** The name of the accuracy after so many percent are discarded. */
    static String discarding(int percent) {
        return String.format(Locale.ROOT, "discarding-%02d", percent);
    }

    /** Of a curve that {@link #rejection} has measured: the shares, and the mean accuracies. */
    static double[][] curve(Measurement measurement) {
        int points = 100 / STEP;
        double[][] curve = new double[2][points];
        for (int i = 0; i < points; i++) {
            curve[0][i] = i * STEP / 100.0;
            curve[1][i] = measurement.spread(discarding(i * STEP)).mean();
        }
        return curve;
    }
}
