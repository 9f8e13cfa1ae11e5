package org.epiwrap.prediction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Part;
import org.epiwrap.data.Volume;
import org.epiwrap.data.builtin.Mnist;
import org.epiwrap.data.input.Input;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.Wrapping;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.randomset.RandomSetPredictor;
import org.epiwrap.scoring.EpistemicScorer;
import org.epiwrap.tensor.TensorEngine;
import org.junit.jupiter.api.Test;

/** One predictor and several threads, as a server has them. */
class ThreadsTest {
    private static final Dataset IMAGES = Mnist.DIGITS.load(Part.TEST).subset(0, 40);
    private static final Input UNIT = PictureInput.unit(new Volume(1, 28, 28));
    private static final int THREADS = 6;

    @Test
    void eachGetsWhatItWouldGetAlone() throws Exception {
        for (Architecture architecture : List.of(
                Architecture.mlp(new Volume(1, 28, 28), 10, 8), Architecture.leNet5(new Volume(1, 28, 28), 10))) {
            try (BayesianNetwork bayesian = BayesianNetwork.untrained(architecture, RunSeeds.of(1))) {
                List<String> alone = predicted(bayesian, 1);
                int before = TensorEngine.liveTensors();
                for (int attempt = 0; attempt < 3; attempt++) {
                    assertThat(predicted(bayesian, THREADS)).isEqualTo(alone);
                }
                assertThat(TensorEngine.liveTensors())
                        .as("tensors that outlive their network: two threads made the same, and one was forgotten")
                        .isEqualTo(before);
            }
        }
    }

    /** With a network of its own each time, so that the threads meet where nothing is computed yet. */
    private static List<String> predicted(BayesianNetwork bayesian, int count) throws Exception {
        try (IntervalNetwork whole = IntervalNetwork.wrap(bayesian, Wrapping.withDefaults());
                IntervalNetwork network = whole.scaled(whole.byFanIn());
                RandomSetPredictor draws =
                        RandomSetPredictor.of(bayesian, Wrapping.withDefaults(), 2, 5, whole.byFanIn())) {
            EpistemicScorer fitted = EpistemicScorer.fit(whole, IMAGES, UNIT).withUnfamiliarity(IMAGES, IMAGES);
            Predictor predictor =
                    IntervalPredictor.of(fitted.on(network), Digits.NAMES).with(draws);
            ExecutorService threads = Executors.newFixedThreadPool(count);
            try {
                List<Callable<String>> tasks = new ArrayList<>();
                for (int i = 0; i < IMAGES.size(); i++) {
                    byte[] image = Digits.image(IMAGES, i);
                    tasks.add(() -> {
                        Prediction prediction = predictor.predict(image);
                        return prediction.describe() + Arrays.toString(prediction.probabilities());
                    });
                }
                List<String> results = new ArrayList<>();
                for (Future<String> result : threads.invokeAll(tasks)) {
                    results.add(result.get());
                }
                return results;
            } finally {
                threads.shutdownNow();
            }
        }
    }
}
