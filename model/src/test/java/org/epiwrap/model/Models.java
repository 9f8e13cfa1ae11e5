package org.epiwrap.model;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.ImageShape;
import org.epiwrap.data.Normalisation;
import org.epiwrap.network.Architecture;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.Bias;
import org.epiwrap.network.Estimator;
import org.epiwrap.network.Layer;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.network.TrainingPlan;
import org.epiwrap.network.Volume;

/** Small networks and data for tests. */
final class Models {
    static final Normalisation UNIT = Normalisation.unit();

    /** Every kind of layer once. */
    static final Architecture EVERY_LAYER = new Architecture(
            new Volume(1, 8, 8),
            List.of(
                    new Layer.Convolution(2, 3, 1, 1),
                    new Layer.BatchNorm(),
                    new Layer.Relu(),
                    new Layer.Residual(
                            List.of(new Layer.Convolution(4, 3, 2, 1), new Layer.BatchNorm()),
                            List.of(new Layer.Convolution(4, 1, 2, 0))),
                    new Layer.MaxPool(2),
                    new Layer.AveragePool(2),
                    new Layer.Dropout(0.25),
                    new Layer.Flatten(),
                    new Layer.Dense(3)));

    private Models() {}

    static Dataset data(int images) {
        byte[] pixels = new byte[images * 64];
        byte[] labels = new byte[images];
        for (int i = 0; i < images; i++) {
            labels[i] = (byte) (i % 3);
            for (int j = 0; j < 64; j++) {
                pixels[64 * i + j] = (byte) (j % 3 == i % 3 ? 200 + i % 50 : (7 * i + j) % 90);
            }
        }
        return Dataset.of("stripes", new ImageShape(1, 8, 8), List.of("a", "b", "c"), pixels, labels);
    }

    static TrainingPlan plan(int images) {
        return TrainingPlan.sound(images, Estimator.FLIPOUT)
                .withBatchSize(8)
                .withWarmStart(1)
                .withEpochs(2);
    }

    static Model model(Architecture architecture, Bias bias) {
        BayesianNetwork network = BayesianNetwork.untrained(architecture, bias, RunSeeds.of(3));
        return new Model(
                network,
                new ModelCard(
                        new Normalisation(List.of(0.5), List.of(0.25)),
                        List.of("a", "b", "c"),
                        Optional.of(TrainingRecord.of("sound", plan(30), data(30))),
                        Map.of("accuracy", 0.5),
                        Map.of("epiwrap", "1")));
    }
}
