package org.epiwrap.model.manifest;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import org.epiwrap.check.Check;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.input.Input;
import org.epiwrap.data.load.Division;

/**
 * A dataset that a model was made from.
 *
 * @param name of the dataset
 * @param images how many examples it has
 * @param sha256 of the examples and labels, see {@link Input#hash}
 * @param division how the rest of the data was held out, if it is known
 */
public record DataRecord(String name, int images, String sha256, Optional<Division> division) {

    /** Refuses control characters and an empty dataset. */
    public DataRecord {
        Texts.withoutControl("the name of data", name);
        Check.atLeast("images", images, 1);
        Texts.withoutControl("sha256", sha256);
    }

    /** Returns the record of images. */
    public static DataRecord of(Dataset data) {
        return new DataRecord(data.name(), data.size(), data.contentHash(), Optional.empty());
    }

    /** Returns the record of examples as an input takes them. */
    public static DataRecord of(Dataset data, Input input, Optional<Division> division) {
        return new DataRecord(data.name(), data.size(), input.hash(data), division);
    }

    /** Returns the record as JSON. */
    public ObjectNode write() {
        ObjectNode node = JsonNodeFactory.instance
                .objectNode()
                .put("name", name)
                .put("images", images)
                .put("sha256", sha256);
        division.ifPresent(how -> node.set("division", DivisionJson.write(how)));
        return node;
    }

    /** Reads a record; a field that it does not have is refused. */
    public static DataRecord read(Fields fields) {
        return fields.only(f -> new DataRecord(
                f.text("name"),
                f.integer("images"),
                f.text("sha256"),
                f.optional("division").map(DivisionJson::read)));
    }
}
