package org.epiwrap.model.manifest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.List;
import java.util.TreeSet;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.data.Normalisation;
import org.epiwrap.data.Volume;
import org.epiwrap.data.input.CellFormat;
import org.epiwrap.data.input.Feature;
import org.epiwrap.data.input.Input;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.data.input.Scale;
import org.epiwrap.data.input.TableInput;

/**
 * An input in a manifest: the normalisation of images, whose shape is that of the architecture, or the schema of a table.
 * What is read must fit the architecture.
 */
final class InputJson {
    private static final String NORMALISATION = "normalisation";
    private static final String TABLE = "table";

    private InputJson() {}

    static void write(ObjectNode manifest, Input input) {
        if (input instanceof PictureInput pictures) {
            ObjectNode scaling = manifest.putObject(NORMALISATION);
            pictures.normalisation().mean().forEach(scaling.putArray("mean")::add);
            pictures.normalisation().scale().forEach(scaling.putArray("scale")::add);
        } else if (input instanceof TableInput table) {
            ObjectNode schema = manifest.putObject(TABLE);
            new TreeSet<>(table.format().missing()).forEach(schema.putArray("missing")::add);
            schema.put("decimal-comma", table.format().decimalComma());
            var columns = schema.putArray("columns");
            table.features().forEach(feature -> write(columns.addObject(), feature));
        }
    }

    private static void write(ObjectNode column, Feature feature) {
        column.put("name", feature.column());
        if (feature instanceof Feature.Numeric numeric) {
            column.put("minimum", numeric.minimum()).put("maximum", numeric.maximum());
            column.put("missing", numeric.missing());
            if (numeric.scale() instanceof Scale.Standard standard) {
                column.put("mean", standard.mean()).put("deviation", standard.deviation());
            } else if (numeric.scale() instanceof Scale.Quantile quantile) {
                quantile.knots().forEach(column.putArray("knots")::add);
                quantile.scores().forEach(column.putArray("scores")::add);
            }
        } else if (feature instanceof Feature.Category category) {
            column.put("missing", category.missing());
            category.categories().forEach(column.putArray("categories")::add);
        }
    }

    static Input read(Fields fields, Architecture architecture) {
        Volume volume = architecture.input();
        if (!fields.has(TABLE)) {
            Normalisation normalisation = fields.object(NORMALISATION)
                    .only(scaling -> new Normalisation(scaling.numbers("mean"), scaling.numbers("scale")));
            int scales = normalisation.mean().size();
            if (scales != 1 && scales != volume.channels()) {
                throw new IllegalArgumentException(
                        "manifest.normalisation must have 1 or " + volume.channels() + " channels, but has " + scales);
            }
            return new PictureInput(volume, normalisation);
        }
        TableInput table = fields.object(TABLE).only(InputJson::table);
        if (!volume.equals(Volume.features(table.size()))) {
            throw new IllegalArgumentException("manifest.table must give the " + volume
                    + " numbers that the network receives, but gives " + table.size());
        }
        return table;
    }

    private static TableInput table(Fields schema) {
        List<Feature> features = schema.objects("columns").stream()
                .map(column -> column.only(InputJson::feature))
                .toList();
        return new TableInput(
                features, new CellFormat(new HashSet<>(schema.texts("missing")), schema.flag("decimal-comma")));
    }

    private static Feature feature(Fields column) {
        String name = Texts.withoutControl("the name of a column", column.text("name"));
        boolean missing = column.flag("missing");
        if (column.has("categories")) {
            return new Feature.Category(name, column.texts("categories"), missing);
        }
        Scale scale = column.has("knots")
                ? new Scale.Quantile(column.numbers("knots"), column.numbers("scores"))
                : new Scale.Standard(column.number("mean"), column.number("deviation"));
        return new Feature.Numeric(name, scale, column.number("minimum"), column.number("maximum"), missing);
    }
}
