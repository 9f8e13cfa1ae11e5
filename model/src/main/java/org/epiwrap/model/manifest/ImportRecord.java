package org.epiwrap.model.manifest;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import org.epiwrap.check.Check;

/**
 * Where a network that another library trained was imported from.
 *
 * @param convention the naming convention of its tensors
 * @param file the name of the file, without its folders
 * @param draws how many draws of each weight the file held; empty where it held means and standard deviations
 * @param trainedOn what is known of the examples it was trained on
 */
public record ImportRecord(String convention, String file, Optional<Integer> draws, TrainedOn trainedOn) {
    private static final String TRAINED_ON = "trained-on";
    private static final String NONE = "none";
    private static final String DATA = "data";

    /**
     * What is known of the examples that an imported network was trained on.
     *
     * @param data the examples, if they are known
     * @param none whether the examples of its data are known to be held out, all of them
     */
    public record TrainedOn(Optional<DataRecord> data, boolean none) {

        /** Refuses examples where there are none. */
        public TrainedOn {
            if (none && data.isPresent()) {
                throw new IllegalArgumentException(
                        "a network that was trained on none of its data must have no record of"
                                + " such examples, but has one");
            }
        }

        /** Returns that nothing is known: what is treated as held out may not be. */
        public static TrainedOn unknown() {
            return new TrainedOn(Optional.empty(), false);
        }

        /** Returns that all examples of the data are held out. */
        public static TrainedOn nothing() {
            return new TrainedOn(Optional.empty(), true);
        }

        /** Returns that these were the examples. */
        public static TrainedOn examples(DataRecord data) {
            return new TrainedOn(Optional.of(data), false);
        }
    }

    /** Creates a record of which training examples nothing is known. */
    public ImportRecord(String convention, String file, Optional<Integer> draws) {
        this(convention, file, draws, TrainedOn.unknown());
    }

    /** Refuses control characters and a single draw, which has no spread. */
    public ImportRecord {
        Texts.withoutControl("the name of a convention", convention);
        Texts.withoutControl("the name of a file", file);
        draws.ifPresent(count -> Check.atLeast("draws", count, 2));
    }

    /** Returns the record as JSON. */
    public ObjectNode write() {
        ObjectNode node = JsonNodeFactory.instance
                .objectNode()
                .put("convention", convention)
                .put("file", file);
        draws.ifPresent(count -> node.put("draws", count));
        node.put(TRAINED_ON, trainedOn.none() ? NONE : trainedOn.data().isPresent() ? DATA : "unknown");
        trainedOn.data().ifPresent(examples -> node.set(DATA, examples.write()));
        return node;
    }

    /** Reads a record; a field that it does not have is refused. */
    public static ImportRecord read(Fields fields) {
        return fields.only(
                f -> new ImportRecord(f.text("convention"), f.text("file"), f.optionalInteger("draws"), trainedOn(f)));
    }

    private static TrainedOn trainedOn(Fields fields) {
        // Records of earlier versions do not have it.
        boolean none = fields.has(TRAINED_ON) && fields.text(TRAINED_ON).equals(NONE);
        return new TrainedOn(fields.optional(DATA).map(DataRecord::read), none);
    }
}
