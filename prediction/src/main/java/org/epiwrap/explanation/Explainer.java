package org.epiwrap.explanation;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.epiwrap.check.Check;
import org.epiwrap.data.Column;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Volume;
import org.epiwrap.data.input.Input;
import org.epiwrap.data.input.RowParser;
import org.epiwrap.data.input.TableInput;
import org.epiwrap.scoring.EpistemicScorer;
import org.jspecify.annotations.Nullable;

/**
 * Explains why an example is unfamiliar. A part of it contributes what ln D² of the features loses when the part is
 * replaced by the centre of training examples: a number by the middle of its scale, a category by the average of all, a
 * patch of an image by 0, which is the mean training pixel where pixels are normalised and black where they are not. What
 * no training row had, an unseen category or a number out of range, comes first.
 *
 * <pre>{@code
 * Explainer explainer = predictor.explainer().orElseThrow();
 * explainer.explain(row).inWords(); // int_rate 31.0 is above all training rows (5.3 to 24.8)
 * }</pre>
 *
 * <p>Several threads may use one explainer.
 */
public final class Explainer {
    /** The maximum number of patches along a side of an image. */
    private static final int PATCHES = 8;

    private final EpistemicScorer scorer;

    private Explainer(EpistemicScorer scorer) {
        this.scorer = scorer;
    }

    /** Returns an explainer of the distances of a scorer, whose network must stay open as long. */
    public static Explainer of(EpistemicScorer scorer) {
        return new Explainer(scorer);
    }

    /**
     * Explains one example given by itself.
     *
     * @param example as {@link Input#encode(float[], float[], int)} takes it
     */
    public Explanation explain(float[] example) {
        if (scorer.input() instanceof TableInput table) {
            List<Column> columns = table.columnTypes();
            Check.sameLength("a row", example.length, "the columns", columns.size());
            return explain(
                    example,
                    IntStream.range(0, example.length)
                            .mapToObj(i -> columns.get(i).text(example[i]))
                            .toList());
        }
        float[] encoded = new float[scorer.input().shape().size()];
        scorer.input().encode(example, encoded, 0);
        return image(encoded);
    }

    /**
     * Explains one row.
     *
     * @param cells in the order of the input's columns
     * @param texts the cells as they were read, in the same order; they name categories that training rows never had
     */
    public Explanation explain(float[] cells, List<String> texts) {
        TableInput table = table();
        Check.sameLength("texts", texts.size(), "cells", cells.length);
        RowParts parts = RowParts.of(table, cells, texts);
        double[] distances = Distances.of(scorer, parts.encoded(), cells.length, parts);
        double[] shares = Distances.shares(distances);
        return explanation(
                distances[0],
                IntStream.range(0, cells.length)
                        .mapToObj(i -> parts.contribution(i, shares[i]))
                        .toList(),
                Optional.empty());
    }

    /**
     * Explains one row of values by the names of their columns; see {@link RowParser#cells}.
     *
     * @throws IllegalArgumentException if the network takes no rows, or the row is none for it; the message says why
     */
    public Explanation explain(Map<String, ? extends @Nullable Object> row) {
        TableInput table = table();
        return explain(RowParser.cells(table, row), RowParser.texts(table, row));
    }

    private TableInput table() {
        if (!(scorer.input() instanceof TableInput table)) {
            throw new IllegalArgumentException(
                    "this network takes " + scorer.input().plural() + ", not rows");
        }
        return table;
    }

    /** Explains an example of a dataset, whose columns may have another order and other categories. */
    public Explanation explain(Dataset data, int example) {
        Check.between("example", example, 0, data.size() - 1);
        if (!(scorer.input() instanceof TableInput table)) {
            float[] encoded = new float[scorer.input().shape().size()];
            scorer.input().encoder(data).encode(example, encoded, 0);
            return image(encoded);
        }
        float[] cells = new float[table.features().size()];
        table.cells(data).copy(example, cells);
        Map<String, Integer> places = new HashMap<>();
        data.columns().forEach(column -> places.put(column.name(), places.size()));
        float[] raw = new float[places.size()];
        data.cells(example, raw, 0);
        return explain(
                cells,
                table.columns().stream()
                        .map(places::get)
                        .map(place -> data.columns().get(place).text(raw[place]))
                        .toList());
    }

    private Explanation image(float[] encoded) {
        Volume shape = scorer.input().shape();
        int side = Math.max(1, (Math.max(shape.height(), shape.width()) + PATCHES - 1) / PATCHES);
        int rows = (shape.height() + side - 1) / side;
        int columns = (shape.width() + side - 1) / side;
        double[] distances = Distances.of(
                scorer,
                encoded,
                rows * columns,
                (patch, target, offset) ->
                        clear(shape, patch / columns * side, patch % columns * side, side, target, offset));
        double[] shares = Distances.shares(distances);
        List<Contribution> contributions = IntStream.range(0, shares.length)
                .mapToObj(i -> {
                    String place = "row " + (i / columns + 1) + ", column " + (i % columns + 1);
                    return new Contribution(place, "", shares[i], false, "the patch at " + place + " is unusual");
                })
                .toList();
        PatchMap map = new PatchMap(
                rows,
                columns,
                side,
                IntStream.range(0, shares.length).mapToObj(i -> shares[i]).toList());
        return explanation(distances[0], contributions, Optional.of(map));
    }

    /** Sets the pixels of a patch to 0 in every channel. */
    private static void clear(Volume shape, int top, int left, int side, float[] target, int offset) {
        for (int channel = 0; channel < shape.channels(); channel++) {
            for (int y = top; y < Math.min(shape.height(), top + side); y++) {
                for (int x = left; x < Math.min(shape.width(), left + side); x++) {
                    target[offset + (channel * shape.height() + y) * shape.width() + x] = 0;
                }
            }
        }
    }

    private Explanation explanation(double distance, List<Contribution> contributions, Optional<PatchMap> map) {
        return new Explanation(
                distance,
                scorer.input().plural(),
                contributions.stream()
                        .filter(each -> each.unseen() || each.share() > 0)
                        .sorted(Comparator.comparing((Contribution each) -> !each.unseen())
                                .thenComparing(Comparator.comparingDouble(Contribution::share)
                                        .reversed()))
                        .toList(),
                map);
    }
}
