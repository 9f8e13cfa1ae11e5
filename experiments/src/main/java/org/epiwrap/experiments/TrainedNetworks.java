package org.epiwrap.experiments;

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
import org.epiwrap.architecture.Bias;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.model.ModelCard;
import org.epiwrap.model.TrainingRecord;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.network.Trainer;
import org.epiwrap.network.TrainingPlan;
import org.epiwrap.store.StoreException;

/** Networks that are trained once and kept as files, one for each run. What another process is training is waited for. */
final class TrainedNetworks implements AutoCloseable {
    private final Path folder;
    private final Locks locks;
    private final StudyListener listener;
    private final Map<String, List<BayesianNetwork>> known = new LinkedHashMap<>();

    TrainedNetworks(Path folder, Locks locks, StudyListener listener) {
        this.folder = folder;
        this.locks = locks;
        this.listener = listener;
    }

    /** What the networks of a name are trained by. */
    record Training(Setting setting, Dataset train, TrainingPlan plan) {
        /** What a file says of a network that was trained by it. */
        ModelCard card() {
            return ModelCard.of(
                    Lab.normalisation(train),
                    train.classNames(),
                    TrainingRecord.of(setting.preset().toString(), plan, train),
                    Map.of());
        }

        Architecture architecture() {
            return Lab.architecture(setting, train);
        }
    }

    /**
     * Those of some seeds: one network that holds them all where that is possible, else one each.
     *
     * @param before what is done before they are trained, if they are
     */
    List<BayesianNetwork> of(String name, Training training, List<Long> seeds, Task.Work before) throws IOException {
        List<BayesianNetwork> networks = known.get(name);
        if (networks == null) {
            List<RunSeeds> groups = training.architecture().canRunTogether()
                    ? List.of(new RunSeeds(seeds.get(0), seeds))
                    : seeds.stream().map(RunSeeds::of).toList();
            networks = new ArrayList<>();
            for (RunSeeds group : groups) {
                networks.add(network(name, training, group, before));
            }
            known.put(name, networks);
        }
        return networks;
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
        Dataset train = training.train();
        Normalisation normalisation = Lab.normalisation(train);
        BayesianNetwork network = BayesianNetwork.untrained(training.architecture(), Bias.POINT, group);
        Setting setting = training.setting();
        Trainer.train(
                network,
                train,
                normalisation,
                training.plan(),
                listener.training(setting.net() + " on " + setting.data()));
        ModelCard card = training.card();
        for (int run = 0; run < group.runs(); run++) {
            try (BayesianModel model = new BayesianModel(network.run(run), card)) {
                model.write(files.get(run));
            }
        }
        return network;
    }

    /** What is in files, unless one is missing, was trained otherwise or by another version, or cannot be read. */
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
        known.values().forEach(list -> list.forEach(BayesianNetwork::close));
    }
}
