package org.epiwrap.data.load;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.epiwrap.data.Column;
import org.epiwrap.data.DataException;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.ExampleType;
import org.epiwrap.data.Part;
import org.epiwrap.data.Parts;
import org.epiwrap.data.array.ArrayData;
import org.epiwrap.data.array.ArrayOptions;
import org.epiwrap.data.builtin.BuiltInData;
import org.epiwrap.data.image.FolderDescription;
import org.epiwrap.data.input.CellFormat;
import org.epiwrap.data.profile.ColumnUse;
import org.epiwrap.data.profile.DataDescription;
import org.epiwrap.data.profile.Description;
import org.epiwrap.data.profile.PictureDescription;
import org.epiwrap.data.profile.TableProfile;
import org.epiwrap.data.table.TableReader;

/** Describes data of every kind before anything is learnt from it. */
public final class DataDescriber {
    private static final String LABEL = "label";

    private DataDescriber() {}

    /**
     * Describes data by its name or path, as {@link Data#of} finds it; of the options, those of tables and of arrays and
     * the path to test on are used. That nothing can be learnt from it is a warning.
     *
     * @throws DataException if it cannot be read; the message is one sentence
     */
    public static Description describe(String nameOrPath, DataOptions options) throws IOException {
        Optional<BuiltInData> builtIn = BuiltInData.find(nameOrPath);
        if (builtIn.isPresent()) {
            BuiltInData data = builtIn.get();
            return of(data.toString(), new Parts(data.load(Part.TRAIN), Optional.of(data.load(Part.TEST)), List.of()));
        }
        Path path = Path.of(nameOrPath);
        return switch (DataKind.of(path)) {
            case TABLE -> table(path, options);
            case IMAGES -> FolderDescription.of(path, options.test());
            case ARRAYS ->
                of(
                        String.valueOf(path.toAbsolutePath().normalize().getFileName()),
                        ArrayData.read(path, new ArrayOptions(options.pictures(), options.channels())));
        };
    }

    private static Description table(Path file, DataOptions options) throws IOException {
        TableReader reader = TableReader.of(file, options.table());
        return options.test().isPresent()
                ? reader.describe(TableReader.of(options.test().get(), options.table()))
                : reader.describe();
    }

    private static Description of(String name, Parts parts) {
        if (parts.train().type() instanceof ExampleType.Images) {
            return PictureDescription.of(name, parts);
        }
        DataDescription description = DataDescription.of(profile(name, parts.train()), parts.train());
        return parts.test().isPresent()
                ? description.withTest(parts.train(), parts.test().get())
                : description;
    }

    /** Rows without texts become what a table would have. */
    private static TableProfile profile(String name, Dataset rows) {
        List<Column> columns = rows.columns();
        List<String> header = new ArrayList<>(columns.stream().map(Column::name).toList());
        String label = header.contains(LABEL) ? "class " + LABEL : LABEL;
        header.add(label);
        TableProfile.Builder profile =
                TableProfile.builder(name, header, CellFormat.standard(), Map.of(label, ColumnUse.LABEL));
        float[] cells = new float[columns.size()];
        String[] texts = new String[header.size()];
        for (int row = 0; row < rows.size(); row++) {
            rows.cells(row, cells, 0);
            for (int c = 0; c < cells.length; c++) {
                texts[c] = text(columns.get(c), cells[c]);
            }
            texts[cells.length] = rows.classNames().get(rows.label(row));
            int number = row;
            profile.add(texts, () -> name + ", row " + number);
        }
        return profile.build();
    }

    private static String text(Column column, float cell) {
        if (Float.isNaN(cell)) {
            return "";
        }
        if (column instanceof Column.Category category) {
            return category.categories().get((int) cell);
        }
        return cell == Math.rint(cell) && Math.abs(cell) < 1e9f ? String.valueOf((long) cell) : String.valueOf(cell);
    }
}
