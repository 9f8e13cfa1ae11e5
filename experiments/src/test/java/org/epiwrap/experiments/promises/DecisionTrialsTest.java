package org.epiwrap.experiments.promises;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.epiwrap.experiments.workspace.ExperimentListener;
import org.epiwrap.experiments.workspace.ExperimentSize;
import org.epiwrap.experiments.workspace.Setting;
import org.epiwrap.experiments.workspace.Workspace;
import org.epiwrap.prediction.IntervalPredictor;
import org.epiwrap.promise.Promise;
import org.epiwrap.promise.Promises;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Accuracies that a small network can promise. */
class DecisionTrialsTest {
    private static final double ACCURACY = 0.8;
    private static final int NUMBER = 100;

    @Test
    void accuraciesAreKept(@TempDir Path folder) throws IOException {
        ExperimentSize size = new ExperimentSize("small", 3000, 800, 3, 1, 2);
        Setting setting = PromiseExperiment.settings().get(0);
        try (Workspace workspace = Workspace.open(folder, size, 3, 1, ExperimentListener.NONE);
                WrappedNetworks networks =
                        WrappedNetworks.of(workspace, setting, IntervalPredictor.Detail.PROBABILITIES)) {
            ScoredNetwork network = networks.score(0, workspace.data().test(setting.data()));
            assertThat(network.pool().size()).isEqualTo(400 + 800);
            Promises alone = Promises.none().with(Promise.accuracy(ACCURACY));
            Promises both = alone.with(Promise.falseAlarm(0.05));
            List<Outcome> decided = given(network, DecisionTrials.accuracy(network, alone, ACCURACY));
            List<Outcome> familiar = given(network, DecisionTrials.accuracy(network, both, ACCURACY));
            List<Outcome> counted = given(network, DecisionTrials.countedAccuracy(network, ACCURACY));
            List<Outcome> alarms = given(network, DecisionTrials.falseAlarm(network, both, 0.05));
            for (List<Outcome> outcomes : List.of(decided, familiar, counted)) {
                assertThat(outcomes).hasSizeGreaterThan(NUMBER / 2).allSatisfy(outcome -> {
                    assertThat(outcome.decided()).isEqualTo(outcome.predicted().examples() / 600.0);
                    assertThat(outcome.failures())
                            .isLessThanOrEqualTo(outcome.predicted().examples());
                });
            }
            assertThat(predicted(decided)).isBetween(0.0, 0.2);
            assertThat(broken(decided)).isLessThan(predicted(decided) + 0.15);
            assertThat(broken(familiar)).isLessThan(predicted(familiar) + 0.15);
            // What passes both thresholds is decided, and so is less.
            assertThat(share(familiar)).isLessThan(share(decided));
            assertThat(share(alarms)).isEqualTo(share(familiar));
            assertThat(share(decided)).isLessThanOrEqualTo(share(counted));
        }
    }

    private static List<Outcome> given(ScoredNetwork network, Rule.Trial trial) {
        Resplits splits = new Resplits(1, network.pool().size(), 600, 600);
        return IntStream.range(0, NUMBER)
                .mapToObj(number -> trial.on(splits.get(number)))
                .flatMap(Optional::stream)
                .toList();
    }

    private static double broken(List<Outcome> outcomes) {
        return outcomes.stream().filter(Outcome::isBroken).count() / (double) outcomes.size();
    }

    private static double predicted(List<Outcome> outcomes) {
        return outcomes.stream().mapToDouble(Outcome::predictedBroken).average().orElseThrow();
    }

    private static double share(List<Outcome> outcomes) {
        return outcomes.stream().mapToDouble(Outcome::decided).average().orElseThrow();
    }
}
