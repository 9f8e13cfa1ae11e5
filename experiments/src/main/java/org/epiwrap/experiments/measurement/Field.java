package org.epiwrap.experiments.measurement;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.epiwrap.architecture.Backbone;
import org.epiwrap.data.builtin.BuiltInData;
import org.epiwrap.model.Preset;
import org.epiwrap.network.Estimator;
import org.epiwrap.network.TrainingPlan;
import org.epiwrap.randomset.SetRule;

/**
 * A field of a {@link Key}: what a measurement was made of, or one of the choices it was made with.
 *
 * @param <T> the type of its values
 */
public final class Field<T> {
    /** The names of all fields. */
    private static final Set<String> ALL = new HashSet<>();

    public static final Field<Topic> TOPIC = words("study");
    public static final Field<Preset> PRESET = words("preset");
    public static final Field<BuiltInData> DATA = new Field<>("data", BuiltInData::toString);
    /** The name of a table. */
    public static final Field<String> TABLE = new Field<>("table", name -> name);
    /** The hash of a table's rows. */
    public static final Field<String> CONTENT = new Field<>("content", hash -> hash);

    public static final Field<Backbone> NET = new Field<>("net", Backbone::name);
    /** The seeds of consecutive runs, such as {@code 101..115}. */
    public static final Field<List<Long>> SEEDS =
            new Field<>("seeds", seeds -> seeds.get(0) + (seeds.size() == 1 ? "" : ".." + seeds.get(seeds.size() - 1)));
    /** The name of the experiment's size. */
    public static final Field<String> SIZE = new Field<>("effort", name -> name);
    /** The name of a task that was timed. */
    public static final Field<String> TASK = new Field<>("task", name -> name);
    /** How calibrated networks are trained. */
    public static final Field<TrainingPlan> TRAINING =
            new Field<>("training", plan -> plan.epochs() + " epochs in batches of " + plan.batchSize());

    public static final Field<Integer> IMAGES = new Field<>("images", String::valueOf);
    public static final Field<Subject> NETWORK = words("network");
    public static final Field<Classifier> CLASSIFIER = words("classifier");
    /** What ranks the weights that are wrapped. */
    public static final Field<Ranking> CRITERION = new Field<>("criterion", Ranking::toString);
    /** The share of the weights that are wrapped. */
    public static final Field<Double> SHARE = new Field<>("share", share -> String.format(Locale.ROOT, "%.2f", share));
    /** The points of the grid of intervals. */
    public static final Field<Integer> POINTS = new Field<>("points", String::valueOf);

    public static final Field<Stage> STAGE = words("stage");
    /** The step of the method that an ablation replaces, in words. */
    public static final Field<String> STEP = new Field<>("step", words -> words);
    /** What it is replaced by, in words. */
    public static final Field<String> CHOICE = new Field<>("choice", words -> words);
    /** The epochs, after those of a warm start if there are any. */
    public static final Field<List<Integer>> EPOCHS =
            new Field<>("epochs", parts -> parts.stream().map(String::valueOf).collect(Collectors.joining("+")));
    /** A baseline that looks at pixels alone. */
    public static final Field<MeasuredScore> PIXELS = new Field<>("pixels", MeasuredScore::toString);

    public static final Field<Part> PART = words("part");
    public static final Field<MeasuredScore> SCORE = new Field<>("score", MeasuredScore::toString);
    /** A score of a kind of network, whichever scores it offers. */
    public static final Field<ScoreOf> SCORE_OF = new Field<>("score-of", ScoreOf::toString);
    /** The name of an out-of-distribution dataset. */
    public static final Field<String> SHIFT = new Field<>("shift", name -> name);
    /** By which rule a drawn network leaves classes in its set. */
    public static final Field<SetRule> RULE = words("rule");

    /** What was promised, in words. */
    public static final Field<String> PROMISE = new Field<>("promise", words -> words);
    /** By what it was to be kept, in words. */
    public static final Field<String> KEPT_BY = new Field<>("kept-by", words -> words);
    /** The share that was promised. */
    public static final Field<Double> ASKED = new Field<>("asked", String::valueOf);

    public static final Field<Radii> RADII = words("radii");
    public static final Field<Estimator> ESTIMATOR = words("estimator");
    public static final Field<Integer> BATCH = new Field<>("batch", String::valueOf);

    private final String id;
    private final Function<T, String> text;

    private Field(String id, Function<T, String> text) {
        this.id = id;
        this.text = text;
        ALL.add(id);
    }

    private static <E extends Enum<E>> Field<E> words(String id) {
        return new Field<>(id, Key::words);
    }

    /** Returns the name in the file. */
    String id() {
        return id;
    }

    /** Returns a value as the file holds it. */
    String text(T value) {
        return text.apply(value);
    }

    /** Refuses names that are those of no field. */
    static void check(String id) {
        if (!ALL.contains(id)) {
            throw new IllegalArgumentException("a key must have known fields, but has '" + id + "'");
        }
    }
}
