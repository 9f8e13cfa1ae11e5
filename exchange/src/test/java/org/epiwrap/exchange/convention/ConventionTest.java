package org.epiwrap.exchange.convention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import org.assertj.core.data.Offset;
import org.epiwrap.store.Shape;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConventionTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "weight=*.w | must have spread=...",
                "spread=*.s | must have weight=...",
                "weight=*.w, spread=*.s, bias-spread=*.b | with bias-spread=... must also have bias=...",
                "weight=w, spread=s, bias=b, form=vector | of the form vector must have no bias=...",
                "weight=w, spread=s, bias-spread=b, form=vector | may have only weight, spread, sigma, axes and form",
                "weight=w, spread=s, form=draws | may have only weight, axes and form, but has 'spread'",
                "weight=w, sigma=exp, form=points | may have only weight, bias, axes and form, but has 'sigma'",
                "weight=w, spread=s, form=halves | may have only weight, sigma, axes and form, but has 'spread'",
                "weight=w, spread=s, bias-spread=b, form=layers-and-vector | may have only weight, spread, bias, sigma, axes",
                "weight=w, form=heap | the form must be one of layers, vector, vector-biases-first, halves",
                "weight=*.w, spread=*.s, sigma=sigmoid:x | such as sigmoid:0.1, but is 'sigmoid:x'",
                "weight=*.w, spread=*.s, sigma=sigmoid:-1 | the largest sigma",
                "weight=*.w, weight=*.v | list of name=value pairs",
                "weight | list of name=value pairs",
                "weight= | list of name=value pairs",
                "weight=*.w, spread=*.s, sigma=cube | sigma must be one of softplus, exp, std",
                "weight=*.w, spread=*.s, axes=sideways | axes must be outputs-first or inputs-first",
                "weight=*.w, spread=*.s, colour=red | but has 'colour'",
            })
    void refusesInvalidMappings(String text, String problem) {
        assertThatThrownBy(() -> Convention.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(problem);
    }

    @Test
    void aMappingHasDefaults() {
        Convention convention = Convention.parse("weight=*.w, spread=*.s, bias=*.b");
        assertThat(convention.axes()).contains(Axes.OUTPUTS_FIRST);
        assertThat(convention.spread()).isEqualTo(SpreadRule.STANDARD_DEVIATION);
        assertThat(convention.bias().spreads()).isEmpty();
    }

    @Test
    void everyRuleGivesTheDeviationOfASpread() throws Exception {
        double sigma = 0.3;
        assertThat(one("std", sigma)).isEqualTo(sigma);
        assertThat(one("variance", sigma * sigma)).isEqualTo(sigma);
        assertThat(one("log-variance", Math.log(sigma * sigma))).isCloseTo(sigma, nearly());
        assertThat(one("exp", Math.log(sigma))).isCloseTo(sigma, nearly());
        assertThat(one("precision", 1 / (sigma * sigma))).isCloseTo(sigma, nearly());
        assertThat(one("softplus", Math.log(Math.expm1(sigma)))).isCloseTo(sigma, nearly());
        assertThat(one("sigmoid:0.5", 0)).isEqualTo(0.25);
        assertThat(one("sigmoid:0.5", 1000)).isEqualTo(0.5);
        assertThat(one("softplus", 1000)).isEqualTo(1000);
        assertThat(one("softplus", -1000)).isZero();
    }

    private static Offset<Double> nearly() {
        return offset(1e-15);
    }

    @SuppressWarnings("NullAway") // these rules look at nothing else
    private static double one(String rule, double stored) throws Exception {
        return SpreadRule.parse(rule).rule().of(new double[] {stored}, null)[0];
    }

    @Test
    void aTemplateGivesTheLayer() {
        assertThat(NameTemplate.of("*.mu_weight").layer("net.fc1.mu_weight")).contains("net.fc1");
        assertThat(NameTemplate.of("*locs.*weight").layer("a.locs.fc1.weight")).contains("a.fc1.");
        assertThat(NameTemplate.of("*.mu_weight").layer("fc1xmu_weight")).isEmpty();
        assertThat(NameTemplate.of("mean").layer("mean")).contains("");
    }

    @Test
    void axesTurnKernelsAndRefuseWhatIsNone() {
        Kernel dense = Axes.INPUTS_FIRST.kernel(Shape.of(3, 2));
        assertThat(dense).isEqualTo(new Kernel(2, 3, 0)).hasToString("a dense layer from 3 to 2");
        Kernel convolution = Axes.INPUTS_FIRST.kernel(Shape.of(5, 5, 3, 2));
        assertThat(convolution).isEqualTo(new Kernel(2, 3, 5)).hasToString("a convolution from 3 to 2 channels by 5×5");
        assertThat(Axes.INPUTS_FIRST.shape(convolution)).isEqualTo(Shape.of(5, 5, 3, 2));
        assertThat(Axes.OUTPUTS_FIRST.shape(dense)).isEqualTo(Shape.of(2, 3));
        assertThat(Axes.INPUTS_FIRST.toOurs(new double[] {1, 2, 3, 4, 5, 6}, dense))
                .containsExactly(1, 3, 5, 2, 4, 6);
        assertThat(Axes.INPUTS_FIRST.toOurs(new double[] {1, 2, 3, 4, 5, 6, 7, 8}, new Kernel(2, 1, 2)))
                .containsExactly(1, 3, 5, 7, 2, 4, 6, 8);
        assertThatThrownBy(() -> Axes.OUTPUTS_FIRST.kernel(Shape.of(1, 2, 3))).hasMessageContaining("2 axes, or 4");
        assertThatThrownBy(() -> Axes.OUTPUTS_FIRST.kernel(Shape.of(1, 2, 3, 4)))
                .hasMessageContaining("square window");
        assertThatThrownBy(() -> Axes.OUTPUTS_FIRST.kernel(Shape.of(0, 2))).hasMessageContaining("from 1 to");
        assertThatThrownBy(() -> Axes.OUTPUTS_FIRST.kernel(Shape.of(1L << 40, 2)))
                .hasMessageContaining("from 1 to");
    }

    @Test
    void kernelsFollowThoseThatGiveWhatTheyTake() {
        Kernel convolution = new Kernel(6, 3, 5);
        assertThat(new Kernel(8, 6, 3).canFollow(convolution)).isTrue();
        assertThat(new Kernel(8, 3, 3).canFollow(convolution)).isFalse();
        assertThat(new Kernel(10, 24, 0).canFollow(convolution)).isTrue();
        assertThat(new Kernel(10, 25, 0).canFollow(convolution)).isFalse();
        assertThat(convolution.canFollow(new Kernel(3, 2, 0))).isFalse();
    }

    @Test
    void idsAreDifferent() {
        assertThat(Conventions.all().stream().map(Convention::id)).doesNotHaveDuplicates();
        assertThat(Conventions.all()).endsWith(Conventions.POINTS);
    }
}
