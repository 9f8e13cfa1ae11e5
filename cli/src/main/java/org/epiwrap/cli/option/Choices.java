package org.epiwrap.cli.option;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.epiwrap.architecture.Backbone;
import org.epiwrap.belief.Complement;
import org.epiwrap.belief.Contour;
import org.epiwrap.belief.Grid;
import org.epiwrap.belief.SideSuprema;
import org.epiwrap.data.builtin.OodDataset;
import org.epiwrap.data.input.Augmentation;
import org.epiwrap.dirichlet.DirichletFit;
import org.epiwrap.experiments.Experiment;
import org.epiwrap.intervalnet.BoundsRule;
import org.epiwrap.intervalnet.RadiusScale;
import org.epiwrap.intervalnet.pass.Averaging;
import org.epiwrap.network.Estimator;
import org.epiwrap.prediction.Score;
import org.epiwrap.wrap.Budget;
import org.epiwrap.wrap.Criterion;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.TypeConversionException;

/**
 * The names by which options take the values of a type: for parsing, help and shell completion.
 *
 * @param names that help lists and shells offer; a converter may accept more
 */
public record Choices<T>(Class<T> type, Collection<String> names, ITypeConverter<? extends T> converter) {

    /** Which weights are wrapped, given their share and a seed. */
    public interface BudgetRule {
        BudgetRule DEFAULT = (share, seed) -> Budget.highest(Criterion.SIGMA, share);

        Budget of(double share, long seed);
    }

    /** Experiments by one name: that of the only one, or {@code all}. */
    public record Experiments(List<Experiment> all) {}

    /** An averaging that has gradients with respect to bounds. */
    public record TrainableAveraging(Averaging averaging) {}

    /** Names or paths of out-of-distribution data, with commas between them. */
    public record OodData(String text) {

        /** Returns each name or path. A path that has commas itself is whole if it exists, and then stands alone. */
        public List<String> parts() {
            return Files.exists(Path.of(text)) ? List.of(text) : List.of(text.split(",", -1));
        }
    }

    /** Those of types that are no enums, and of constants that have other names here; see {@link #find}. */
    private static final List<Choices<?>> SPECIAL = List.of(
            renamed(Estimator.LOCAL_REPARAMETERISATION, "local"),
            renamed(BoundsRule.CENTRE_AND_RADIUS, "centre-radius"),
            renamed(Contour.SUP_NORMALISED, "sup"),
            renamed(Complement.GRID_POINTS, "grid"),
            renamed(DirichletFit.PER_COMPONENT, "paper"),
            of(Score.class, named(List.of(Score.EU, Score.TU, Score.TU0, Score.UNFAMILIARITY), Score::symbol)),
            new Choices<>(
                    OodData.class,
                    OodDataset.all().stream().map(OodDataset::family).distinct().toList(),
                    OodData::new),
            of(BudgetRule.class, budgetRules()),
            of(Experiments.class, experiments()),
            of(
                    TrainableAveraging.class,
                    named(
                            Stream.of(Averaging.LOGITS, Averaging.ACTIVATIONS, Averaging.SOFTMAXES)
                                    .map(TrainableAveraging::new)
                                    .toList(),
                            choice -> lowerCase(choice.averaging))),
            new Choices<>(
                    RadiusScale.class,
                    List.of("calibrated", "perturbed", "informative", "fan-in"),
                    Choices::radiusScale),
            new Choices<>(
                    Backbone.class,
                    List.of(
                            "mlp:8",
                            "mlp:256-128",
                            "mlp:64:tanh",
                            "lenet-5",
                            "resnet-18",
                            "resnet-18/4",
                            "vgg-16",
                            "vgg-16/4"),
                    Choices::backbone),
            new Choices<>(Augmentation.class, List.of("shift", "crop", "flip"), Choices::augmentation),
            new Choices<>(Grid.class, List.of("exact"), Choices::grid));

    private static <T> Choices<T> of(Class<T> type, Map<String, T> values) {
        return new Choices<>(type, values.keySet(), name -> {
            T value = values.get(name);
            if (value == null) {
                throw mustBe("one of " + String.join(", ", values.keySet()), name);
            }
            return value;
        });
    }

    private static <T> Map<String, T> named(Collection<T> values, Function<T, String> name) {
        Map<String, T> named = new LinkedHashMap<>();
        values.forEach(value -> named.put(name.apply(value), value));
        return named;
    }

    /** Returns a choice among constants, whose names are in lower case with hyphens, save one. */
    private static <E extends Enum<E>> Choices<E> renamed(E constant, String name) {
        Class<E> type = constant.getDeclaringClass();
        return of(type, named(List.of(type.getEnumConstants()), value -> value == constant ? name : lowerCase(value)));
    }

