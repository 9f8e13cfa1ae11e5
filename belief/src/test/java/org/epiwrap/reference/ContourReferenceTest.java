package org.epiwrap.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.epiwrap.reference.Reference.assertClose;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.epiwrap.belief.BeliefMatrix;
import org.epiwrap.belief.Complement;
import org.epiwrap.belief.Contour;
import org.epiwrap.belief.ContourBelief;
import org.epiwrap.belief.Grid;
import org.epiwrap.belief.NestedBelief;
import org.epiwrap.belief.SideSuprema;
import org.epiwrap.dirichlet.DirichletFit;
import org.epiwrap.dirichlet.IntervalLaw;
import org.epiwrap.interval.Interval;
import org.epiwrap.posterior.Posterior;
import org.epiwrap.posterior.TabulatedDensity;
import org.epiwrap.posterior.Truncation;
import org.epiwrap.wrap.EpistemicWrapper;
import org.epiwrap.wrap.WrappedPosterior;

class ContourReferenceTest {

    @ReferenceRows("dubois_prade.json")
    void duboisPrade(JsonNode row) {
        double sigma = row.get("sigma").asDouble();
        double weight = 0.25 + sigma * row.get("z").asDouble();
        ContourBelief belief = new ContourBelief(
                Posterior.gaussian(0.25, sigma).truncated(Truncation.withDefaults()), Contour.DUBOIS_PRADE);
        assertClose(belief.plausibility(Interval.of(weight, weight)), row.get("pi"), "Pl of " + weight);
    }

    /** The reference knows the density at the grid points only, which is all that the grid's own complement looks at. */
    @ReferenceRows(value = "general_density.json", key = "cases")
    void generalDensity(JsonNode expected) {
        double[] density = StreamSupport.stream(expected.get("p").spliterator(), false)
                .mapToDouble(JsonNode::asDouble)
                .toArray();
        int n = density.length;
        double[] knots = IntStream.range(0, n).mapToDouble(i -> i / (n - 1.0)).toArray();
        TabulatedDensity posterior = TabulatedDensity.of(knots, density);
        EpistemicWrapper wrapper =
                EpistemicWrapper.withDefaults().with(Grid.points(n)).with(Complement.GRID_POINTS);
        WrappedPosterior wrapped = wrapper.wrap(posterior);

        BeliefMatrix matrix =
                BeliefMatrix.of(SideSuprema.of(posterior, Contour.SUP_NORMALISED, Complement.GRID_POINTS, n));
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                assertClose(matrix.belief(i, j), expected.get("bel").get(i).get(j), "Bel " + i + "," + j);
            }
        }
        NestedBelief nested = (NestedBelief) wrapped.belief();
        for (JsonNode entry : expected.get("mass")) {
            double lower = knots[entry.get(0).asInt()];
            double upper = knots[entry.get(1).asInt()];
            double mass = nested.focal().stream()
                    .filter(f -> Math.abs(f.interval().lower() - lower) < 1e-9
                            && Math.abs(f.interval().upper() - upper) < 1e-9)
                    .mapToDouble(f -> f.mass())
                    .sum();
            assertClose(mass, entry.get(2), "mass " + entry);
        }
        assertThat(nested.size()).isGreaterThanOrEqualTo(expected.get("mass").size());
        assertClose(wrapped.moments().mean(), expected.get("L1"), "L1");
        assertClose(wrapped.moments().variance(), expected.get("L2"), "L2");
        assertClose(alpha(wrapped), expected.get("alphaPaper"), "alpha of the paper's fit");
        assertClose(
                alpha(wrapper.with(DirichletFit.POOLED).wrap(posterior)),
                expected.get("alphaPooled"),
                "alpha of the pooled fit");
    }

    private static org.epiwrap.dirichlet.Components alpha(WrappedPosterior wrapped) {
        return ((IntervalLaw.Dirichlet) wrapped.law()).alpha();
    }
}
