package org.epiwrap.model;

import java.util.Optional;
import org.epiwrap.configuration.Configuration;
import org.epiwrap.data.CalibrationSet;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.input.Input;
import org.epiwrap.model.manifest.DataRecord;
import org.epiwrap.model.promise.PromiseRecord;
import org.epiwrap.prediction.promise.PromiseCalibration;
import org.epiwrap.promise.Promise;
import org.epiwrap.promise.Promises;

/**
 * Gives the promises of an epistemic model anew, on calibration examples; the model is not wrapped again. An immutable
 * configuration; each {@code with} adds a promise, or replaces one of its kind. Promises hold for examples that are
 * exchangeable with the calibration examples, which the model must not have been trained on.
 */
public final class Calibration extends Configuration<Calibration> {
    private Promises promises = Promises.none();

    private Calibration() {}

    /** Returns no promises. */
    public static Calibration withDefaults() {
        return new Calibration();
    }

    /** Adds a promise. */
    public Calibration with(Promise promise) {
        return copy(c -> c.promises = c.promises.with(promise));
    }

    /** Replaces all promises. */
    public Calibration with(Promises newPromises) {
        return copy(c -> c.promises = newPromises);
    }

    /**
     * Gives the promises on new examples, of which half serve choices and half the promises; see
     * {@link #calibrate(EpistemicModel, CalibrationSet)}.
     */
    public EpistemicModel calibrate(EpistemicModel model, Dataset examples) {
        ModelData.checkNotTrainedOn(model, examples);
        return calibrate(model, CalibrationSet.of(examples));
    }

    /**
     * Returns a model, which shares the network, with these promises in place of its own.
     *
     * @param model with calibrated scores
     * @param examples examples it was not trained on
     * @throws org.epiwrap.promise.PromiseException if the examples are too few for a promise, or too many are predicted
     *     wrongly
     */
    public EpistemicModel calibrate(EpistemicModel model, CalibrationSet examples) {
        if (promises.isEmpty()) {
            throw new IllegalArgumentException("a calibration must have a promise to give, but has none");
        }
        Input input = model.input();
        ModelData.checkNotTrainedOn(model, examples.choices());
        ModelData.checkNotTrainedOn(model, examples.promises());
        DataRecord basis = DataRecord.of(examples.promises(), input, Optional.empty());
        return model.with(
                new PromiseRecord(PromiseCalibration.calibrate(promises, model.predictor(), examples), basis));
    }
}
