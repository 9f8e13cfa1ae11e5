package org.epiwrap.exchange.draws;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Bias;
import org.epiwrap.architecture.Layout;
import org.epiwrap.data.CalibrationSet;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.input.TableInput;
import org.epiwrap.interval.Interval;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.model.EnsembleModel;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.model.EpistemicWrapping;
import org.epiwrap.model.Preset;
import org.epiwrap.model.manifest.ModelCard;
import org.epiwrap.model.manifest.WrappingRecord;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.RunSeeds;
import org.epiwrap.posterior.Posterior;
import org.epiwrap.prediction.Ensemble;
import org.epiwrap.prediction.MeanNetwork;
import org.epiwrap.prediction.Predictions;
import org.epiwrap.statistics.SampleMoments;
import org.epiwrap.wrap.EpistemicWrapper;

/**
 * Draws of all weights of a network, such as the members of an ensemble or the states of a Markov chain. Draws around one
 * mode can be summarised, as the Gaussians of the imported network or by {@link #wrap}; networks that were trained from
 * different seeds cannot, and are kept by {@link #ensemble}. {@link #accuracy} tells which they are.
 */
public final class WeightDraws {
    private final BayesianNetwork network;
    private final List<Member> members;
    /** [draws][weights], each in the order of {@link Layout#random}. */
    private final double[][] values;

    /**
     * Creates draws that have the points of their network in common.
     *
     * @param network of their means and standard deviations
     * @param values [draws][weights], each in the order of {@link Layout#random}
     */
    public WeightDraws(BayesianNetwork network, double[][] values) {
        this(
                network,
                Arrays.stream(values).map(draw -> Member.of(network, draw)).toList());
    }

    private WeightDraws(BayesianNetwork network, List<Member> members) {
        this.network = network;
        this.members = members;
        Layout layout = new Layout(network.architecture(), network.bias());
        this.values = new double[members.size()][layout.randomSize()];
        for (Layout.Slot slot : layout.random()) {
            for (int i = 0; i < values.length; i++) {
                System.arraycopy(members.get(i).part(slot.name()), 0, values[i], slot.offset(), slot.size());
            }
        }
    }

    /**
     * Returns draws that are networks of one architecture, with a new network of their means and standard deviations, which
     * the caller closes.
     *
     * @param points whether their spreads are left out
     */
    public static WeightDraws of(List<BayesianNetwork> networks, boolean points) {
        BayesianNetwork first = networks.get(0);
        return of(
                first.architecture(),
                first.bias(),
                networks.stream().map(each -> Member.of(each, points)).toList());
    }

    private static WeightDraws of(Architecture architecture, Bias bias, List<Member> members) {
        Member mean = Member.mean(new Layout(architecture, bias), members);
        return new WeightDraws(mean.network(architecture, bias, RunSeeds.of(1)), members);
    }

    /** Returns the network of the means and standard deviations of the draws. */
    public BayesianNetwork network() {
        return network;
    }

    /** Returns the number of draws. */
    public int count() {
        return values.length;
    }

    /** Returns the draws of one weight in ascending order; weights count as in {@link Layout#random}. */
    public double[] ascending(int weight) {
        double[] draws = new double[values.length];
        for (int i = 0; i < draws.length; i++) {
            draws[i] = values[i][weight];
        }
        Arrays.sort(draws);
        return draws;
    }

    /**
     * Returns the interval network that a wrapper makes of the draws themselves, whatever their distribution; no Gaussian
     * is fitted. Bounds are rounded outward to float.
     */
    public IntervalNetwork wrap(EpistemicWrapper wrapper) {
        if (hasSpreads()) {
            throw new IllegalArgumentException("draws that are wrapped must be single networks, but these members have"
                    + " posteriors; keep them as an ensemble, or wrap the imported Gaussians");
        }
        int weights = values[0].length;
        float[] lower = new float[weights];
        float[] upper = new float[weights];
        // Each weight by itself: the same for any number of threads.
        IntStream.range(0, weights).parallel().forEach(i -> {
            Interval interval = wrapper.wrap(Posterior.samples(ascending(i))).interval();
            lower[i] = downward(interval.lower());
            upper[i] = -downward(-interval.upper());
        });
        return IntervalNetwork.of(
                network.architecture(),
                network.bias(),
                network.seeds(),
                lower,
                upper,
                network.pointValues(0),
                network.runningStatistics());
    }

    /**
     * Wraps the draws into an epistemic model whose radii and scores are not calibrated.
     *
     * @param card of the model that was imported
     */
    public EpistemicModel model(EpistemicWrapper wrapper, ModelCard card) {
        IntervalNetwork whole = taking(card, draws -> draws.wrap(wrapper));
        return EpistemicModel.of(whole, card, Preset.SOUND.averaging())
                .with(WrappingRecord.ofSamples(wrapper, count()));
    }

