package org.epiwrap.experiments.workspace;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Backbone;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.input.Input;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.model.BayesianTraining;
import org.epiwrap.model.Preset;
import org.epiwrap.model.manifest.ModelCard;
import org.epiwrap.model.manifest.TrainingRecord;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.network.TrainingPlan;
import org.epiwrap.store.StoreException;

/**
 * Networks that are trained once and kept as files, one a run. If another process is training one, it is waited for.
 *
 * @param known those that are open, by name and seeds
 */
record TrainedNetworks(Path folder, Locks locks, ExperimentListener listener, Map<List<Object>, TrainedRuns> known)
        implements AutoCloseable {

    TrainedNetworks(Path folder, Locks locks, ExperimentListener listener) {
        this(folder, locks, listener, new LinkedHashMap<>());
    }

    /** What the networks of a name are trained with. */
    record Training(Preset preset, Backbone net, String data, Dataset train, TrainingPlan plan) {
        static Training of(Setting setting, Dataset train, TrainingPlan plan) {
            return new Training(setting.preset(), setting.net(), setting.data().toString(), train, plan);
        }

        /** Returns what the file of a network trained in this way holds beside its weights. */
        ModelCard card() {
            return ModelCard.of(
                    Input.defaultFor(train),
                    train.classNames(),
                    TrainingRecord.of(preset.toString(), plan, train),
                    Map.of());
        }

        Architecture architecture() {
            return net.architecture(
                    Input.defaultFor(train).shape(), train.classNames().size());
        }
    }

    /**
     * Returns the networks of some seeds.
     *
     * @param before is done before they are trained, if they are
     */
    TrainedRuns of(String name, Training training, List<Long> seeds, Task.Work before) throws IOException {
        TrainedRuns runs = known.get(List.of(name, seeds));
        if (runs == null) {
            List<BayesianNetwork> networks = new ArrayList<>();
            try {
                for (RunSeeds group : BayesianTraining.groups(training.architecture(), seeds)) {
                    networks.add(network(name, training, group, before));
                }
            } catch (IOException | RuntimeException e) {
                networks.forEach(BayesianNetwork::close);
                throw e;
            }
            runs = new TrainedRuns(networks, training.card());
            known.put(List.of(name, seeds), runs);
        }
        return runs;
    }

    private BayesianNetwork network(String name, Training training, RunSeeds group, Task.Work before)
            throws IOException {
        List<Path> files = group.own().stream()
                .map(own -> folder.resolve(name + "-" + group.shared() + "-" + own + ".safetensors"))
                .toList();
        try (FileChannel channel = locks.open(name + "-" + group.own().get(0))) {
            // Until it is closed: another process may be training it.
            channel.lock();
            Optional<BayesianNetwork> kept = kept(files, training.card());
            if (kept.isPresent()) {
                return kept.get();
            }
            before.run();
            return trained(training, group, files);
        }
    }

    private BayesianNetwork trained(Training training, RunSeeds group, List<Path> files) throws IOException {
        List<BayesianModel> models = BayesianTraining.withDefaults()
                .with(training.net())
                .with(training.preset())
                .with(training.plan())
                .with(listener.training(training.net() + " on " + training.data()))
                .train(training.train(), group.own());
        try {
            List<BayesianNetwork> runs =
                    models.stream().map(BayesianModel::network).toList();
            for (int run = 0; run < runs.size(); run++) {
                new BayesianModel(runs.get(run), training.card()).write(files.get(run));
            }
            return BayesianNetwork.together(runs);
        } finally {
            models.forEach(BayesianModel::close);
        }
    }

    /** Reads files, unless one is missing, holds a network trained otherwise or by another version, or is damaged. */
    private static Optional<BayesianNetwork> kept(List<Path> files, ModelCard wanted) throws IOException {
        if (!files.stream().allMatch(Files::exists)) {
            return Optional.empty();
        }
        List<BayesianNetwork> runs = new ArrayList<>();
        try {
            for (Path file : files) {
                BayesianModel model = BayesianModel.read(file);
                runs.add(model.network());
                if (!model.card().equals(wanted)) {
                    return Optional.empty();
                }
            }
            return Optional.of(BayesianNetwork.together(runs));
        } catch (StoreException e) {
            return Optional.empty();
        } finally {
            runs.forEach(BayesianNetwork::close);
        }
    }

    @Override
    public void close() {
        known.values().forEach(runs -> runs.groups().forEach(BayesianNetwork::close));
    }
}
