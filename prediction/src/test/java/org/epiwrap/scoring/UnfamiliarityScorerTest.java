package org.epiwrap.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import java.util.Arrays;
import java.util.List;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Layer;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.data.Part;
import org.epiwrap.data.Volume;
import org.epiwrap.data.builtin.Mnist;
import org.epiwrap.data.input.Input;
import org.epiwrap.data.input.PictureInput;
import org.epiwrap.familiarity.Unfamiliarity;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.pass.FirstOrderPass;
import org.epiwrap.intervalnet.pass.IntervalOverflowException;
import org.epiwrap.network.InputBatch;
import org.epiwrap.network.RunSeeds;
import org.junit.jupiter.api.Test;

class UnfamiliarityScorerTest {
    private static final Volume INPUT = new Volume(1, 28, 28);
    private static final Dataset DATA = Mnist.DIGITS.load(Part.TRAIN).subset(0, 200);
    private static final Dataset HELD_OUT = Mnist.DIGITS.load(Part.TRAIN).subset(200, 260);
    private static final Input UNIT = PictureInput.unit(INPUT);

    /** A convolution with a norm, a block, an average over all pixels and a dense layer with a norm. */
    private static final Architecture NORMED = new Architecture(
            INPUT,
            List.of(
                    new Layer.Convolution(3, 5, 3, 0),
                    new Layer.BatchNorm(),
                    Layer.relu(),
                    new Layer.Residual(
                            List.of(new Layer.Convolution(4, 3, 2, 1), new Layer.BatchNorm()),
                            List.of(new Layer.Convolution(4, 1, 2, 0))),
                    Layer.relu(),
                    new Layer.AveragePool(4),
                    new Layer.Dense(6),
                    new Layer.BatchNorm(),
                    Layer.relu(),
                    new Layer.Dense(10)));

    @Test
    void featuresOfEveryLayer() {
        assertThat(UnfamiliarityScorer.features(NORMED)).containsExactly(12, 16, 16, 12, 20);
        assertThat(UnfamiliarityScorer.features(Architecture.leNet5(INPUT, 10))).containsExactly(24, 64, 240, 168, 20);
        List<Integer> resNet = UnfamiliarityScorer.features(Architecture.resNet18(new Volume(3, 32, 32), 10));
        assertThat(resNet).hasSize(21).startsWith(256).endsWith(20);
        List<Integer> vgg = UnfamiliarityScorer.features(Architecture.vgg16(new Volume(3, 32, 32), 10));
        assertThat(vgg).hasSize(15).startsWith(256).endsWith(1024, 20);
    }

    /** Of a convolution the mean and the maximum over its pixels of a and of r, computed here pixel by pixel. */
    @Test
    void convolutionsArePooled() {
        try (IntervalNetwork network = IntervalNetwork.untrained(NORMED, RunSeeds.of(1))) {
            InputBatch.forEach(DATA.subset(0, 7), UNIT, NORMED, batch -> {
                LayerRows rows = LayerRows.of(network, batch);
                FirstOrderPass.Outputs pass = network.passes().firstOrder(batch);
                for (int l = 0; l < 5; l++) {
                    FirstOrderPass.Spread output = pass.outputs().get(l);
                    float[] centres = output.centre().toArray();
                    float[] radii = output.radiusOrZeros().toArray();
                    int units = l < 3 ? NORMED_CHANNELS[l] : centres.length / 7;
                    int pixels = centres.length / 7 / units;
                    for (int i = 0; i < 7; i++) {
                        double[] a = l < 3 ? pooled(centres, i, units, pixels) : plain(centres, i, units);
                        double[] r = l < 3 ? pooled(radii, i, units, pixels) : plain(radii, i, units);
                        double[] features = rows.layers().get(l).features(i);
                        assertThat(features)
                                .hasSize(UnfamiliarityScorer.features(NORMED).get(l));
                        for (int j = 0; j < a.length; j++) {
                            assertThat(features[j]).isCloseTo(a[j], offset(1e-4));
                            assertThat(features[a.length + j]).isCloseTo(Math.log(r[j]), offset(1e-4));
                        }
                    }
                }
            });
        }
    }

    private static final int[] NORMED_CHANNELS = {3, 4, 4};

    private static double[] pooled(float[] values, int example, int channels, int pixels) {
        double[] pooled = new double[2 * channels];
        Arrays.fill(pooled, channels, 2 * channels, Double.NEGATIVE_INFINITY);
        for (int c = 0; c < channels; c++) {
            for (int p = 0; p < pixels; p++) {
                double value = values[(example * channels + c) * pixels + p];
                pooled[c] += value / pixels;
                pooled[channels + c] = Math.max(pooled[channels + c], value);
            }
        }
        return pooled;
    }