    private static String lowerCase(Object constant) {
        return ((Enum<?>) constant).name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the names of the values of a type, if it is an enum or has names. */
    private static Optional<Choices<?>> find(Class<?> type) {
        Optional<Choices<?>> special =
                SPECIAL.stream().filter(choices -> choices.type == type).findFirst();
        return special.isPresent() || !type.isEnum() ? special : Optional.of(constants(type));
    }

    private static <T> Choices<T> constants(Class<T> type) {
        return of(type, named(List.of(type.getEnumConstants()), Choices::lowerCase));
    }

    private static Map<String, BudgetRule> budgetRules() {
        Map<String, BudgetRule> rules = new LinkedHashMap<>();
        rules.put("sigma", BudgetRule.DEFAULT);
        rules.put("mu", (share, seed) -> Budget.highest(Criterion.MU, share));
        rules.put("mu+sigma", (share, seed) -> Budget.highest(Criterion.MU_PLUS_SIGMA, share));
        rules.put("abs-mu", (share, seed) -> Budget.highest(Criterion.ABS_MU, share));
        rules.put("abs-mu+sigma", (share, seed) -> Budget.highest(Criterion.ABS_MU_PLUS_SIGMA, share));
        rules.put("random", Budget::random);
        rules.put("impact", (share, seed) -> Budget.impact(share));
        return rules;
    }

    private static Map<String, Experiments> experiments() {
        List<Experiment> all = List.of(Experiment.values());
        Map<String, Experiments> names = new LinkedHashMap<>();
        all.forEach(one -> names.put(one.toString(), new Experiments(List.of(one))));
        names.put("all", new Experiments(all));
        return names;
    }

    private static RadiusScale radiusScale(String text) {
        return switch (text) {
            case "calibrated" -> new RadiusScale.Calibrated();
            case "perturbed" -> new RadiusScale.Calibrated().onPerturbed();
            case "informative" -> new RadiusScale.Informative();
            case "fan-in" -> new RadiusScale.FanIn();
            default ->
                parsed(
                        text,
                        "calibrated, perturbed, informative, fan-in or a number above 0",
                        number -> new RadiusScale.Fixed(Double.parseDouble(number)));
        };
    }

    private static Grid grid(String text) {
        return text.equals("exact")
                ? Grid.exact()
                : parsed(
                        text,
                        "exact or a whole number from " + SideSuprema.MIN_POINTS + " to " + SideSuprema.MAX_POINTS,
                        number -> Grid.points(Integer.parseInt(number)));
    }

    private static Backbone backbone(String text) {
        return named(text, Backbone::named);
    }

    private static Augmentation augmentation(String text) {
        return named(text, Augmentation::parse);
    }

    /** Returns the value of a text that is refused in a sentence of its own. */
    private static <T> T named(String text, Function<String, T> parse) {
        try {
            return parse.apply(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(String.valueOf(e.getMessage()));
        }
    }

    /** Returns the value of a text; the exceptions of numbers and of paths are illegal arguments, too. */
    static <T> T parsed(String text, String allowed, Function<String, T> parse) {
        try {
            return parse.apply(text);
        } catch (IllegalArgumentException e) {
            throw mustBe(allowed, text);
        }
    }

    private static TypeConversionException mustBe(String allowed, String text) {
        return new TypeConversionException("must be " + allowed + ", but is '" + text + "'");
    }

    @SuppressWarnings("unchecked") // found by the type
    public static <T> Choices<T> ofType(Class<T> type) {
        return (Choices<T>) find(type).orElseThrow();
    }

    public static <E extends Enum<E>> String nameOf(E value) {
        Choices<E> choices = ofType(value.getDeclaringClass());
        return choices.names.stream()
                .filter(name -> choices.value(name).equals(value))
                .findFirst()
                .orElseThrow();
    }

    public T value(String name) {
        try {
            return converter.convert(name);
        } catch (TypeConversionException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Lets the options and parameters of all commands take values by these names. Candidates can only be set while an
     * argument is built: all are built anew, so that they keep their order.
     */
    public static void addTo(CommandLine root) {
        for (CommandLine command : root.getSubcommands().values()) {
            CommandSpec spec = command.getCommandSpec();
            for (ArgSpec argument : List.copyOf(spec.args())) {
                Optional<Choices<?>> choices = find(argument.auxiliaryTypes()[0]);
                if (argument instanceof OptionSpec option && option.scopeType() != CommandLine.ScopeType.INHERIT) {
                    OptionSpec.Builder builder = OptionSpec.builder(option);
                    choices.ifPresent(
                            found -> builder.completionCandidates(found.names).converters(found.converter));
                    spec.remove(option).add(builder.build());
                } else if (argument instanceof PositionalParamSpec parameter) {
                    PositionalParamSpec.Builder builder = PositionalParamSpec.builder(parameter);
                    choices.ifPresent(
                            found -> builder.completionCandidates(found.names).converters(found.converter));
                    spec.remove(parameter).add(builder.build());
                }
            }
            addTo(command);
        }
    }
}
