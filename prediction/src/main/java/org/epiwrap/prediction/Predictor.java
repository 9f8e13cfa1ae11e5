package org.epiwrap.prediction;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.input.Input;
import org.epiwrap.data.input.RowParser;
import org.epiwrap.data.input.TableInput;
import org.epiwrap.explanation.Explainer;
import org.jspecify.annotations.Nullable;

/**
 * Predicts examples by a network. What it was given stays open and as it is while the predictor is used. Several threads,
 * such as those of a server, may predict by one predictor at once; each gets what it would get alone.
 */
public interface Predictor {

    Architecture architecture();

    /** Returns what is done to inputs before the network receives them. */
    Input input();

    ClassNames classNames();

    /** Predicts all examples of a dataset; labels are not looked at. */
    Predictions predict(Dataset data);

    /** Receives the predictions of some examples of a dataset, the first of which is its example {@code first}. */
    @FunctionalInterface
    interface BatchConsumer {
        void accept(int first, Predictions batch);
    }

    /** Predicts a dataset a batch at a time; no more than a batch is held at once. */
    void forEachBatch(Dataset data, BatchConsumer consumer);

    /** Predicts examples of numbers from 0 to 1 in the order channels, height, width, before input. */
    Predictions predict(float[][] examples);

    /** Predicts one example; see {@link #predict(float[][])}. */
    default Prediction predict(float[] example) {
        return predict(new float[][] {example}).get(0);
    }

    /**
     * Predicts one row of values by the names of their columns: numbers, texts, booleans, or null for a missing one.
     *
     * @throws IllegalArgumentException if the network takes no rows, a column is missing or has a value it cannot have
     */
    default Prediction predict(Map<String, ? extends @Nullable Object> row) {
        if (!(input() instanceof TableInput table)) {
            throw new IllegalArgumentException("this network takes " + input().plural() + ", not rows");
        }
        return predict(RowParser.cells(table, row));
    }

    /** Returns what explains why examples are unlike the training examples; empty if the predictor cannot tell. */
    default Optional<Explainer> explainer() {
        return Optional.empty();
    }

    /** Predicts an image of unsigned bytes in the order channels, height, width. */
    Prediction predict(byte[] pixels);

    /** Predicts a stream of examples in their order, a batch at a time and no sooner than they are asked for. */
    default Stream<Prediction> predict(Stream<float[]> examples) {
        Iterator<float[]> source = examples.iterator();
        Iterable<Prediction> predictions = () -> new Iterator<>() {
            private Iterator<Prediction> batch = List.<Prediction>of().iterator();

            @Override
            public boolean hasNext() {
                return batch.hasNext() || source.hasNext();
            }

            @Override
            public Prediction next() {
                if (!batch.hasNext()) {
                    List<float[]> some = new ArrayList<>();
                    do {
                        some.add(source.next());
                    } while (source.hasNext() && some.size() < STREAM_BATCH);
                    batch = predict(some.toArray(float[][]::new)).stream().iterator();
                }
                return batch.next();
            }
        };
        return StreamSupport.stream(predictions.spliterator(), false).onClose(examples::close);
    }

    /** How many examples of a stream are predicted together. */
    int STREAM_BATCH = 256;
}
