package org.epiwrap.examples;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Part;
import org.epiwrap.data.builtin.BuiltInData;
import org.epiwrap.data.shift.Shift;
import org.epiwrap.evaluation.Evaluation;
import org.epiwrap.evaluation.Evaluator;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.prediction.Score;
import org.epiwrap.report.Report;
import org.epiwrap.report.ReportWriter;
import org.epiwrap.report.Run;
import org.epiwrap.report.Section;
import org.epiwrap.report.evaluation.EvaluationReport;

/** Evaluates a model of digits on out-of-distribution images, clothes and shifted digits, and writes an HTML report. */
public final class OodReport {
    private OodReport() {}

    /**
     * Evaluates, and prints a line for each out-of-distribution dataset.
     *
     * @param args the file of an epistemic model, such as {@link TrainAndWrap} writes, and the folder of the report
     */
    public static void main(String[] args) throws IOException {
        Dataset test = BuiltInData.MNIST.load(Part.TEST).subset(0, 2_000);
        Map<String, Dataset> unknown = new LinkedHashMap<>();
        unknown.put("clothes", BuiltInData.FASHION_MNIST.load(Part.TEST).subset(0, 2_000));
        unknown.put("rotated digits", Shift.rotated().apply(test));
        unknown.put("noise", Shift.noise(1).apply(test));
        try (EpistemicModel model = EpistemicModel.read(Path.of(args[0]))) {
            Evaluation evaluation = Evaluator.of(model).against(unknown).evaluate(test);
            evaluation
                    .outOfDistribution()
                    .forEach((name, ood) -> System.out.printf(
                            "%s: AUROC of EU %.3f, abstains from %.0f %%%n",
                            name, ood.detection(Score.EU).auroc(), 100 * ood.abstained()));
            Report report = Report.of("Digits and out-of-distribution images", Run.of("OodReport"));
            for (Section section : EvaluationReport.of("interval network", evaluation, test)
                    .withOutOfDistribution(unknown)
                    .sections()) {
                report = report.with(section);
            }
            System.out.println("report: " + ReportWriter.write(report, Path.of(args[1])));
        }
    }
}