    /** Uses draws that have the input of a model: that of a table has the novelty of rows as well. */
    private <T> T taking(ModelCard card, Function<WeightDraws, T> use) {
        if (!(card.input() instanceof TableInput)) {
            return use.apply(this);
        }
        try (BayesianNetwork wider = NoveltyInput.added(network)) {
            return use.apply(new WeightDraws(
                    wider,
                    members.stream()
                            .map(member -> NoveltyInput.added(member, network.architecture(), network.bias()))
                            .toList()));
        }
    }

    /**
     * Wraps the draws into an epistemic model with chosen radii and calibrated scores, as {@link EpistemicWrapping#wrap} does for
     * Gaussian posteriors. All draws of all weights are wrapped: the budget and the drawn intervals of the configuration do
     * not apply.
     *
     * @param card of the model that was imported
     * @param train the examples the network was trained on
     * @param heldOut examples it was not trained on
     */
    public EpistemicModel model(EpistemicWrapping wrapping, ModelCard card, Dataset train, CalibrationSet heldOut) {
        EpistemicWrapper wrapper = wrapping.wrapping(train, card.input()).wrapper();
        try (IntervalNetwork whole = taking(card, draws -> draws.wrap(wrapper))) {
            return wrapping.calibrate(whole, card, WrappingRecord.ofSamples(wrapper, count()), train, heldOut);
        }
    }

    /** Returns whether the draws are Bayesian networks themselves. */
    public boolean hasSpreads() {
        return members.stream().anyMatch(member -> !member.deviations().isEmpty());
    }

    /**
     * Returns the draws as an ensemble, each with all its numbers, those of its batch norms included.
     *
     * @param card of the model that was imported
     */
    public EnsembleModel ensemble(ModelCard card) {
        return new EnsembleModel(taking(card, WeightDraws::networks), card);
    }

    /** Returns the draws as networks of their own, which the caller closes. */
    public List<BayesianNetwork> networks() {
        List<BayesianNetwork> networks = new ArrayList<>();
        for (int i = 0; i < members.size(); i++) {
            networks.add(members.get(i).network(network.architecture(), network.bias(), RunSeeds.of(i + 1L)));
        }
        return networks;
    }

    /**
     * Measures which of the networks that can be made of the draws are any good.
     *
     * @param card of the model that was imported
     * @param labelled examples, best of all ones that the network was not trained on
     */
    public DrawsAccuracy accuracy(ModelCard card, Dataset labelled) {
        return taking(card, draws -> draws.measured(card, labelled));
    }

    private DrawsAccuracy measured(ModelCard card, Dataset labelled) {
        try (EnsembleModel ensemble = new EnsembleModel(networks(), card)) {
            List<Predictions> each = ensemble.members().stream()
                    .map(member ->
                            MeanNetwork.of(member, card.input(), card.names()).predict(labelled))
                    .toList();
            return new DrawsAccuracy(
                    labelled.size(),
                    each.stream()
                            .mapToDouble(predictions -> share(predictions, labelled))
                            .average()
                            .orElseThrow(),
                    share(Ensemble.of(card.names(), each), labelled),
                    share(MeanNetwork.of(network, card.input(), card.names()).predict(labelled), labelled));
        }
    }

    private static double share(Predictions predictions, Dataset labelled) {
        int right = 0;
        for (int i = 0; i < predictions.size(); i++) {
            right += predictions.label(i) == labelled.label(i) ? 1 : 0;
        }
        return (double) right / predictions.size();
    }

    /** Returns a warning if the draws are farther from their mean than their mean is from 0; images are not needed. */
    public Optional<String> warning() {
        double variance = 0;
        double squares = 0;
        for (int i = 0; i < values[0].length; i++) {
            SampleMoments moments = SampleMoments.of("a weight", ascending(i));
            variance += moments.squares() / (moments.count() - 1);
            squares += moments.mean() * moments.mean();
        }
        return variance > squares
                ? Optional.of(String.format(
                        Locale.ROOT,
                        "the variance of the draws is %.1f times the square of their mean, as of networks trained from"
                                + " different seeds, whose mean weights are useless",
                        variance / squares))
                : Optional.empty();
    }

    /** Returns the sum over all draws of the squared distances of their weights and biases from the first draw's. */
    public double distance() {
        UnitMatching matching = matching();
        return members.stream()
                .mapToDouble(member -> matching.distance(members.get(0).parts(), member.parts()))
                .sum();
    }

    /**
     * Returns the draws with their hidden units permuted to match those of the first, with a new network of means, which
     * the caller closes. Each draw computes the same as before.
     */
    public WeightDraws aligned() {
        UnitMatching matching = matching();
        Map<String, double[]> first = members.get(0).parts();
        List<Member> aligned = new ArrayList<>();
        for (Member member : members) {
            UnitMatching.Orders orders = matching.match(first, member.parts());
            aligned.add(new Member(orders.of(member.parts()), orders.of(member.deviations())));
        }
        return of(network.architecture(), network.bias(), aligned);
    }

    private UnitMatching matching() {
        return UnitMatching.of(network.architecture(), network.bias());
    }

    private static float downward(double value) {
        float near = (float) value;
        return near > value ? Math.nextDown(near) : near;
    }
}
