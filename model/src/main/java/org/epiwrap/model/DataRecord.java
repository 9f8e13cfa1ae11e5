package org.epiwrap.model;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.epiwrap.check.Check;
import org.epiwrap.data.Dataset;

/**
 * Images that had a part in what a file holds.
 *
 * @param sha256 of the images and labels, see {@link Dataset#contentHash}
 */
public record DataRecord(String name, int images, String sha256) {

    public DataRecord {
        Texts.visible("the name of data", name);
        Check.atLeast("images", images, 1);
        Texts.visible("sha256", sha256);
    }

    public static DataRecord of(Dataset data) {
        return new DataRecord(data.name(), data.size(), data.contentHash());
    }

    ObjectNode write() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("name", name)
                .put("images", images)
                .put("sha256", sha256);
    }

    static DataRecord read(Fields fields) {
        DataRecord result = new DataRecord(fields.text("name"), fields.integer("images"), fields.text("sha256"));
        fields.end();
        return result;
    }
}
