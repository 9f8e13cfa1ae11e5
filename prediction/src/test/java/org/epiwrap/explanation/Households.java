package org.epiwrap.explanation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.architecture.Block;
import org.epiwrap.data.Column;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.ExampleType;
import org.epiwrap.data.Records;
import org.epiwrap.data.input.TableInput;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.Estimator;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.network.Trainer;
import org.epiwrap.network.TrainingListener;
import org.epiwrap.network.TrainingPlan;
import org.epiwrap.random.RandomStreams;

/** A small made-up table with a class that depends on its columns, and a network trained on it. */
public final class Households {
    /** Age, income, distance and rooms; state and heating. */
    public static final List<Column> COLUMNS = List.of(
            new Column.Numeric("age"),
            new Column.Numeric("income"),
            new Column.Numeric("distance"),
            new Column.Numeric("rooms"),
            new Column.Category("state", List.of("BE", "GE", "VD", "ZH")),
            new Column.Category("heating", List.of("gas", "oil", "wood")));

    private static final List<String> CLASSES = List.of("rents", "owns");

    private Households() {}

    /** Returns rows at random, the same for the same seed. */
    public static Dataset rows(int count, long seed) {
        List<float[]> rows = new ArrayList<>();
        int[] labels = new int[count];
        UniformRandomProvider random = new RandomStreams(seed).stream(0);
        ZigguratSampler.NormalizedGaussian normal = ZigguratSampler.NormalizedGaussian.of(random);
        for (int i = 0; i < count; i++) {
            double wealth = normal.sample();
            double place = normal.sample();
            double noise = 0.4 * normal.sample();
            labels[i] = wealth + 0.5 * place + noise > 0 ? 1 : 0;
            rows.add(new float[] {
                (float) Math.round(45 + 8 * wealth + 8 * normal.sample()),
                (float) (60 + 20 * wealth + 8 * normal.sample()),
                (float) Math.exp(1 + 0.4 * place + 0.2 * normal.sample()),
                (float) Math.max(1, Math.round(3 + wealth + 0.5 * normal.sample())),
                Math.floorMod((int) Math.floor(2 + place + 0.5 * normal.sample()), 4),
                random.nextInt(3)
            });
        }
        return dataset("households", COLUMNS, rows, labels);
    }

    /** Returns a labelled dataset of rows. */
    public static Dataset dataset(String name, List<Column> columns, List<float[]> rows, int[] labels) {
        try (Records.Builder builder = Records.builder(columns.size() * Float.BYTES)) {
            for (float[] row : rows) {
                builder.add(row);
            }
            return Dataset.of(name, new ExampleType.Rows(columns), CLASSES, builder.build(), labels);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns a trained network. The weights of the novelty, which is 0 in all training rows, are set to the prior N(0, 1),
     * where training without end would bring them.
     */
    public static BayesianNetwork trained(Dataset train, TableInput input, int epochs) {
        Architecture architecture = Architecture.mlp(input.shape(), CLASSES.size(), 16);
        RunSeeds seeds = RunSeeds.of(1);
        try (BayesianNetwork network = BayesianNetwork.untrained(architecture, Bias.POINT, seeds)) {
            Trainer.train(
                    network,
                    train,
                    input,
                    TrainingPlan.sound(train.size(), Estimator.FLIPOUT).withEpochs(epochs),
                    TrainingListener.NONE);
            List<Block> blocks = network.blocks(0);
            boolean[] done = new boolean[2];
            for (Block block : blocks) {
                boolean means = block.shape().name().endsWith(BayesianNetwork.MU);
                List<Integer> sizes = block.shape().sizes();
                int kind = means ? 0 : 1;
                if (!done[kind] && sizes.size() == 2 && sizes.get(1) == input.size()) {
                    done[kind] = true;
                    for (int unit = 0; unit < sizes.get(0); unit++) {
                        block.values()[unit * input.size() + input.novelty()] = means ? 0 : BayesianNetwork.rho(1);
                    }
                }
            }
            if (!done[0] || !done[1]) {
                throw new AssertionError("no weights of the novelty in " + blocks);
            }
            return BayesianNetwork.of(architecture, Bias.POINT, seeds, blocks);
        }
    }
}
