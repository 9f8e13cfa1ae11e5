package org.epiwrap.bench;

import java.util.List;
import java.util.function.DoubleConsumer;
import java.util.stream.IntStream;
import org.epiwrap.bench.handwritten.FlipoutTraining;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.data.Part;
import org.epiwrap.data.Volume;
import org.epiwrap.data.builtin.Mnist;
import org.epiwrap.data.input.Input;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.Estimator;
import org.epiwrap.network.Trainer;
import org.epiwrap.network.TrainingListener;
import org.epiwrap.network.TrainingPlan;

/** The training data: an epoch of MNIST, or a share of it, in pieces of a few batches. */
final class Digits {
    static final Volume INPUT = new Volume(1, 28, 28);
    static final int CLASSES = 10;

    private static final int BATCHES_PER_PIECE = 10;

    private final Dataset all = Mnist.DIGITS.load(Part.TRAIN);
    private final Input input = new PictureInput(all.shape(), Normalisation.of(all));
    private final TrainingPlan plan =
            TrainingPlan.sound(all.size(), Estimator.FLIPOUT).withEpochs(1);

    Dataset first(int images) {
        return all.subset(0, images);
    }

    /** The first images, piece by piece; the last piece may be smaller. */
    List<Dataset> pieces(int images) {
        return pieces(images, BATCHES_PER_PIECE * plan.batchSize());
    }

    List<Dataset> pieces(int images, int size) {
        return IntStream.iterate(0, from -> from < images, from -> from + size)
                .mapToObj(from -> all.subset(from, Math.min(images, from + size)))
                .toList();
    }

    void train(BayesianNetwork network, Dataset piece, TrainingListener listener) {
        train(network, piece, input, listener);
    }

    void train(BayesianNetwork network, Dataset piece, Input by, TrainingListener listener) {
        Trainer.train(network, piece, by, plan, listener);
    }

    void train(FlipoutTraining handwritten, Dataset piece, DoubleConsumer losses) {
        handwritten.train(piece, input, plan, losses);
    }
}
