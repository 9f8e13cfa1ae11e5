package org.epiwrap.network;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.epiwrap.check.Check;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Split;
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
    /** The share of the training examples that early stopping keeps apart. */
    private static final double VALIDATION = 0.1;

    private final BayesianNetwork network;
    private final TrainingPlan plan;
    private final Batches images;
    private final Adam mu;
    private final Adam rho;
    private final Adam points;
    private final TrainingSteps steps;
    private final Optional<EarlyStopping> stopping;
    /** [1]: a part of the state, since whether a training has diverged must not depend on where it was taken up. */
    private final Tensor firstMisfit = Tensor.owned(new float[1], 1);

    private double first;

    /** Creates a trainer of a network, which it changes and which must stay open as long. */
    public Trainer(BayesianNetwork network, Dataset data, Input input, TrainingPlan plan) {
        this.network = network;
        this.plan = plan;
        Dataset train = data;
        if (plan.patience() > 0) {
            Split apart = Split.of(
                    data, 1 - VALIDATION, 0, VALIDATION, network.seeds().shared());
            Check.atLeast(
                    "the number of examples of " + data.name() + " to validate on",
                    apart.test().size(),
                    1);
            train = apart.train();
            this.stopping = Optional.of(new EarlyStopping(network, apart.test(), input, plan.patience()));
        } else {
            this.stopping = Optional.empty();
        }
        Batches batches = new Batches(train, input, network.architecture(), plan.batchSize(), network.seeds())
                .augmented(plan.augmentation());
        this.images = plan.balanced() ? batches.balanced() : batches;
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
        steps.run(this::step, () -> stopping.isPresent() && stopping.get().isEnough(), listener);
        stopping.ifPresent(EarlyStopping::restoreBest);
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
        if (batch == images.count() - 1 && (bayesian || plan.epochs() == 0)) {
            stopping.ifPresent(EarlyStopping::epochEnds);
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
        stopping.ifPresent(best -> best.addTo(tensors));
        return tensors;
    }

    @Override
    public void close() {
        mu.close();
        rho.close();
        points.close();
        firstMisfit.close();
        stopping.ifPresent(EarlyStopping::close);
    }
}
