package org.epiwrap.app;

import java.util.Optional;
import org.epiwrap.model.IntervalModel;
import org.epiwrap.predict.Abstention;
import org.epiwrap.predict.Predictor;

/** Predicts as the file of an interval model says. */
final class ModelPredictor {
    private ModelPredictor() {}

    /** Empty where the model's scores are not calibrated. */
    static Optional<Predictor> of(IntervalModel model) {
        return model.scorer().map(scorer -> {
            Predictor predictor =
                    Predictor.of(scorer, model.card().classNames()).with(model.averaging());
            return model.abstention()
                    .map(record -> predictor.with(new Abstention(record.score(), record.threshold())))
                    .orElse(predictor);
        });
    }
}
