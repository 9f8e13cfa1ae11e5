package org.epiwrap.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;
import static org.epiwrap.reference.Reference.assertClose;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.StreamSupport;
import org.epiwrap.belief.BeliefMatrix;
import org.epiwrap.belief.Complement;
import org.epiwrap.belief.Contour;
import org.epiwrap.belief.Grid;
import org.epiwrap.belief.NestedBelief;
import org.epiwrap.belief.SideSuprema;
import org.epiwrap.dirichlet.DirichletFit;
import org.epiwrap.dirichlet.IntervalLaw;
import org.epiwrap.interval.Interval;
import org.epiwrap.posterior.Posterior;
import org.epiwrap.posterior.TruncatedGaussian;
import org.epiwrap.posterior.TruncatedPosterior;
import org.epiwrap.posterior.Truncation;
import org.epiwrap.testing.ReferenceValues;
import org.epiwrap.wrap.EpistemicWrapper;
import org.epiwrap.wrap.WrappedPosterior;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WrapReferenceTest {

    @ParameterizedTest
    @CsvSource({
        "00, continuous", "02, continuous", "04, continuous", "06, continuous", "07, continuous", "09, continuous",
        "00, grid", "02, grid", "04, grid", "06, grid", "07, grid", "09, grid"
    })
    void everyStepOfTheChainAgrees(String number, String reading) {
        JsonNode expected = ReferenceValues.read("wrap_" + number + "_" + reading + ".json");
        int n = expected.get("n").asInt();
        Complement complement = reading.equals("grid") ? Complement.GRID_POINTS : Complement.CONTINUOUS;
        Posterior posterior = Posterior.gaussian(
                expected.get("mu").asDouble(), expected.get("sigma").asDouble());
        EpistemicWrapper wrapper =
                EpistemicWrapper.withDefaults().with(Grid.points(n)).with(complement);
        WrappedPosterior wrapped = wrapper.wrap(posterior);
        TruncatedPosterior truncated = posterior.truncated(Truncation.withDefaults());

        assertThat(((TruncatedGaussian) truncated).multiplier())
                .isEqualTo(expected.get("multiplier").asDouble());
        assertClose(truncated.domain().lower(), expected.get("lower"), "lower");
        assertClose(truncated.domain().upper(), expected.get("upper"), "upper");

        SideSuprema sides = SideSuprema.of(truncated, Contour.SUP_NORMALISED, complement, n);
        BeliefMatrix matrix = BeliefMatrix.of(sides);
        for (int i = 0; i < n; i++) {
            assertClose(sides.left(i), expected.get("leftSup").get(i), "left " + i);
            assertClose(sides.right(i), expected.get("rightSup").get(i), "right " + i);
            for (int j = 0; j < n; j++) {
                assertClose(matrix.belief(i, j), expected.get("bel").get(i).get(j), "Bel " + i + "," + j);
            }
        }
        double listed = 0;
        for (JsonNode entry : expected.get("mass")) {
            double mass = matrix.mass(entry.get(0).asInt(), entry.get(1).asInt());
            assertClose(mass, entry.get(2), "mass " + entry);
            listed += mass;
        }
        assertThat(listed).as("no mass outside the listed intervals").isCloseTo(1, offset(1e-12));

        // The walk: the same intervals with the same masses, the widest first. Where the mean is not 0 the reference
        // also lists masses of 1e-16, the rounding of its absolute coordinates.
        NestedBelief nested = (NestedBelief) wrapped.belief();
        List<JsonNode> focal = StreamSupport.stream(expected.get("mass").spliterator(), false)
                .filter(entry -> entry.get(2).asDouble() > 1e-14)
                .toList();
        assertThat(nested.size()).isEqualTo(focal.size());
        for (int k = 0; k < nested.size(); k++) {
            JsonNode entry = focal.get(k);
            Interval interval = nested.focal().get(k).interval();
            assertClose(interval.lower(), expected.get("grid").get(entry.get(0).asInt()), "focal lower " + k);
            assertClose(interval.upper(), expected.get("grid").get(entry.get(1).asInt()), "focal upper " + k);
            assertClose(nested.mass(k), entry.get(2), "focal mass " + k);
        }

        assertClose(wrapped.moments().mean(), expected.get("L1"), "L1");
        assertClose(wrapped.moments().variance(), expected.get("L2"), "L2");
        assertFit(wrapped, expected, "Paper");
        assertFit(wrapper.with(DirichletFit.POOLED).wrap(posterior), expected, "Pooled");
    }

    private static void assertFit(WrappedPosterior wrapped, JsonNode expected, String fit) {
        assertClose(((IntervalLaw.Dirichlet) wrapped.law()).alpha(), expected.get("alpha" + fit), "alpha " + fit);
        JsonNode interval = expected.get("expectedInterval" + fit);
        assertClose(wrapped.interval().lower(), interval.get(0), "lower " + fit);
        assertClose(wrapped.interval().upper(), interval.get(1), "upper " + fit);
    }
}
