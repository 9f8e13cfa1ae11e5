package org.epiwrap.exchange;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.epiwrap.data.Normalisation;
import org.epiwrap.data.input.Input;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.model.BayesianModel;
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

    private ImportRecord origin() {
        String name = String.valueOf(report.file().toAbsolutePath().normalize().getFileName());
        return new ImportRecord(report.convention(), Text.visible(name), draws.map(WeightDraws::count));
    }

    @Override
    public void close() {
        network.close();
    }
}