    private static double[] plain(float[] values, int example, int units) {
        double[] row = new double[units];
        Arrays.setAll(row, j -> values[example * units + j]);
        return row;
    }

    /** One pass for both: the other scores are those of a scorer without UF, to the last bit. */
    @Test
    void otherScoresStayAsTheyAre() {
        try (IntervalNetwork network = IntervalNetwork.untrained(NORMED, RunSeeds.of(2))) {
            EpistemicScorer plain = EpistemicScorer.fit(network, DATA, UNIT);
            EpistemicScorer scorer = plain.withUnfamiliarity(DATA, HELD_OUT);
            assertThat(plain.unfamiliarity()).isEmpty();
            EpistemicScorer restored =
                    plain.with(scorer.unfamiliarity().orElseThrow()).on(network);
            InputBatch.forEach(HELD_OUT, UNIT, NORMED, batch -> {
                List<Assessment> without = plain.assess(batch);
                List<Assessment> with = scorer.assess(batch);
                List<Assessment> again = restored.assess(batch);
                for (int i = 0; i < batch.count(); i++) {
                    assertThat(without.get(i).unfamiliarity()).isEmpty();
                    assertThat(with.get(i).epistemic()).isEqualTo(without.get(i).epistemic());
                    assertThat(with.get(i).total()).isEqualTo(without.get(i).total());
                    Unfamiliarity unfamiliarity = with.get(i).unfamiliarity().orElseThrow();
                    assertThat(unfamiliarity.value()).isBetween(0.0, 1.0);
                    assertThat(unfamiliarity.members())
                            .containsExactly(
                                    "convolution0", "convolution1", "convolution2", "dense3", "dense4", "energy");
                    for (int m = 0; m < 6; m++) {
                        assertThat(again.get(i).unfamiliarity().orElseThrow().score(m))
                                .isEqualTo(unfamiliarity.score(m));
                        assertThat(unfamiliarity.pValue(m)).isBetween(1.0 / 61, 1.0);
                    }
                }
            });
        }
    }

    /** The logits, of which other scores need no radii, may leave the range of float though no layer before them does. */
    @Test
    void overflowsNameTheLayer() {
        Architecture mlp = Architecture.mlp(INPUT, 10, 8);
        Input bright = new PictureInput(INPUT, new Normalisation(List.of(0.0), List.of(0.01)));
        try (IntervalNetwork network = IntervalNetwork.untrained(mlp, RunSeeds.of(1));
                IntervalNetwork last = network.scaled(1, 1e38)) {
            EpistemicScorer plain = EpistemicScorer.fit(network, DATA, bright);
            EpistemicScorer scorer = plain.withUnfamiliarity(DATA, HELD_OUT);
            assertThatCode(() -> InputBatch.forEach(HELD_OUT, bright, mlp, plain.on(last)::assess))
                    .doesNotThrowAnyException();
            assertThatThrownBy(() -> InputBatch.forEach(HELD_OUT, bright, mlp, scorer.on(last)::assess))
                    .isInstanceOf(IntervalOverflowException.class)
                    .hasMessageStartingWith("the bounds overflow at dense1;");
        }
    }

    @Test
    void whatDoesNotFitIsRefused() {
        try (IntervalNetwork network = IntervalNetwork.untrained(NORMED, RunSeeds.of(1));
                IntervalNetwork other = IntervalNetwork.untrained(Architecture.mlp(INPUT, 10, 8), RunSeeds.of(1));
                IntervalNetwork wider = IntervalNetwork.untrained(Architecture.mlp(INPUT, 10, 9), RunSeeds.of(1))) {
            EpistemicScorer normed = EpistemicScorer.fit(network, DATA, UNIT);
            EpistemicScorer scorer = EpistemicScorer.fit(other, DATA, UNIT).withUnfamiliarity(DATA, HELD_OUT);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> normed.with(scorer.unfamiliarity().orElseThrow()))
                    .withMessage("the calibration's distances must be as long as the layers with weights (5), but its"
                            + " length is 2");
            EpistemicScorer ofWider = EpistemicScorer.fit(wider, DATA, UNIT);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ofWider.with(scorer.unfamiliarity().orElseThrow()))
                    .withMessage("the calibration's features must be as long as those of dense0 (18), but its length"
                            + " is 16");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> normed.withUnfamiliarity(DATA, HELD_OUT.subset(0, 19)))
                    .withMessage("the number of held-out examples must be a whole number >= 20, but is 19");
        }
    }
}
