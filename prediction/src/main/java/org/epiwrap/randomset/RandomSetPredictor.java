package org.epiwrap.randomset;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Layout;
import org.epiwrap.check.Check;
import org.epiwrap.credal.ClassSet;
import org.epiwrap.credal.PredictiveRandomSet;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.input.Input;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.Purpose;
import org.epiwrap.intervalnet.Wrapping;
import org.epiwrap.intervalnet.pass.Activations;
import org.epiwrap.intervalnet.pass.IntervalOverflowException;
import org.epiwrap.intervalnet.pass.Rows;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.InputBatch;
import org.epiwrap.tensor.Scope;
import org.epiwrap.wrap.Draws;

/**
 * Predicts by several interval networks drawn from the distributions of the weights. For each example, every draw gives the
 * set of classes that it cannot rule out; these sets form a belief function over the classes.
 *
 * <p>A draw takes up to {@value #BYTES_PER_WEIGHT} bytes per weight. If all draws together need no more than half a
 * gibibyte, as 20 of LeNet-5 or of 784-512-10 do, they are made at the beginning and kept. Otherwise there is one at a
 * time: a dataset is processed in rounds of {@value #EXAMPLES_PER_ROUND} examples, and all draws are made again for each
 * round, and for each single batch. The sets are the same either way.
 */
public final class RandomSetPredictor implements AutoCloseable {
    private static final long MAX_KEPT_BYTES = 1L << 29;
    /** Both ends of the weight, and the forms of them that predictions are computed from. */
    private static final int BYTES_PER_WEIGHT = 24;
    /** Large enough for drawing to take little of the time, small enough for the sets to take little of the memory. */
    private static final int EXAMPLES_PER_ROUND = 2000;

    private final BayesianNetwork network;
    private final Wrapping wrapping;
    /** The weights of the budget, unless it has all: the same in every draw. */
    private final Optional<BitSet> selected;

    private final SetRule rule;
    private final int count;
    private final long seed;
    private final double[] scales;
    /** All draws, or none if they are made one at a time. */
    private final List<IntervalNetwork> kept = new ArrayList<>();

    private RandomSetPredictor(
            BayesianNetwork network, Wrapping wrapping, SetRule rule, int count, long seed, double[] scales) {
        this.network = network;
        this.wrapping = wrapping;
        this.selected = wrapping.selected(network, 0);
        this.rule = rule;
        this.count = count;
        this.seed = seed;
        this.scales = scales.clone();
    }

    /**
     * Returns a predictor by draws whose sets are the maximal classes.
     *
     * @param network of one run; it must stay open and unchanged while the predictor is used
     * @param seed each draw has a stream of its own, which no other seed's draws share
     * @param scales of the radii, one per layer with weights, or none to leave them as they are drawn
     */
    public static RandomSetPredictor of(
            BayesianNetwork network, Wrapping wrapping, int count, long seed, double... scales) {
        return of(network, wrapping, SetRule.MAXIMALITY, count, seed, scales);
    }

    public static RandomSetPredictor of(
            BayesianNetwork network, Wrapping wrapping, SetRule rule, int count, long seed, double... scales) {
        return of(MAX_KEPT_BYTES, network, wrapping, rule, count, seed, scales);
    }

    /** Returns a predictor that keeps its draws if they need no more than this. */
    static RandomSetPredictor of(
            long maxKeptBytes,
            BayesianNetwork network,
            Wrapping wrapping,
            SetRule rule,
            int count,
            long seed,
            double... scales) {
        Check.between("the number of runs", network.seeds().runs(), 1, 1);
        Check.atLeast("the number of draws", count, 1);
        Layout layout = new Layout(network.architecture(), network.bias());
        if (scales.length > 0) {
            Check.sameLength(
                    "scales",
                    scales.length,
                    "the layers with weights",
                    layout.weighted().size());
            Check.nonNegative("scales", scales);
        }
        RandomSetPredictor predictor = new RandomSetPredictor(network, wrapping, rule, count, seed, scales);
        if ((long) count * BYTES_PER_WEIGHT * layout.randomSize() <= maxKeptBytes) {
            predictor.keepDraws();
        }
        return predictor;
    }

