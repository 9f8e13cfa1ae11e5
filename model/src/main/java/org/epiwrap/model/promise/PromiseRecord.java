package org.epiwrap.model.promise;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.epiwrap.model.manifest.DataRecord;
import org.epiwrap.prediction.promise.CalibratedPromises;
import org.epiwrap.store.TensorFileWriter;

/**
 * The promises of a model, and what they rest on.
 *
 * @param calibrated the promises with their thresholds and sets
 * @param basis the calibration examples that they rest on
 */
public record PromiseRecord(CalibratedPromises calibrated, DataRecord basis) {

    /** Returns what the manifest holds of the promises; their numbers are in tensors. */
    public ObjectNode manifest() {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.set("rests-on", basis.write());
        calibrated.falseAlarm().ifPresent(given -> node.set("unfamiliar", PromiseJson.write(given)));
        calibrated.decisions().ifPresent(given -> node.set("ambiguous", PromiseJson.write(given)));
        calibrated.sets().ifPresent(given -> node.set("sets", PromiseJson.write(given)));
        return node;
    }

    /** Adds the calibration scores and the quantiles of sets to a file. */
    public void write(TensorFileWriter writer) {
        calibrated.falseAlarm().ifPresent(given -> PromiseTensors.UNFAMILIAR.write(writer, given.limit()));
        calibrated.decisions().ifPresent(given -> PromiseTensors.AMBIGUOUS.write(writer, given.limit()));
        calibrated
                .sets()
                .ifPresent(given ->
                        PromiseTensors.QUANTILES.write(writer, given.rule().quantiles()));
    }
}
