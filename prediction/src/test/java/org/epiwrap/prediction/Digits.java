package org.epiwrap.prediction;

import java.util.List;
import java.util.function.ObjIntConsumer;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.input.Input;
import org.epiwrap.data.input.PictureInput;

/** What the tests of predictors share. */
public final class Digits {
    /** The digits in words. */
    public static final ClassNames NAMES =
            new ClassNames(List.of("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"));

    private Digits() {}

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
