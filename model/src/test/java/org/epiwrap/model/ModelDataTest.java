package org.epiwrap.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.HoldOut;
import org.epiwrap.data.Volume;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.TuningPlan;
import org.epiwrap.intervalnet.pass.Averaging;
import org.epiwrap.model.ModelData.Evidence;
import org.epiwrap.model.manifest.DataRecord;
import org.epiwrap.model.manifest.ModelCard;
import org.epiwrap.model.manifest.TrainingRecord;
import org.epiwrap.model.manifest.TuningRecord;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.RunSeeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ModelDataTest {
    private static final Architecture MLP = Architecture.mlp(new Volume(1, 8, 8), 3, 5);
    private static final Dataset ALL = Models.data(60);
    private static final Dataset FIRST = ALL.subset(0, 40);
    private static final Dataset SAMPLE = ALL.sample(25).train();
    private static final Dataset SHUFFLED = ALL.shuffled(9).subset(0, 40);

    private static ModelCard card(Optional<Dataset> trained) {
        return new ModelCard(
                Models.UNIT,
                List.of("a", "b", "c"),
                trained.map(data -> TrainingRecord.of("sound", Models.plan(data.size()), data)),
                Optional.empty(),
                Map.of(),
                Map.of());
    }

    private static ModelData of(Optional<Dataset> trained, Dataset all) {
        try (BayesianModel model =
                new BayesianModel(BayesianNetwork.untrained(MLP, Bias.POINT, RunSeeds.of(1)), card(trained))) {
            return ModelData.of(model, all, all.subset(0, 0));
        }
    }

    static Stream<Arguments> trainings() {
        return Stream.of(
                Arguments.of(FIRST, Evidence.RECORDED, HoldOut.first(ALL, 40)),
                Arguments.of(SAMPLE, Evidence.RECORDED, ALL.sample(25)),
                Arguments.of(
                        ALL,
                        Evidence.NONE_HELD_OUT,
                        new HoldOut(ALL, ALL.sample(30).heldOut())),
                Arguments.of(SHUFFLED, Evidence.OTHER_DATA, ALL.sample(30)),
                Arguments.of(Models.data(61), Evidence.OTHER_DATA, ALL.sample(30)));
    }

    @ParameterizedTest
    @MethodSource("trainings")
    void examplesAreIdentifiedByTheRecords(Dataset trained, Evidence evidence, HoldOut expected) {
        ModelData data = of(Optional.of(trained), ALL);
        assertThat(data.evidence()).isEqualTo(evidence);
        assertSame(data, expected);
        assertThat(data.unidentified())
                .isEqualTo(evidence == Evidence.OTHER_DATA ? Optional.of(DataRecord.of(trained)) : Optional.empty());
    }

    private static void assertSame(ModelData data, HoldOut expected) {
        assertThat(data.train().contentHash()).isEqualTo(expected.train().contentHash());
        assertThat(data.split().heldOut().contentHash())
                .isEqualTo(expected.heldOut().contentHash());
    }

    @Test
    void withoutRecordsHalfOfFewExamplesIsTreatedAsHeldOut() {
        ModelData data = of(Optional.empty(), ALL);
        assertThat(data.evidence()).isEqualTo(Evidence.NO_RECORD);
        assertThat(data.unidentified()).isEmpty();
        assertSame(data, ALL.sample(30));
        assertThat(data.calibration(10).size()).isEqualTo(10);
        assertThat(data.calibration(31).size()).isEqualTo(30);
    }

    private static ModelData tuned(Dataset trained, Dataset tuned) {
        try (EpistemicModel model = EpistemicModel.of(
                        IntervalNetwork.untrained(MLP, RunSeeds.of(1)), card(Optional.of(trained)), Averaging.LOGITS)
                .with(TuningRecord.of(TuningPlan.paper(), tuned))) {
            assertThat(ModelData.records(model)).containsExactly(DataRecord.of(trained), DataRecord.of(tuned));
            return ModelData.of(model, ALL, ALL.subset(0, 0));
        }
    }

    /** What neither the training nor the fine-tuning used is held out; both must be identified. */
    @Test
    void fineTuningCounts() {
        assertSame(tuned(SAMPLE, FIRST), HoldOut.first(ALL, 40));
        assertSame(tuned(FIRST, SAMPLE), HoldOut.first(ALL, 40));
        ModelData unknown = tuned(FIRST, SHUFFLED);
        assertThat(unknown.evidence()).isEqualTo(Evidence.OTHER_DATA);
        assertThat(unknown.unidentified()).contains(DataRecord.of(SHUFFLED));
    }

    @Test
    void dataThatDoesNotFitIsRefused() {
        Dataset twoClasses =
                Dataset.of("two", new Volume(1, 8, 8), List.of("a", "b"), new byte[128], new byte[] {0, 1});
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of(Optional.empty(), twoClasses))
                .withMessageContaining("the classes of two must be as long as the network's outputs (3)");
        assertThatIllegalArgumentException().isThrownBy(() -> of(Optional.empty(), Models.digits(10)));
    }
}
