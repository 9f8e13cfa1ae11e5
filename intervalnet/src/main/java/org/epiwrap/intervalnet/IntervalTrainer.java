package org.epiwrap.intervalnet;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.input.Input;
import org.epiwrap.intervalnet.pass.Activations;
import org.epiwrap.intervalnet.pass.Averaging;
import org.epiwrap.intervalnet.pass.IntervalPass;
import org.epiwrap.intervalnet.pass.IntervalWeights;
import org.epiwrap.intervalnet.pass.PassMode;
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
    private final Adam first;
    private final Adam second;
    private final Adam points;
    private final TrainingSteps steps;

    public IntervalTrainer(IntervalNetwork start, Dataset data, Input input, TuningPlan plan) {
        this.start = start;
        this.plan = plan;
        this.nonNegative = input.isNonNegative();
        this.seeds = plan.seeds(start.seeds());
        this.images =
                new Batches(data, input, start.architecture(), plan.batchSize(), seeds).augmented(plan.augmentation());
        this.first = new Adam(parameter(plan.rule()::first));
        this.second = new Adam(parameter(plan.rule()::second));
        this.points = new Adam(
                Tensor.parameter(start.points(), seeds.runs(), start.layout().pointSize()));
        this.steps = new TrainingSteps(plan.epochs(), images.count(), plan.learningRate());
    }

    /** Returns what is trained of the bounds by a rule. */
    private Tensor parameter(BinaryOperator<Tensor> trained) {
        int runs = seeds.runs();
        int weights = start.layout().randomSize();
        return Scope.get(() -> Tensor.parameter(
                trained.apply(Tensor.of(start.lower(), runs, weights), Tensor.of(start.upper(), runs, weights))
                        .toArray(),
                runs,
                weights));
    }

    private Tensor bound(BinaryOperator<Tensor> end) {
        return end.apply(first.parameter(), second.parameter());
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
            first.step((float) rate);
            second.step((float) rate);
            points.step((float) rate);
            plan.rule().restore(first.parameter(), second.parameter());
            return (double) loss / start.seeds().runs();
        });
    }

    private Tensor logits(Tensor input, long number) {
        Tensor lower = bound(plan.rule()::lower);
        Tensor upper = bound(plan.rule()::upper);
        List<IntervalWeights> weights = start.parameters().weights(lower, upper, points.parameter(), false);
        DropoutMasks masks = new DropoutMasks(seeds, number);
        PassMode mode = PassMode.averaged(plan.averaging()).with((layer, rate, shape) -> masks.of(rate, shape));
        Activations bounds = new IntervalPass(
                        start.seeds().runs(), weights, start.parameters().norms(points.parameter()), mode)
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

    /** Returns the network as it is now; bounds may have {@linkplain IntervalNetwork#crossed crossed} if free to. */
    public IntervalNetwork network() {
        return start.with(
                Scope.get(() -> bound(plan.rule()::lower).toArray()),
                Scope.get(() -> bound(plan.rule()::upper).toArray()),
                points.parameter().toArray());
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
        first.setSteps(state.steps());
        second.setSteps(state.steps());
        points.setSteps(state.steps());
    }

    private Map<String, Tensor> tensors() {
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        first.addTo(tensors, "first");
        second.addTo(tensors, "second");
        points.addTo(tensors, "points");
        return tensors;
    }

    @Override
    public void close() {
        for (Adam adam : List.of(first, second, points)) {
            adam.close();
            adam.parameter().close();
        }
    }
}
