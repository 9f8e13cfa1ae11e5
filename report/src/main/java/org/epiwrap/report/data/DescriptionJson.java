package org.epiwrap.report.data;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import org.epiwrap.data.profile.ColumnProfile;
import org.epiwrap.data.profile.DataDescription;
import org.epiwrap.data.profile.Description;
import org.epiwrap.data.profile.PictureDescription;
import org.epiwrap.data.profile.TableProfile;

/** Descriptions as JSON. */
public final class DescriptionJson {
    private DescriptionJson() {}

    /** Returns a description as an object. */
    public static ObjectNode of(Description description) {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("name", description.name());
        if (description instanceof DataDescription table) {
            fill(json, table.profile());
        } else {
            fill(json, (PictureDescription) description);
        }
        ArrayNode warnings = json.putArray("warnings");
        description
                .warnings()
                .forEach(warning ->
                        warnings.addObject().put("kind", word(warning.kind())).put("sentence", warning.sentence()));
        return json;
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static void fill(ObjectNode json, TableProfile profile) {
        json.put("rows", profile.rows());
        ArrayNode columns = json.putArray("columns");
        for (ColumnProfile column : profile.columns()) {
            ObjectNode node = columns.addObject()
                    .put("name", column.name())
                    .put("kind", word(column.kind()))
                    .put("use", word(column.use()))
                    .put("why", column.reason())
                    .put("missing", column.missing())
                    .put("distinct", column.distinct().counted())
                    .put("moreDistinct", column.distinct().more());
            column.numbers().ifPresent(numbers -> fill(node.putObject("numbers"), numbers));
            ArrayNode texts = node.putArray("commonest");
            column.texts().stream()
                    .limit(ColumnProfile.COMMONEST)
                    .forEach(each -> texts.addObject().put("text", each.text()).put("count", each.count()));
        }
        profile.label().ifPresent(label -> {
            json.put("label", label.name());
            ArrayNode classes = json.putArray("classes");
            label.texts()
                    .forEach(
                            each -> classes.addObject().put("name", each.text()).put("count", each.count()));
        });
    }

    private static void fill(ObjectNode json, ColumnProfile.Numbers numbers) {
        json.put("count", numbers.count())
                .put("whole", numbers.whole())
                .put("minimum", numbers.minimum())
                .put("maximum", numbers.maximum())
                .put("mean", numbers.mean())
                .put("deviation", numbers.deviation());
        ObjectNode quantiles = json.putObject("quantiles");
        for (int i = 0; i < numbers.quantiles().size(); i++) {
            quantiles.put(
                    String.valueOf(ColumnProfile.Numbers.SHARES.get(i)),
                    numbers.quantiles().get(i));
        }
    }

    private static void fill(ObjectNode json, PictureDescription pictures) {
        json.put("pictures", pictures.train()).put("test", pictures.test());
        ArrayNode classes = json.putArray("classes");
        pictures.classes()
                .forEach(each -> classes.addObject()
                        .put("name", each.name())
                        .put("count", each.train())
                        .put("test", each.test()));
        ArrayNode sizes = json.putArray("sizes");
        pictures.sizes()
                .forEach(each -> sizes.addObject()
                        .put("height", each.height())
                        .put("width", each.width())
                        .put("count", each.count()));
    }
}
