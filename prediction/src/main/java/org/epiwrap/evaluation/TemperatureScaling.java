package org.epiwrap.evaluation;

import java.util.stream.IntStream;
import org.epiwrap.data.Dataset;
import org.epiwrap.metrics.ProbabilityQuality;
import org.epiwrap.metrics.Temperature;
import org.epiwrap.prediction.Predictions;
import org.epiwrap.prediction.Predictor;

/**
 * What a temperature, fitted to held-out examples, would make of the probabilities of test examples. It is shown for
 * comparison: predictions are not scaled.
 *
 * @param before the probabilities as they are
 * @param after the probabilities at the temperature
 */
public record TemperatureScaling(Temperature temperature, ProbabilityQuality before, ProbabilityQuality after) {

    /** Returns the scaling of an evaluation's probabilities by the temperature that suits labelled held-out examples. */
    public static TemperatureScaling of(Predictor predictor, Dataset heldOut, Evaluation evaluation) {
        int classes = evaluation.predictions().classes();
        Temperature temperature =
                Temperature.fit(predictor.predict(heldOut).probabilities(), heldOut.labels(), classes);
        Predictions predictions = evaluation.predictions();
        int[] labels =
                IntStream.range(0, evaluation.size()).map(evaluation::label).toArray();
        return new TemperatureScaling(
                temperature,
                evaluation.quality(),
                ProbabilityQuality.of(temperature.apply(predictions.probabilities(), classes), labels, classes));
    }
}
