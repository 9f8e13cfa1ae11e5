package org.epiwrap.network;

import java.util.LinkedHashMap;
import java.util.Map;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.input.Input;
import org.epiwrap.tensor.Adam;
import org.epiwrap.tensor.Gradients;
import org.epiwrap.tensor.Scope;
import org.epiwrap.tensor.Tensor;

/** Trains the posteriors of a network, and its points, on a dataset. */
public final class Trainer implements Resumable, AutoCloseable {
    /** No network that learns is a thousand times worse than guessing. */
    private static final double HOPELESS = 1000;
    /** Random weights of a deep network may begin that badly; then it must get worse still. */
    private static final double WORSE = 10;

    private final BayesianNetwork network;
    private final TrainingPlan plan;
    private final Batches images;
    private final Adam mu;
    private final Adam rho;
    private final Adam points;
    private final TrainingSteps steps;
    /** [1]: a part of the state, since whether a training has diverged must not depend on where it was taken up. */
    private final Tensor firstMisfit = Tensor.owned(new float[1], 1);

    private double first;

    /** Creates a trainer of a network, which it changes and which must stay open as long. */
    public Trainer(BayesianNetwork network, Dataset data, Input input, TrainingPlan plan) {
        this.network = network;
        this.plan = plan;
        this.images = new Batches(data, input, network.architecture(), plan.batchSize(), network.seeds());
        this.mu = new Adam(network.mu());
        this.rho = new Adam(network.rho());
        this.points = new Adam(network.points());
        this.steps = new TrainingSteps(plan.allEpochs(), images.count(), plan.learningRate());
    }

    /** Trains from the beginning to the end. */
    public static void train(
            BayesianNetwork network, Dataset data, Input input, TrainingPlan plan, TrainingListener listener) {
        try (Trainer trainer = new Trainer(network, data, input, plan)) {
            trainer.run(listener);
        }
    }

    @Override
    public void run(TrainingListener listener) {
        steps.run(this::step, listener);
    }

    private double step(int epoch, int batch, long number, double rate) {
        Batches.Batch current = images.get(epoch, batch);
        boolean bayesian = epoch >= plan.warmStart();
        double[] misfit = new double[1];
        double loss = Scope.get(() -> {
            Tensor input = current.input();
            float total = Gradients.backward(() -> {
                Tensor crossEntropy = current.crossEntropy(logits(input, bayesian, number));
                misfit[0] = largest(crossEntropy.toArray());
                if (!bayesian) {
                    return crossEntropy.sum();
                }
                return crossEntropy.sum().plus(network.divergence().times(Tensor.constant((float) plan.klWeight())));
            });
            mu.step((float) rate);
            points.step((float) rate);
            if (bayesian) {
                rho.step((float) rate);
            }
            return (double) total / network.seeds().runs();
        });
        if (first == 0) {
            first = misfit[0];
        }
        double guessing = Math.log(Math.max(2, network.architecture().classes()));
        if (misfit[0] > HOPELESS * guessing && misfit[0] > WORSE * first) {
            throw new DivergedException(epoch, batch, "the cross-entropy", misfit[0], rate);
        }
        return loss;
    }

    private static double largest(float[] values) {
        double largest = values[0];
        for (float value : values) {
            // NaN is not larger than anything, and must not be missed.
            largest = value > largest || Float.isNaN(value) ? value : largest;
        }
        return largest;
    }

    private Tensor logits(Tensor input, boolean bayesian, long number) {
        return bayesian
                ? network.randomLogitsInTraining(input, plan.estimator(), number)
                : network.meanLogitsInTraining(input, number);
    }

    @Override
    public double epochLoss() {
        return steps.epochLoss();
    }

    @Override
    public TrainingState state() {
        firstMisfit.set(new float[] {(float) first});
        return steps.state(tensors());
    }

    @Override
    public void restore(TrainingState state) {
        steps.restore(state, tensors());
        first = firstMisfit.toArray()[0];
        mu.setSteps(state.steps());
        points.setSteps(state.steps());
        rho.setSteps(Math.max(0, state.steps() - (long) plan.warmStart() * images.count()));
    }

    private Map<String, Tensor> tensors() {
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        mu.addTo(tensors, "mu");
        rho.addTo(tensors, "rho");
        points.addTo(tensors, "points");
        tensors.putAll(network.statistics());
        tensors.put("first-misfit", firstMisfit);
        return tensors;
    }

    @Override
    public void close() {
        mu.close();
        rho.close();
        points.close();
        firstMisfit.close();
    }
}
