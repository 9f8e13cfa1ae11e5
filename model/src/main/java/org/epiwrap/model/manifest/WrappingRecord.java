package org.epiwrap.model.manifest;

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
 * @param wrapper from a posterior to the distribution of its intervals
 * @param budget which weights were wrapped
 * @param samples how many draws of each weight were wrapped in place of a Gaussian posterior; empty for Gaussian ones
 * @param draws empty where each weight has its expected interval
 * @param reach the data on which a budget by impact measured activations
 * @param radiusScales the factors of the radii, one per layer with weights; none if the radii were left as they are
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

    /** Refuses a single sample, and negative scales. */
    public WrappingRecord {
        radiusScales = List.copyOf(radiusScales);
        samples.ifPresent(count -> Check.atLeast("samples", count, 2));
        radiusScales.forEach(scale -> Check.nonNegative("a radius scale", scale));
    }

    /** Returns the record of a wrapping whose radii were scaled afterwards, or left as they are if there are no scales. */
    public static WrappingRecord of(Wrapping wrapping, double... radiusScales) {
        return new WrappingRecord(
                wrapping.wrapper(),
                wrapping.budget(),
                Optional.empty(),
                wrapping.draws(),
                wrapping.reach().map(reach -> DataRecord.of(reach.images(), reach.input(), Optional.empty())),
                Arrays.stream(radiusScales).boxed().toList());
    }

    /**
     * Returns the record of a wrapping of every weight by draws of its own.
     *
     * @param samples the number of draws of each weight
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

    /** Returns this record with other scales of the radii: one per layer with weights, or none. */
    public WrappingRecord scaledBy(double... newScales) {
        return new WrappingRecord(
                wrapper,
                budget,
                samples,
                draws,
                reach,
                Arrays.stream(newScales).boxed().toList());
    }

    /** Returns the record as JSON. */
    public ObjectNode write() {
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
        node.put("contour", Texts.name(wrapper.contour()))
                .put("complement", Texts.name(wrapper.complement()))
                .put("fit", Texts.name(wrapper.fit()));
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
            node.put("criterion", Texts.name(highest.criterion()));
        } else if (budget instanceof Budget.AtRandom random) {
            node.put("criterion", RANDOM).put("seed", random.seed());
        } else {
            node.put("criterion", IMPACT);
        }
        return node;
    }

    /** Reads a record; a field that it does not have is refused. */
    public static WrappingRecord read(Fields fields) {
        return fields.only(f -> new WrappingRecord(
                wrapper(f),
                f.object("budget").only(WrappingRecord::budget),
                f.optionalInteger("samples"),
                f.optional("draws").map(drawn -> drawn.only(WrappingRecord::draws)),
                f.optional("reach").map(DataRecord::read),
                f.numbers("radius-scales")));
    }

    private static EpistemicWrapper wrapper(Fields fields) {
        return new EpistemicWrapper(
                fields.object("truncation").only(WrappingRecord::truncation),
                fields.isText("grid") ? exact(fields) : Grid.points(fields.integer("grid")),
                fields.constant("contour", Contour.class),
                fields.constant("complement", Complement.class),
                fields.constant("fit", DirichletFit.class));
    }

    private static Truncation truncation(Fields fields) {
        double sigmas = fields.number("sigmas");
        return fields.has("half-width")
                ? new Truncation(sigmas, fields.number("half-width"))
                : Truncation.sigmas(sigmas);
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
        return switch (fields.text("criterion")) {
            case RANDOM -> Budget.random(share, fields.whole("seed"));
            case IMPACT -> Budget.impact(share);
            default -> Budget.highest(fields.constant("criterion", Criterion.class), share);
        };
    }

    private static Draws draws(Fields fields) {
        return new Draws(
                new RandomStreams(fields.whole("seed")), fields.integer("count"), fields.whole("first-weight"));
    }
}
