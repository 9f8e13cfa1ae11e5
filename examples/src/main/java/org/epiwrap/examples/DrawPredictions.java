package org.epiwrap.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Part;
import org.epiwrap.data.builtin.BuiltInData;
import org.epiwrap.evaluation.Evaluation;
import org.epiwrap.evaluation.Evaluator;
import org.epiwrap.evaluation.Verdict;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.report.evaluation.PredictionPicture;
import org.epiwrap.report.evaluation.PredictionPlot;
import org.epiwrap.report.svg.Picture;

/** Draws three predictions of a model of digits side by side: one decided, one that would have been wrong, and one of clothing. */
public final class DrawPredictions {
    private DrawPredictions() {}

    /**
     * Draws the picture.
     *
     * @param args the file of an epistemic model that abstains, and the SVG file to write
     */
    public static void main(String[] args) throws IOException {
        Dataset digits = BuiltInData.MNIST.load(Part.TEST).subset(0, 200);
        Dataset clothes = BuiltInData.FASHION_MNIST.load(Part.TEST).subset(0, 1);
        try (EpistemicModel model = EpistemicModel.read(Path.of(args[0]))) {
            Evaluation evaluation = Evaluator.of(model).evaluate(digits);
            boolean[] correct = evaluation.correct();
            int decided = first(digits, i -> evaluation.verdict(i) == Verdict.RIGHT);
            int abstained = first(digits, i -> evaluation.verdict(i) == Verdict.ABSTAINED && !correct[i]);
            PredictionPlot unknown = PredictionPlot.of(
                            Picture.of(clothes, 0), model.predict(clothes).get(0))
                    .outOfDistribution("clothing");
            Map<String, PredictionPlot> plots = new LinkedHashMap<>();
            plots.put("A clear digit: decided", plot(digits, evaluation, decided));
            plots.put("An unusual digit: abstains", plot(digits, evaluation, abstained));
            plots.put("Not a digit: abstains", unknown);
            String svg = PredictionPicture.svg(
                    plots,
                    "Three predictions with their probability intervals: a digit that is decided, a digit and an"
                            + " article of clothing from which the network abstains");
            Files.writeString(Path.of(args[1]), svg);
        }
    }

    private static int first(Dataset digits, IntPredicate chosen) {
        return IntStream.range(0, digits.size()).filter(chosen).findFirst().orElseThrow();
    }

    private static PredictionPlot plot(Dataset digits, Evaluation evaluation, int example) {
        return PredictionPlot.of(Picture.of(digits, example), evaluation.prediction(example))
                .withTruth(evaluation.label(example));
    }
}
