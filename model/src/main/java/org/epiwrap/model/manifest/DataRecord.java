package org.epiwrap.model.manifest;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.epiwrap.check.Check;
import org.epiwrap.data.Dataset;

/**
 * A dataset that a model was made from.
 *
 * @param name of the dataset
 * @param images how many examples it has
 * @param sha256 of the examples and labels, see {@link Dataset#contentHash}
 */
public record DataRecord(String name, int images, String sha256) {

    /** Refuses control characters and an empty dataset. */
    public DataRecord {
        Texts.withoutControl("the name of data", name);
        Check.atLeast("images", images, 1);
        Texts.withoutControl("sha256", sha256);
    }

    /** Returns the record of a dataset. */
    public static DataRecord of(Dataset data) {
        return new DataRecord(data.name(), data.size(), data.contentHash());
    }

    /** Returns the record as JSON. */
    public ObjectNode write() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("name", name)
                .put("images", images)
                .put("sha256", sha256);
    }

    /** Reads a record; a field that it does not have is refused. */
    public static DataRecord read(Fields fields) {
        return fields.only(f -> new DataRecord(f.text("name"), f.integer("images"), f.text("sha256")));
    }
}
