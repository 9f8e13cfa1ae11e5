package org.epiwrap.data.input;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.check.Check;
import org.epiwrap.data.Column;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Sha256;
import org.epiwrap.data.Volume;

/**
 * Rows of a table: the schema of a model. Each feature gives its numbers; the last number is the row's novelty, the sum over
 * its cells of how unlike all training rows they are. It is 0 for every training row, so that a Bayesian network learns
 * nothing about its weights: their posteriors stay at the prior, and intervals widen with what was never seen.
 *
 * @param features in the order in which the network receives them
 * @param format how cells are written in files
 */
public record TableInput(List<Feature> features, CellFormat format) implements Input {
    /** The cell of a category that training rows never had. */
    public static final int UNSEEN = -1;

    /** Refuses two features of one column. */
    public TableInput {
        features = List.copyOf(features);
        Check.atLeast("the number of features", features.size(), 1);
        Set<String> names = new HashSet<>();
        for (Feature feature : features) {
            if (!names.add(feature.column())) {
                throw new IllegalArgumentException(
                        "columns must have different names, but two are '" + feature.column() + "'");
            }
        }
    }

    /** Returns the input for rows like these, with the usual scale and format of cells; see {@link #with(CellFormat)}. */
    public static TableInput fit(Dataset train) {
        return fit(train, Scale.Kind.STANDARD);
    }

    /** Returns the input for rows like these. */
    public static TableInput fit(Dataset train, Scale.Kind scale) {
        return TableFit.fit(train, scale);
    }

    /** Returns this input for tables whose cells are written in another way. */
    public TableInput with(CellFormat other) {
        return new TableInput(features, other);
    }

    /** Returns the columns as the rows of a dataset hold them, in the order of the features. */
    public List<Column> columnTypes() {
        return features.stream()
                .<Column>map(feature -> feature instanceof Feature.Category category
                        ? new Column.Category(category.column(), category.categories())
                        : new Column.Numeric(feature.column()))
                .toList();
    }

    /** Returns the names of the columns, in the order in which {@link #encode(float[], float[], int)} takes their cells. */
    public List<String> columns() {
        return features.stream().map(Feature::column).toList();
    }

    /** Returns how many numbers the network receives, the novelty included. */
    public int size() {
        return features.stream().mapToInt(Feature::width).sum() + 1;
    }

    /** Returns which of the numbers the network receives is the row's novelty: the last. */
    public int novelty() {
        return size() - 1;
    }

    @Override
    public Volume shape() {
        return Volume.features(size());
    }

    @Override
    public boolean isNonNegative() {
        return false;
    }

    @Override
    public String plural() {
        return "rows";
    }

    @Override
    public void encode(float[] example, float[] target, int offset) {
        if (example.length != features.size()) {
            throw new IllegalArgumentException("a row must have " + features.size() + " cells (" + columns()
                    + ") for this network, but has " + example.length);
        }
        int place = offset;
        double novelty = 0;
        for (int i = 0; i < example.length; i++) {
            Feature feature = features.get(i);
            novelty += feature.encode(example[i], target, place);
            place += feature.width();
        }
        target[place] = (float) novelty;
    }

    @Override
    public int rawSize() {
        return features.size();
    }

    /** {@inheritDoc} No cell is missing, and cells are independent of each other. */
    @Override
    public float[] probe(UniformRandomProvider random) {
        float[] row = new float[features.size()];
        for (int i = 0; i < row.length; i++) {
            row[i] = features.get(i).draw(random);
        }
        return row;
    }

    @Override
    public Encoder encoder(Dataset data) {
        Cells cells = cells(data);
        float[] row = new float[features.size()];
        return (example, target, offset) -> {
            cells.copy(example, row);
            encode(row, target, offset);
        };
    }

    /** {@inheritDoc} The SHA-256 of all cells and labels, row by row, each four bytes, big-endian; unlabelled is -1. */
    @Override
    public String hash(Dataset data) {
        Cells cells = cells(data);
        float[] row = new float[features.size()];
        ByteBuffer bytes = ByteBuffer.allocate(Float.BYTES * (row.length + 1));
        MessageDigest digest = Sha256.digest();
        for (int i = 0; i < data.size(); i++) {
            cells.copy(i, row);
            bytes.clear();
            for (float cell : row) {
                bytes.putFloat(cell);
            }
            bytes.putInt(data.isLabelled() ? data.label(i) : -1);
            digest.update(bytes.array());
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /** Reads the cells of a dataset's rows in the order of the features, by the features' own categories. */
    @FunctionalInterface
    public interface Cells {
        /** Copies the cells of a row. */
        void copy(int row, float[] target);
    }

    /**
     * Returns what reads the cells of a dataset, whose columns may have another order and other categories. For one thread.
     *
     * @throws IllegalArgumentException if a column is missing or of another kind
     */
    public Cells cells(Dataset data) {
        List<Column> columns = data.columns();
        Map<String, Integer> places = new HashMap<>();
        for (int i = 0; i < columns.size(); i++) {
            places.put(columns.get(i).name(), i);
        }
        int[] sources = new int[features.size()];
        float[][] codes = new float[features.size()][];
        for (int i = 0; i < sources.length; i++) {
            Feature feature = features.get(i);
            Integer place = places.get(feature.column());
            if (place == null) {
                throw new IllegalArgumentException(
                        data.name() + " must have the column '" + feature.column() + "', but has " + places.keySet());
            }
            sources[i] = place;
            codes[i] = codes(feature, columns.get(place), data.name());
        }
        float[] all = new float[columns.size()];
        return (row, target) -> {
            data.cells(row, all, 0);
            for (int i = 0; i < sources.length; i++) {
                float cell = all[sources[i]];
                target[i] = codes[i].length == 0 || !(cell >= 0) ? cell : codes[i][(int) cell];
            }
        };
    }

    /** The feature's cell for each category of the column; empty if cells are numbers. */
    private float[] codes(Feature feature, Column column, String data) {
        if (feature instanceof Feature.Numeric && column instanceof Column.Numeric) {
            return new float[0];
        }
        if (feature instanceof Feature.Category own && column instanceof Column.Category other) {
            Map<String, Integer> places = new HashMap<>();
            own.categories().forEach(category -> places.put(category, places.size()));
            float[] codes = new float[Math.max(1, other.categories().size())];
            for (int i = 0; i < other.categories().size(); i++) {
                codes[i] = places.getOrDefault(other.categories().get(i), UNSEEN);
            }
            return codes;
        }
        throw new IllegalArgumentException("the column '" + feature.column() + "' of " + data + " must have "
                + (feature instanceof Feature.Numeric ? "numbers" : "categories") + " as in training rows, but has "
                + (column instanceof Column.Numeric ? "numbers" : "categories"));
    }
}
