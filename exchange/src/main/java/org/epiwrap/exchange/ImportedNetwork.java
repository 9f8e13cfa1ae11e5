package org.epiwrap.exchange;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.data.Normalisation;
import org.epiwrap.data.input.Input;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.data.input.TableInput;
import org.epiwrap.exchange.convention.Axes;
import org.epiwrap.exchange.draws.NoveltyInput;
import org.epiwrap.exchange.draws.WeightDraws;
import org.epiwrap.exchange.reference.Agreement;
import org.epiwrap.exchange.reference.ReferenceOutputs;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.model.EnsembleModel;
import org.epiwrap.model.StoredModel;
import org.epiwrap.model.manifest.ImportRecord;
import org.epiwrap.model.manifest.ImportRecord.TrainedOn;
import org.epiwrap.model.manifest.ModelCard;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.store.Text;

/**
 * A network that another library has trained.
 *
 * @param network with Gaussian posteriors; where the file held draws, with their means and standard deviations
 * @param draws of the weights, where the file held draws
 * @param reference outputs of the original network, where they were given
 */
public record ImportedNetwork(
        BayesianNetwork network, ImportReport report, Optional<WeightDraws> draws, Optional<ReferenceOutputs> reference)
        implements AutoCloseable {

    /** Compares the mean network with outputs of the original one. */
    public Agreement compare(ReferenceOutputs outputs) {
        return outputs.compare(network, channelsLast());
    }

    private boolean channelsLast() {
        return report.axes() == Axes.INPUTS_FIRST;
    }

    /**
     * Returns this network with the result of its comparison, where there is something to compare it with; one that computes
     * something else is closed and refused. Of several networks, the outputs may be those of the network of their mean
     * weights, the mean of their outputs, or those of the first.
     */
    ImportedNetwork compared() {
        if (reference.isEmpty()) {
            return this;
        }
        try {
            ImportReport agreed = agreeing(reference.get()).orElseThrow(() -> differing(compare(reference.get())));
            return new ImportedNetwork(network, agreed, draws, reference);
        } catch (IllegalArgumentException e) {
            network.close();
            throw e;
        }
    }

    /** Returns the report with the comparison, if the outputs agree. */
    Optional<ImportReport> agreeing(ReferenceOutputs outputs) {
        return Optional.of(compare(outputs))
                .filter(Agreement::holds)
                .map(report::with)
                .or(() -> draws.flatMap(several -> agreeing(several, outputs)));
    }

    private Optional<ImportReport> agreeing(WeightDraws several, ReferenceOutputs outputs) {
        List<BayesianNetwork> members = several.networks();
        try {
            Agreement mean = outputs.compare(members, channelsLast());
            Agreement one = mean.holds() ? mean : outputs.compare(members.get(0), channelsLast());
            String what = mean.holds() ? "the mean of those of the networks" : "those of the first network";
            return Optional.of(report.with("the outputs that are compared are " + what)
                            .with(one))
                    .filter(unused -> one.holds());
        } finally {
            members.forEach(BayesianNetwork::close);
        }
    }

    private IllegalArgumentException differing(Agreement agreement) {
        String what = draws.isEmpty()
                ? "the network computes"
                : "the networks, that of their mean weights and the mean of their outputs compute";
        return new IllegalArgumentException(what + " something else than the original: " + agreement.place()
                + ", the largest difference of " + agreement.examples() + " examples");
    }

    /** Returns a model of it whose classes are named by their numbers. */
    public BayesianModel model(Normalisation normalisation) {
        List<String> classes = IntStream.range(0, network.architecture().classes())
                .mapToObj(String::valueOf)
                .toList();
        return model(normalisation, classes);
    }

    /** Returns a model of it, which can be wrapped, evaluated and written. */
    public BayesianModel model(Normalisation normalisation, List<String> classNames) {
        Input input = new PictureInput(network.architecture().input(), normalisation);
        return model(input, classNames, TrainedOn.unknown());
    }

    /** Returns the members that the file held, as they are, in a model that can be evaluated and written. */
    public EnsembleModel ensemble(Normalisation normalisation, List<String> classNames) {
        Input input = new PictureInput(network.architecture().input(), normalisation);
        return ensemble(input, classNames, TrainedOn.unknown());
    }

    /**
     * Returns the members that the file held, as they are, in a model that can be evaluated and written. Those of a table
     * get an input for the novelty of rows, which they ignore.
     *
     * @param input how examples become what the networks receive
     * @param trainedOn what is known of their training examples
     */
    public EnsembleModel ensemble(Input input, List<String> classNames, TrainedOn trainedOn) {
        WeightDraws members = requiredDraws("to be kept as an ensemble");
        return members.ensemble(card(input, classNames, trainedOn));
    }

    /**
     * Returns this network made of the same draws, whose hidden units are permuted to match those of the first draw. It must
     * be closed as well. Networks with residual blocks are refused.
     */
    public ImportedNetwork aligned() {
        WeightDraws before = requiredDraws("to be aligned");
        WeightDraws aligned = before.aligned();
        return new ImportedNetwork(
                aligned.network(),
                report.with(String.format(
                        Locale.ROOT,
                        "hidden units are matched to those of the first member, which lowers the sum of squared distances"
                                + " from it from %.4g to %.4g",
                        before.distance(),
                        aligned.distance())),
                Optional.of(aligned),
                reference);
    }

    private WeightDraws requiredDraws(String purpose) {
        return draws.orElseThrow(() -> new IllegalArgumentException(
                purpose + ", a file must hold several networks, but " + report.file() + " holds one"));
    }

    /**
     * Returns a model of it. That of a table is a copy with an input for the novelty of rows, which it ignores.
     *
     * @param input how examples become what the network receives
     * @param trainedOn what is known of its training examples, on which it must not be calibrated
     */
    public BayesianModel model(Input input, List<String> classNames, TrainedOn trainedOn) {
        ModelCard card = card(input, classNames, trainedOn);
        return new BayesianModel(input instanceof TableInput ? NoveltyInput.added(network) : network, card);
    }

    /** Checks an input before it is described. */
    private ModelCard card(Input input, List<String> classNames, TrainedOn trainedOn) {
        Architecture own = network.architecture();
        (input instanceof TableInput ? NoveltyInput.architecture(own) : own).checkInput(input.shape());
        if (input instanceof PictureInput pictures && input.shape().plane() > 1) {
            reference.ifPresent(outputs -> outputs.check(pictures, channelsLast()));
        }
        return ModelCard.of(input, classNames, origin(trainedOn));
    }

    /** Reads the schema of a table, that of a model or JSON of the form that models hold, as that of this network. */
    public Input schema(Path modelOrJson) throws IOException {
        Architecture rows = NoveltyInput.architecture(network.architecture());
        if (modelOrJson.toString().endsWith(".json")) {
            return ModelCard.input(GivenArchitecture.parsed(modelOrJson), rows);
        }
        try (StoredModel model = StoredModel.read(modelOrJson)) {
            rows.checkInput(model.input().shape());
            return model.input();
        }
    }

    private ImportRecord origin(TrainedOn trainedOn) {
        String name = String.valueOf(report.file().toAbsolutePath().normalize().getFileName());
        return new ImportRecord(report.convention(), Text.visible(name), draws.map(WeightDraws::count), trainedOn);
    }

    @Override
    public void close() {
        network.close();
    }
}
