package org.epiwrap.model.manifest;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import org.epiwrap.data.load.Division;
import org.epiwrap.data.load.Shares;

/** A division of data in a manifest. */
final class DivisionJson {
    private DivisionJson() {}

    static ObjectNode write(Division division) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        division.label().ifPresent(label -> node.put("label", label));
        node.put("seed", division.seed())
                .put("train", division.shares().train())
                .put("calibration", division.shares().calibration())
                .put("test", division.shares().test());
        division.unknownClasses().forEach(node.putArray("unknown-classes")::add);
        return node;
    }

    static Division read(Fields fields) {
        return fields.only(f -> {
            Optional<String> label = f.has("label")
                    ? Optional.of(Texts.withoutControl("the name of a column", f.text("label")))
                    : Optional.empty();
            Shares shares = new Shares(f.number("train"), f.number("calibration"), f.number("test"));
            List<String> unknown = f.texts("unknown-classes");
            unknown.forEach(name -> Texts.withoutControl("the name of a class", name));
            return new Division(label, f.whole("seed"), shares, unknown);
        });
    }
}