    private void keepDraws() {
        try {
            for (int i = 0; i < count; i++) {
                kept.add(draw(i));
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    IntervalNetwork draw(int number) {
        Draws draws = Draws.single(Purpose.RANDOM_SET.seed(seed, number));
        IntervalNetwork drawn = IntervalNetwork.wrap(network, wrapping.with(draws), run -> selected);
        if (scales.length == 0) {
            return drawn;
        }
        try (drawn) {
            return drawn.scaled(scales);
        }
    }

    private void forEachDraw(Consumer<IntervalNetwork> work) {
        kept.forEach(work);
        for (int i = kept.size(); i < count; i++) {
            try (IntervalNetwork drawn = draw(i)) {
                work.accept(drawn);
            }
        }
    }

    public Architecture architecture() {
        return network.architecture();
    }

    /** Receives the random set of each example by each rule. */
    @FunctionalInterface
    public interface RulesVisitor {
        void visit(SetRule rule, int example, PredictiveRandomSet set);
    }

    /** Receives the random set of each example. */
    @FunctionalInterface
    public interface Visitor {
        void visit(int example, PredictiveRandomSet set);
    }

    /** Predicts each example of a dataset in turn; the memory needed does not grow with their number. */
    public void predict(Dataset data, Input input, Visitor visitor) {
        predict(Set.of(rule), data, input, (own, example, set) -> visitor.visit(example, set));
    }

    /**
     * Predicts each example of a dataset in turn by every rule at once: the rules differ in the last layer alone, and the
     * passes up to it are shared.
     *
     * @throws IntervalOverflowException if the bounds of a draw leave the range of float
     */
    public void predictByEachRule(Dataset data, Input input, RulesVisitor visitor) {
        predict(EnumSet.allOf(SetRule.class), data, input, visitor);
    }

    private void predict(Set<SetRule> rules, Dataset data, Input input, RulesVisitor visitor) {
        if (kept.isEmpty()) {
            Check.atLeast("the number of examples of " + data.name(), data.size(), 1);
            for (int from = 0; from < data.size(); from += EXAMPLES_PER_ROUND) {
                Dataset some = data.subset(from, Math.min(data.size(), from + EXAMPLES_PER_ROUND));
                round(rules, some, input).visit(from, visitor);
            }
        } else {
            InputBatch.forEach(
                    data, input, architecture(), batch -> found(rules, batch).visit(batch.first(), visitor));
        }
    }

    /** Predicts all examples by one draw after the other. */
    private Found round(Set<SetRule> rules, Dataset data, Input input) {
        Found found = new Found(data.size(), rules);
        forEachDraw(draw -> {
            found.begin();
            InputBatch.forEach(data, input, architecture(), batch -> found.add(draw, batch, batch.first()));
        });
        return found;
    }

    /** Returns the random set of each example of a batch; throws {@link IntervalOverflowException} beyond float. */
    public List<PredictiveRandomSet> predict(InputBatch batch) {
        List<PredictiveRandomSet> sets = new ArrayList<>();
        found(Set.of(rule), batch).visit(0, (own, example, set) -> sets.add(set));
        return sets;
    }

    private Found found(Set<SetRule> rules, InputBatch batch) {
        Found found = new Found(batch.count(), rules);
        forEachDraw(draw -> {
            found.begin();
            found.add(draw, batch, 0);
        });
        return found;
    }

    /** The sets of some examples by the draws so far. */
    private static final class Found {
        private final int size;
        /** By each rule, one array for each draw. */
        private final Map<SetRule, List<ClassSet[]>> sets = new EnumMap<>(SetRule.class);

        private final List<double[][]> midpoints = new ArrayList<>();

        Found(int size, Set<SetRule> rules) {
            this.size = size;
            rules.forEach(rule -> sets.put(rule, new ArrayList<>()));
        }

        /** Begins with the next draw. */
        void begin() {
            sets.values().forEach(draws -> draws.add(new ClassSet[size]));
            midpoints.add(new double[size][]);
        }

        /** Adds the sets of a batch by a draw; the first of the batch is this one of the examples. */
        void add(IntervalNetwork draw, InputBatch batch, int first) {
            double[][] middles = midpoints.get(midpoints.size() - 1);
            // A scope per draw: the activations of all draws at once would be many times those of one.
            Scope.run(() -> {
                Activations hidden = draw.passes().hidden(batch);
                sets.forEach((rule, draws) -> {
                    List<ClassSet> left = rule.sets(draw, hidden, batch);
                    ClassSet[] ofDraw = draws.get(draws.size() - 1);
                    for (int i = 0; i < batch.count(); i++) {
                        ofDraw[first + i] = left.get(i);
                    }
                });
                Rows rows = new Rows(draw.passes().finite(draw.passes().atMidpoints(hidden), batch), batch.count());
                for (int i = 0; i < batch.count(); i++) {
                    middles[first + i] = rows.of(i);
                }
            });
        }

        /** Visits the examples, the first of which has this number. */
        void visit(int first, RulesVisitor visitor) {
            for (int i = 0; i < size; i++) {
                int example = i;
                sets.forEach((rule, draws) -> visitor.visit(rule, first + example, set(draws, example)));
            }
        }

        private PredictiveRandomSet set(List<ClassSet[]> draws, int example) {
            return PredictiveRandomSet.of(
                    draws.stream().map(ofDraw -> ofDraw[example]).toList(),
                    midpoints.stream().map(ofDraw -> ofDraw[example]).toArray(double[][]::new));
        }
    }

    @Override
    public void close() {
        kept.forEach(IntervalNetwork::close);
    }
}
