package org.epiwrap.exchange;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.epiwrap.data.Normalisation;
import org.epiwrap.data.input.Input;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.model.EnsembleModel;
import org.epiwrap.model.manifest.ImportRecord;
import org.epiwrap.model.manifest.ModelCard;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.store.Text;

/**
 * A network that another library has trained.
 *
 * @param network with Gaussian posteriors; where the file held draws, with their means and standard deviations
 * @param draws of the weights, where the file held draws
 */
public record ImportedNetwork(BayesianNetwork network, ImportReport report, Optional<WeightDraws> draws)
        implements AutoCloseable {

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
        return new BayesianModel(network, ModelCard.of(input, classNames, origin()));
    }

    /** Returns the members that the file held, as they are, in a model that can be evaluated and written. */
    public EnsembleModel ensemble(Normalisation normalisation, List<String> classNames) {
        Input input = new PictureInput(network.architecture().input(), normalisation);
        return requiredDraws("to be kept as an ensemble").ensemble(ModelCard.of(input, classNames, origin()));
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
                Optional.of(aligned));
    }

    private WeightDraws requiredDraws(String purpose) {
        return draws.orElseThrow(() -> new IllegalArgumentException(
                purpose + ", a file must hold several networks, but " + report.file() + " holds one"));
    }

    private ImportRecord origin() {
        String name = String.valueOf(report.file().toAbsolutePath().normalize().getFileName());
        return new ImportRecord(report.convention(), Text.visible(name), draws.map(WeightDraws::count));
    }

    @Override
    public void close() {
        network.close();
    }
}
