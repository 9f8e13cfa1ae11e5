package org.epiwrap.prediction;

import java.util.List;
import java.util.function.ObjIntConsumer;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Volume;
import org.epiwrap.data.input.Input;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.Estimator;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.network.Trainer;
import org.epiwrap.network.TrainingListener;
import org.epiwrap.network.TrainingPlan;

/** What the tests of predictors share. */
public final class Digits {
    /** The digits in words. */
    public static final ClassNames NAMES =
            new ClassNames(List.of("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"));

    /** The shape of their images. */
    public static final Volume SHAPE = new Volume(1, 28, 28);

    /** Their pixels from 0 to 1. */
    public static final Input UNIT = PictureInput.unit(SHAPE);

    private Digits() {}

    /** Returns a plan that weighs the divergence as for all digits that there are. */
    public static TrainingPlan plan(int epochs) {
        return TrainingPlan.sound(60_000, Estimator.FLIPOUT).withEpochs(epochs);
    }

    /** Returns a trained MLP with a layer of so many hidden units. */
    public static BayesianNetwork trained(Dataset train, int hidden, RunSeeds seeds, TrainingPlan plan) {
        BayesianNetwork network = BayesianNetwork.untrained(Architecture.mlp(SHAPE, NAMES.size(), hidden), seeds);
        Trainer.train(network, train, UNIT, plan, TrainingListener.NONE);
        return network;
    }

    /** Predicts a dataset and hands over each prediction with the number of its example. */
    public static void forEach(Predictor predictor, Dataset data, ObjIntConsumer<Prediction> consumer) {
        Predictions predictions = predictor.predict(data);
        for (int i = 0; i < predictions.size(); i++) {
            consumer.accept(predictions.get(i), i);
        }
    }

    /** Returns the share of examples of a dataset that are predicted correctly. */
    public static double accuracy(Predictions predictions, Dataset data) {
        int correct = 0;
        for (int i = 0; i < data.size(); i++) {
            correct += predictions.label(i) == data.label(i) ? 1 : 0;
        }
        return (double) correct / data.size();
    }

    /** Fills in the pixels of all images of a dataset, from 0 to 1. */
    public static void inputs(Dataset data, float[] target) {
        Input.Encoder encoder = PictureInput.unit(data.shape()).encoder(data);
        for (int i = 0; i < data.size(); i++) {
            encoder.encode(i, target, i * data.shape().size());
        }
    }

    /** Returns the pixels of one image of a dataset. */
    public static byte[] image(Dataset data, int index) {
        byte[] pixels = new byte[data.shape().size()];
        data.pixels(index, index + 1, pixels);
        return pixels;
    }
}
