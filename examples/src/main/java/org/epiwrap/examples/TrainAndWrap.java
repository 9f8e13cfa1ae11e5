package org.epiwrap.examples;

import java.io.IOException;
import java.nio.file.Path;
import org.epiwrap.architecture.Backbone;
import org.epiwrap.data.CalibrationSet;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.HoldOut;
import org.epiwrap.data.Part;
import org.epiwrap.data.builtin.BuiltInData;
import org.epiwrap.evaluation.Evaluation;
import org.epiwrap.evaluation.Evaluator;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.model.BayesianTraining;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.model.EpistemicWrapping;
import org.epiwrap.promise.Promise;

/** Trains a Bayesian network on handwritten digits, wraps it, evaluates it, predicts and saves: the whole workflow. */
public final class TrainAndWrap {
    private TrainAndWrap() {}

    /**
     * Runs the workflow.
     *
     * @param args the file that the model is written to
     */
    public static void main(String[] args) throws IOException {
        HoldOut digits = BuiltInData.MNIST.load(Part.TRAIN).sample(20_000);
        CalibrationSet calibration = CalibrationSet.of(digits.heldOut(), 5_000);
        Dataset test = BuiltInData.MNIST.load(Part.TEST);
        BayesianTraining training = BayesianTraining.withDefaults().with(Backbone.named("mlp:16"));
        EpistemicWrapping wrapping =
                EpistemicWrapping.withDefaults().with(Promise.accuracy(0.98)).with(Promise.falseAlarm(0.05));
        try (BayesianModel bayesian = training.train(digits.train());
                EpistemicModel model = wrapping.wrap(bayesian, digits.train(), calibration)) {
            Evaluation evaluation = Evaluator.of(model).evaluate(test);
            double selective = evaluation.accuracyOfDecided().orElse(0);
            System.out.printf("accuracy %.3f%n", evaluation.accuracy());
            System.out.printf("coverage %.3f, accuracy when it decides %.3f%n", evaluation.coverage(), selective);
            model.predict(test.subset(0, 10)).stream().forEach(System.out::println);
            model.write(Path.of(args[0]));
        }
    }
}
