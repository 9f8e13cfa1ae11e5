package org.epiwrap.explanation;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.epiwrap.data.Column;
import org.epiwrap.data.input.Feature;
import org.epiwrap.data.input.TableInput;

/** The columns of one row: what the network receives of each, what it would receive of the centre, and what to say. */
final class RowParts implements Distances.Replacement {
    /** A scaled number beyond this is called far from the middle. */
    private static final double FAR = 2;

    private static final String UNUSUAL = " is unusual beside the row's other cells";

    private final List<Feature> features;
    private final float[] cells;
    private final List<String> texts;
    private final float[] encoded;
    /** Where the numbers of each column begin. */
    private final int[] places;

    private final double[] novelties;

    private RowParts(TableInput table, float[] cells, List<String> texts) {
        this.features = table.features();
        this.cells = cells.clone();
        this.texts = List.copyOf(texts);
        this.encoded = new float[table.size()];
        this.places = new int[cells.length];
        this.novelties = new double[cells.length];
        table.encode(cells, encoded, 0);
        float[] scratch = new float[table.size()];
        int place = 0;
        for (int i = 0; i < cells.length; i++) {
            places[i] = place;
            novelties[i] = features.get(i).encode(cells[i], scratch, place);
            place += features.get(i).width();
        }
    }

    static RowParts of(TableInput table, float[] cells, List<String> texts) {
        return new RowParts(table, cells, texts);
    }

    float[] encoded() {
        return encoded.clone();
    }

    /** Replaces a column by the centre of training rows, and takes its part of the novelty away. */
    @Override
    public void apply(int column, float[] target, int offset) {
        Feature feature = features.get(column);
        int from = offset + places[column];
        Arrays.fill(target, from, from + feature.width(), 0);
        if (feature instanceof Feature.Category category) {
            int categories = category.categories().size();
            Arrays.fill(target, from, from + categories, 1f / Math.max(1, categories));
        }
        double others = 0;
        for (int i = 0; i < novelties.length; i++) {
            others += i == column ? 0 : novelties[i];
        }
        target[offset + encoded.length - 1] = (float) others;
    }

    Contribution contribution(int column, double share) {
        Feature feature = features.get(column);
        Optional<String> remark = remark(column);
        return new Contribution(
                feature.column(), texts.get(column), share, remark.isPresent(), remark.orElseGet(() -> usual(column)));
    }

    private Optional<String> remark(int column) {
        Feature feature = features.get(column);
        String text = texts.get(column);
        return feature.remark(cells[column], text)
                .map(sentence -> text.isEmpty() && !Float.isNaN(cells[column])
                        ? feature.column() + " has a category that was never seen in training rows"
                        : sentence);
    }

    /** Says what is unusual about a cell such as training rows had, too. */
    private String usual(int column) {
        Feature feature = features.get(column);
        if (Float.isNaN(cells[column])) {
            return feature.column() + " is missing, which" + UNUSUAL;
        }
        if (!(feature instanceof Feature.Numeric numeric)) {
            return feature.column() + " '" + texts.get(column) + "'" + UNUSUAL;
        }
        String named = feature.column() + " " + texts.get(column);
        double scaled = encoded[places[column]];
        Column numbers = new Column.Numeric(feature.column());
        return Math.abs(scaled) < FAR
                ? named + UNUSUAL
                : named + " is far " + (scaled > 0 ? "above" : "below") + " the middle of training rows ("
                        + numbers.text((float) numeric.minimum()) + " to " + numbers.text((float) numeric.maximum())
                        + ")";
    }
}
