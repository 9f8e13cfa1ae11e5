package org.epiwrap.model;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import org.epiwrap.check.Check;

/**
 * Where a network that others have trained comes from.
 *
 * @param convention under whose names it was found
 * @param file its name, without the folders it was in
 * @param draws how many of each weight the file held, where it held draws and no means and spreads
 */
public record ImportRecord(String convention, String file, Optional<Integer> draws) {

    public ImportRecord {
        Texts.visible("the name of a convention", convention);
        Texts.visible("the name of a file", file);
        draws.ifPresent(count -> Check.atLeast("draws", count, 2));
    }

    ObjectNode write() {
        ObjectNode node = JsonNodeFactory.instance
                .objectNode()
                .put("convention", convention)
                .put("file", file);
        draws.ifPresent(count -> node.put("draws", count));
        return node;
    }

    static ImportRecord read(Fields fields) {
        ImportRecord result =
                new ImportRecord(fields.text("convention"), fields.text("file"), fields.optionalInteger("draws"));
        fields.end();
        return result;
    }
}
