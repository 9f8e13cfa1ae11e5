package org.epiwrap.intervalnet;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.network.Batches;
import org.epiwrap.network.DropoutMasks;
import org.epiwrap.network.Resumable;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.network.TrainingListener;
import org.epiwrap.network.TrainingState;
import org.epiwrap.network.TrainingSteps;
import org.epiwrap.tensor.Adam;
import org.epiwrap.tensor.Gradients;
import org.epiwrap.tensor.Scope;
import org.epiwrap.tensor.Tensor;

/**
 * Fine-tunes the bounds of an interval network, and its points. The network it starts from stays as it is. The order of
 * the images and dropout follow from its seeds, and are not those of the training that had the same.
 */
public final class IntervalTrainer implements Resumable, AutoCloseable {
    private final IntervalNetwork start;
    private final TuningPlan plan;
    private final RunSeeds seeds;
    private final boolean nonNegative;
    private final Batches images;
    private final Tensor first;
    private final Tensor second;
    private final Tensor points;
    private final Adam firstAdam;
    private final Adam secondAdam;
    private final Adam pointsAdam;
    private final TrainingSteps steps;

    public IntervalTrainer(IntervalNetwork start, Dataset data, Normalisation normalisation, TuningPlan plan) {
        this.start = start;
        this.plan = plan;
        this.nonNegative = normalisation.isNonNegative();
        this.seeds = plan.seeds(start.seeds());
        this.images = new Batches(data, normalisation, start.architecture(), plan.batchSize(), seeds);
        int runs = seeds.runs();
        int weights = start.layout().randomSize();
        this.first = Scope.get(() -> Tensor.parameter(
                plan.rule()
                        .first(Tensor.of(start.lower(), runs, weights), Tensor.of(start.upper(), runs, weights))
                        .toArray(),
                runs,
                weights));
        this.second = Scope.get(() -> Tensor.parameter(
                plan.rule()
                        .second(Tensor.of(start.lower(), runs, weights), Tensor.of(start.upper(), runs, weights))
                        .toArray(),
                runs,
                weights));
        this.points = Tensor.parameter(start.points(), runs, start.layout().pointSize());
        this.firstAdam = new Adam(first);
        this.secondAdam = new Adam(second);
        this.pointsAdam = new Adam(points);
        this.steps = new TrainingSteps(plan.epochs(), images.count(), plan.learningRate());
    }

    @Override
    public void run(TrainingListener listener) {
        steps.run(this::step, listener);
    }

    private double step(int epoch, int batch, long number, double rate) {
        Batches.Batch current = images.get(epoch, batch);
        return Scope.get(() -> {
            Tensor input = current.input();
            float loss = Gradients.backward(
                    () -> current.crossEntropy(logits(input, number)).sum());
            firstAdam.step((float) rate);
            secondAdam.step((float) rate);
            pointsAdam.step((float) rate);
            plan.rule().restore(first, second);
            return (double) loss / start.seeds().runs();
        });
    }

    private Tensor logits(Tensor input, long number) {
        Tensor lower = plan.rule().lower(first, second);
        Tensor upper = plan.rule().upper(first, second);
        boolean averaged = plan.averaging() == Averaging.ACTIVATIONS;
        List<IntervalWeights> weights = start.layers().weights(lower, upper, points, false);
        DropoutMasks masks = new DropoutMasks(seeds, number);
        Activations bounds = new IntervalPass(
                        start.seeds().runs(),
                        weights,
                        start.layers().norms(points, start.statisticTensors()),
                        false,
                        averaged,
                        (layer, rate, shape) -> masks.of(rate, shape))
                .logits(start.architecture().layers(), input, nonNegative);
        return plan.averaging() == Averaging.SOFTMAXES
                ? logOfSum(bounds.lower().logSoftmax(-1), bounds.upper().logSoftmax(-1))
                : bounds.midpoints().values();
    }

    /** ln(eᵃ + eᵇ) relative to the larger: a class far behind in both must not become the logarithm of 0. */
    private static Tensor logOfSum(Tensor a, Tensor b) {
        Tensor larger = a.maximum(b);
        return larger.plus(a.minus(larger).exp().plus(b.minus(larger).exp()).log());
    }

    /** The network as it is now, with bounds that have crossed where they were free to: see {@link IntervalNetwork#crossed}. */
    public IntervalNetwork network() {
        return start.with(
                Scope.get(() -> plan.rule().lower(first, second).toArray()),
                Scope.get(() -> plan.rule().upper(first, second).toArray()),
                points.toArray());
    }

    @Override
    public double epochLoss() {
        return steps.epochLoss();
    }

    @Override
    public TrainingState state() {
        return steps.state(tensors());
    }

    @Override
    public void restore(TrainingState state) {
        steps.restore(state, tensors());
        firstAdam.setSteps(state.steps());
        secondAdam.setSteps(state.steps());
        pointsAdam.setSteps(state.steps());
    }

    private Map<String, Tensor> tensors() {
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        firstAdam.addTo(tensors, "first");
        secondAdam.addTo(tensors, "second");
        pointsAdam.addTo(tensors, "points");
        return tensors;
    }

    @Override
    public void close() {
        firstAdam.close();
        secondAdam.close();
        pointsAdam.close();
        first.close();
        second.close();
        points.close();
    }
}
