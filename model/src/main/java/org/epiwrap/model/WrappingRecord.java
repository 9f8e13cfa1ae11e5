package org.epiwrap.model;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.epiwrap.belief.Complement;
import org.epiwrap.belief.Contour;
import org.epiwrap.belief.Grid;
import org.epiwrap.check.Check;
import org.epiwrap.dirichlet.DirichletFit;
import org.epiwrap.intervalnet.Wrapping;
import org.epiwrap.posterior.Truncation;
import org.epiwrap.random.RandomStreams;
import org.epiwrap.wrap.Budget;
import org.epiwrap.wrap.Criterion;
import org.epiwrap.wrap.Draws;
import org.epiwrap.wrap.EpistemicWrapper;

/**
 * How the posteriors of a Bayesian network became intervals.
 *
 * @param samples how many draws of each weight were wrapped themselves; empty where posteriors were Gaussian
 * @param draws empty where each weight has its expected interval
 * @param reach the images that a budget by impact looked at
 * @param radiusScales by which the radii were scaled afterwards, one a layer with weights; none if they were not
 */
public record WrappingRecord(
        EpistemicWrapper wrapper,
        Budget budget,
        Optional<Integer> samples,
        Optional<Draws> draws,
        Optional<DataRecord> reach,
        List<Double> radiusScales) {

    private static final String EXACT = "exact";
    private static final String IMPACT = "impact";
    private static final String RANDOM = "random";

    public WrappingRecord {
        radiusScales = List.copyOf(radiusScales);
        samples.ifPresent(count -> Check.atLeast("samples", count, 2));
        radiusScales.forEach(scale -> Check.nonNegative("a radius scale", scale));
    }

    /** Of a wrapping, and the scales that {@link org.epiwrap.intervalnet.IntervalNetwork#scaled} was given, if it was. */
    public static WrappingRecord of(Wrapping wrapping, double... radiusScales) {
        return new WrappingRecord(
                wrapping.wrapper(),
                wrapping.budget(),
                Optional.empty(),
                wrapping.draws(),
                wrapping.reach().map(reach -> DataRecord.of(reach.images())),
                Arrays.stream(radiusScales).boxed().toList());
    }

    /**
     * Of all weights, each wrapped by draws of its own.
     *
     * @param samples how many draws there were of each
     */
    public static WrappingRecord ofSamples(EpistemicWrapper wrapper, int samples, double... radiusScales) {
        return new WrappingRecord(
                wrapper,
                Wrapping.withDefaults().budget(),
                Optional.of(samples),
                Optional.empty(),
                Optional.empty(),
                Arrays.stream(radiusScales).boxed().toList());
    }

    ObjectNode write() {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        ObjectNode truncation =
                node.putObject("truncation").put("sigmas", wrapper.truncation().maxSigmas());
        if (Double.isFinite(wrapper.truncation().maxHalfWidth())) {
            truncation.put("half-width", wrapper.truncation().maxHalfWidth());
        }
        if (wrapper.grid() instanceof Grid.Points points) {
            node.put("grid", points.count());
        } else {
            node.put("grid", EXACT);
        }
        node.put("contour", Names.of(wrapper.contour()))
                .put("complement", Names.of(wrapper.complement()))
                .put("fit", Names.of(wrapper.fit()));
        node.set("budget", write(budget));
        samples.ifPresent(count -> node.put("samples", count));
        draws.ifPresent(drawn -> node.putObject("draws")
                .put("seed", drawn.streams().seed())
                .put("count", drawn.count())
                .put("first-weight", drawn.firstWeight()));
        reach.ifPresent(images -> node.set("reach", images.write()));
        ArrayNode scales = node.putArray("radius-scales");
        radiusScales.forEach(scales::add);
        return node;
    }

    private static ObjectNode write(Budget budget) {
        ObjectNode node = JsonNodeFactory.instance.objectNode().put("share", budget.share());
        if (budget instanceof Budget.Highest highest) {
            node.put("criterion", Names.of(highest.criterion()));
        } else if (budget instanceof Budget.AtRandom random) {
            node.put("criterion", RANDOM).put("seed", random.seed());
        } else {
            node.put("criterion", IMPACT);
        }
        return node;
    }

    static WrappingRecord read(Fields fields) {
        EpistemicWrapper wrapper = new EpistemicWrapper(
                truncation(fields.object("truncation")),
                fields.isText("grid") ? exact(fields) : Grid.points(fields.integer("grid")),
                fields.constant("contour", Contour.class),
                fields.constant("complement", Complement.class),
                fields.constant("fit", DirichletFit.class));
        WrappingRecord result = new WrappingRecord(
                wrapper,
                budget(fields.object("budget")),
                fields.optionalInteger("samples"),
                fields.optional("draws").map(WrappingRecord::draws),
                fields.optional("reach").map(DataRecord::read),
                fields.numbers("radius-scales"));
        fields.end();
        return result;
    }

    private static Truncation truncation(Fields fields) {
        double sigmas = fields.number("sigmas");
        Truncation result = fields.has("half-width")
                ? new Truncation(sigmas, fields.number("half-width"))
                : Truncation.sigmas(sigmas);
        fields.end();
        return result;
    }

    private static Grid exact(Fields fields) {
        if (!fields.text("grid").equals(EXACT)) {
            throw new IllegalArgumentException(
                    fields.place() + ".grid must be " + EXACT + " or a number of points, but is another text");
        }
        return Grid.exact();
    }

    private static Budget budget(Fields fields) {
        double share = fields.number("share");
        Budget result = switch (fields.text("criterion")) {
            case RANDOM -> Budget.random(share, fields.whole("seed"));
            case IMPACT -> Budget.impact(share);
            default -> Budget.highest(fields.constant("criterion", Criterion.class), share);
        };
        fields.end();
        return result;
    }

    private static Draws draws(Fields fields) {
        Draws result = new Draws(
                new RandomStreams(fields.whole("seed")), fields.integer("count"), fields.whole("first-weight"));
        fields.end();
        return result;
    }
}
