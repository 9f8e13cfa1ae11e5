package org.epiwrap.bench.table;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.input.TableInput;
import org.epiwrap.data.table.RowSink;
import org.epiwrap.data.table.RowSource;
import org.epiwrap.data.table.TableFormats;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.Wrapping;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.Estimator;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.network.Trainer;
import org.epiwrap.network.TrainingListener;
import org.epiwrap.network.TrainingPlan;
import org.epiwrap.prediction.Abstention;
import org.epiwrap.prediction.ClassNames;
import org.epiwrap.prediction.IntervalPredictor;
import org.epiwrap.prediction.Score;
import org.epiwrap.prediction.table.RowScoring;
import org.epiwrap.scoring.EpistemicScorer;

/** A network for rows, with hidden layers of 64 and 32 units, trained for an epoch and wrapped; it scores and abstains. */
record RowNetwork(BayesianNetwork bayesian, IntervalNetwork wrapped, IntervalPredictor predictor)
        implements AutoCloseable {
    static final int[] HIDDEN = {64, 32};

    private static final double THRESHOLD = 0.5;

    static RowNetwork of(Dataset train) {
        TableInput input = TableInput.fit(train);
        BayesianNetwork bayesian = BayesianNetwork.untrained(
                Architecture.mlp(input.shape(), train.classNames().size(), HIDDEN), RunSeeds.of(1));
        TrainingPlan plan = TrainingPlan.sound(train.size(), Estimator.FLIPOUT).withEpochs(1);
        Trainer.train(bayesian, train, input, plan, TrainingListener.NONE);
        IntervalNetwork wrapped = IntervalNetwork.wrap(bayesian, Wrapping.withDefaults());
        IntervalPredictor predictor = IntervalPredictor.of(
                        EpistemicScorer.fit(wrapped, train, input), new ClassNames(train.classNames()))
                .with(Abstention.above(Score.TU, THRESHOLD));
        return new RowNetwork(bayesian, wrapped, predictor);
    }

    TableInput input() {
        return (TableInput) predictor.input();
    }

    /** Returns what predicts intervals and sets alone, without scores, in a third of the time. */
    IntervalPredictor bounds() {
        return IntervalPredictor.of(wrapped, predictor.input(), predictor.classNames());
    }

    /** Predicts the rows of a file and writes them with their predictions to another, as {@code epiwrap predict -o} does. */
    static void score(IntervalPredictor predictor, Path file, Path scored) {
        RowScoring scoring = RowScoring.of(predictor).withLabel(GeneratedTable.LABEL);
        try (RowSource rows = TableFormats.open(file, scoring.text());
                RowSink sink = TableFormats.create(scored, scoring.fields(rows), scoring.text())) {
            scoring.score(rows, sink);
            sink.commit();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        wrapped.close();
        bayesian.close();
    }
}
