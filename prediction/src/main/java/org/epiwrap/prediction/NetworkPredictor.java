package org.epiwrap.prediction;

import java.util.List;
import java.util.Optional;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.check.Check;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.input.Input;
import org.epiwrap.network.InputBatch;
import org.epiwrap.promise.ConformalSets;

/** A predictor that computes a batch at a time. Several runs of a network can be predicted together. */
abstract class NetworkPredictor implements Predictor {
    private final Architecture architecture;
    private final Input input;
    private final ClassNames names;

    NetworkPredictor(Architecture architecture, Input input, ClassNames names) {
        Check.sameLength("classNames", names.size(), "the network's outputs", architecture.classes());
        this.architecture = architecture;
        this.input = input;
        this.names = names;
    }

    /** Fills in the predictions of batches, one after the other. */
    @FunctionalInterface
    interface Walk {
        /** Predicts a batch whose first example is the example {@code at} of the columns. */
        void predict(InputBatch batch, Columns columns, int at);
    }

    /** Begins a walk over the examples of one call; what is random starts at the same place for every call. */
    abstract Walk begin();

    abstract int runs();

    /** Returns how many examples of a dataset are computed together. */
    int batchSize() {
        return InputBatch.usualSize(architecture);
    }

    Abstention abstention() {
        return Abstention.never();
    }

    /** Returns what gives prediction sets, if their coverage was promised. */
    Optional<ConformalSets> sets() {
        return Optional.empty();
    }

    @Override
    public final Architecture architecture() {
        return architecture;
    }

    @Override
    public final Input input() {
        return input;
    }

    @Override
    public final ClassNames classNames() {
        return names;
    }

    /** Predicts all examples by each run of the network. */
    public final List<Predictions> predictRuns(Dataset data) {
        Columns columns = new Columns(runs(), data.size(), names.size());
        fill(columns, data);
        return columns.predictions(names, abstention(), sets());
    }

    void fill(Columns columns, Dataset data) {
        Walk walk = begin();
        InputBatch.forEach(
                data, input, architecture, batchSize(), batch -> walk.predict(batch, columns, batch.first()));
    }

    @Override
    public final Predictions predict(Dataset data) {
        checkOneRun();
        return predictRuns(data).get(0);
    }

    @Override
    public final void forEachBatch(Dataset data, BatchConsumer consumer) {
        checkOneRun();
        Walk walk = begin();
        InputBatch.forEach(
                data,
                input,
                architecture,
                batchSize(),
                batch -> consumer.accept(batch.first(), predicted(walk, batch)));
    }

    @Override
    public final Predictions predict(float[][] examples) {
        checkOneRun();
        return InputBatch.of(examples, input, batch -> predicted(begin(), batch));
    }

    @Override
    public final Prediction predict(byte[] pixels) {
        checkOneRun();
        return InputBatch.of(pixels, input, batch -> predicted(begin(), batch)).get(0);
    }

    private Predictions predicted(Walk walk, InputBatch batch) {
        Columns columns = new Columns(1, batch.count(), names.size());
        walk.predict(batch, columns, 0);
        return columns.predictions(names, abstention(), sets()).get(0);
    }

    private void checkOneRun() {
        Check.between("the number of runs, which predictRuns predicts together,", runs(), 1, 1);
    }
}
