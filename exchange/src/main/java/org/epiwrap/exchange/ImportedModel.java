package org.epiwrap.exchange;

import java.util.List;
import java.util.Optional;
import org.epiwrap.exchange.reference.LabelOrder;
import org.epiwrap.model.ModelData;
import org.epiwrap.model.StoredModel;

/**
 * A model of a network that another library has trained.
 *
 * @param model a Bayesian network, an ensemble, or the intervals of draws
 * @param report on the file
 * @param labels how many examples of the data are predicted right, where data was given
 * @param notes what the model is, what was measured, and what is not known
 * @param calibratedOn the data by which radii and scores were calibrated, if they were
 */
public record ImportedModel(
        StoredModel model,
        ImportReport report,
        Optional<LabelOrder> labels,
        List<String> notes,
        Optional<ModelData> calibratedOn)
        implements AutoCloseable {

    public ImportedModel {
        notes = List.copyOf(notes);
    }

    /** Returns the report, the accuracy and the notes as lines of text. */
    public String text() {
        StringBuilder text = new StringBuilder(report.text());
        labels.ifPresent(order -> ImportReport.line(text, "data", order.text()));
        notes.forEach(note -> ImportReport.line(text, "note", note));
        return text.toString();
    }

    /** Closes the model, and with a Bayesian one the network it was made of. */
    @Override
    public void close() {
        model.close();
    }
}
