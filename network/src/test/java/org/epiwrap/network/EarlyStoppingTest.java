package org.epiwrap.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Part;
import org.epiwrap.data.Volume;
import org.epiwrap.data.builtin.Mnist;
import org.epiwrap.data.input.Input;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.tensor.LearningRate;
import org.epiwrap.tensor.Scope;
import org.epiwrap.tensor.Tensor;
import org.junit.jupiter.api.Test;

class EarlyStoppingTest {
    private static final Dataset FEW = Mnist.DIGITS.load(Part.TRAIN).subset(0, 300);
    private static final Input UNIT = PictureInput.unit(new Volume(1, 28, 28));
    private static final Architecture MLP = Architecture.mlp(UNIT.shape(), 10, 16);
    private static final TrainingPlan PLAN = TrainingPlan.sound(300, Estimator.FLIPOUT)
            .withBatchSize(30)
            .withLearningRate(LearningRate.constant(0.02))
            .withEpochs(200)
            .withPatience(3);

    @Test
    void trainingEndsWhenValidationNoLongerImproves() {
        List<TrainingStep> steps = new ArrayList<>();
        try (BayesianNetwork network = BayesianNetwork.untrained(MLP, RunSeeds.of(1));
                Trainer trainer = new Trainer(network, FEW, UNIT, PLAN)) {
            trainer.run(steps::add);
            int epochs = steps.get(steps.size() - 1).epoch() + 1;
            assertThat(epochs).isBetween(4, 100);
            assertThat(steps).as("nine tenths of 300 examples in batches of 30").hasSize(9 * epochs);
            float[] best = network.mu().toArray();
            assertThat(trainer.state().numbers().get("best.mu")).isEqualTo(best);
            int before = steps.size();
            trainer.run(steps::add);
            assertThat(steps).as("a finished training has nothing left to do").hasSize(before);
        }
    }

    /** An interrupted training ends in the same bits; runs computed together differ from runs alone by rounding. */
    @Test
    void stoppingResumesAndDoesNotDependOnCompany() {
        float[] alone = trained(RunSeeds.of(1), -1);
        assertThat(trained(RunSeeds.of(1), 40)).isEqualTo(alone);
        RunSeeds both = new RunSeeds(1, List.of(1L, 2L));
        float[] together = trained(both, -1);
        float[] first = new float[alone.length];
        System.arraycopy(together, 0, first, 0, first.length);
        assertThat(first).containsExactly(alone, offset(2e-3f));
        assertThat(trained(both, 61)).isEqualTo(together);
    }

    private static float[] trained(RunSeeds seeds, int interruptedAfter) {
        try (BayesianNetwork network = BayesianNetwork.untrained(MLP, seeds);
                Trainer trainer = new Trainer(network, FEW, UNIT, PLAN);
                BayesianNetwork second = BayesianNetwork.untrained(MLP, seeds);
                Trainer rest = new Trainer(second, FEW, UNIT, PLAN)) {
            int[] count = new int[1];
            List<TrainingState> states = new ArrayList<>();
            trainer.run(step -> {
                if (count[0]++ == interruptedAfter) {
                    states.add(trainer.state());
                }
            });
            if (states.isEmpty()) {
                return network.mu().toArray();
            }
            rest.restore(states.get(0));
            rest.run(TrainingListener.NONE);
            return second.mu().toArray();
        }
    }

    /** An input that is always 0 teaches nothing: its weights keep the prior, exactly. */
    @Test
    void weightsOfASilentInputStayAtThePrior() {
        Dataset black = Dataset.of("black", UNIT.shape(), FEW.classNames(), new byte[64 * 784], new byte[64]);
        try (BayesianNetwork network =
                BayesianNetwork.untrained(MLP, Bias.POINT, RunSeeds.of(3), OptionalInt.of(783))) {
            TrainingPlan plan = TrainingPlan.sound(64, Estimator.FLIPOUT).withEpochs(30);
            Trainer.train(network, black, UNIT, plan, TrainingListener.NONE);
            float[] mu = network.means(0);
            float[] sigma = network.deviations(0);
            for (int unit = 0; unit < 16; unit++) {
                assertThat(mu[784 * unit + 783]).isZero();
                assertThat(sigma[784 * unit + 783]).isBetween(0.999f, 1.001f);
                assertThat(sigma[784 * unit + 782]).as("another input").isLessThan(0.1f);
            }
        }
    }

    /** Of 20 ones and 4 sevens, each class has half of the weight: the loss is the mean of the two classes' means. */
    @Test
    void balancedClassesCountTheSame() {
        Dataset skewed = FEW.select(IntStream.concat(first(20, 1), first(4, 7)).toArray());
        double balanced = lossOfFixedLogits(new Batches(skewed, UNIT, MLP, 1000, RunSeeds.of(1)).balanced());
        double plain = lossOfFixedLogits(new Batches(skewed, UNIT, MLP, 1000, RunSeeds.of(1)));
        double normaliser = Math.log(Math.exp(3) + Math.exp(1) + 8);
        assertThat(balanced).isCloseTo(((normaliser - 3) + (normaliser - 1)) / 2, within(1e-5));
        assertThat(plain).isCloseTo((20 * (normaliser - 3) + 4 * (normaliser - 1)) / 24, within(1e-5));
    }

    private static IntStream first(int count, int label) {
        return IntStream.range(0, FEW.size()).filter(i -> FEW.label(i) == label).limit(count);
    }

    /** The loss of a batch whose logits are 3 for ones, 1 for sevens and 0 for all others, whatever the example. */
    private static double lossOfFixedLogits(Batches batches) {
        int examples = 24;
        float[] logits = new float[10 * examples];
        for (int i = 0; i < examples; i++) {
            logits[10 * i + 1] = 3;
            logits[10 * i + 7] = 1;
        }
        return Scope.get(() ->
                batches.get(0, 0).crossEntropy(Tensor.of(logits, examples, 10)).toArray()[0]);
    }
}
