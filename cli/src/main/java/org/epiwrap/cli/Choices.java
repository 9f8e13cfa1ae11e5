package org.epiwrap.cli;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.epiwrap.architecture.Backbone;
import org.epiwrap.architecture.Bias;
import org.epiwrap.belief.Complement;
import org.epiwrap.belief.Contour;
import org.epiwrap.belief.Grid;
import org.epiwrap.belief.SideSuprema;
import org.epiwrap.dirichlet.DirichletFit;
import org.epiwrap.experiments.NamedData;
import org.epiwrap.experiments.Preset;
import org.epiwrap.experiments.Study;
import org.epiwrap.intervalnet.Averaging;
import org.epiwrap.intervalnet.BoundsRule;
import org.epiwrap.network.Estimator;
import org.epiwrap.prediction.Score;
import org.epiwrap.wrap.Budget;
import org.epiwrap.wrap.Criterion;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** An option that takes one of a few names. */
abstract class Choices<T> implements ITypeConverter<T>, Iterable<String> {
    private final Map<String, T> byName = new LinkedHashMap<>();

    final void add(String name, T value) {
        byName.put(name, value);
    }

    @Override
    public T convert(String name) {
        T value = byName.get(name);
        if (value == null) {
            throw new TypeConversionException(
                    "must be one of " + String.join(", ", byName.keySet()) + ", but is '" + name + "'");
        }
        return value;
    }

    final String nameOf(T value) {
        return byName.entrySet().stream()
                .filter(entry -> entry.getValue().equals(value))
                .findFirst()
                .orElseThrow()
                .getKey();
    }

    @Override
    public Iterator<String> iterator() {
        return byName.keySet().iterator();
    }

    static final class ContourName extends Choices<Contour> {
        ContourName() {
            add("sup", Contour.SUP_NORMALISED);
            add("dubois-prade", Contour.DUBOIS_PRADE);
        }
    }

    static final class ComplementName extends Choices<Complement> {
        ComplementName() {
            add("continuous", Complement.CONTINUOUS);
            add("grid", Complement.GRID_POINTS);
        }
    }

    static final class FitName extends Choices<DirichletFit> {
        FitName() {
            add("paper", DirichletFit.PER_COMPONENT);
            add("pooled", DirichletFit.POOLED);
        }
    }

    static final class DataChoice extends Choices<NamedData> {
        DataChoice() {
            for (NamedData data : NamedData.values()) {
                add(data.toString(), data);
            }
        }
    }

    /** One study, or all of them. */
    record Chosen(List<Study> studies) {
        boolean isAll() {
            return studies.size() > 1;
        }
    }

    static final class StudyName extends Choices<Chosen> {
        StudyName() {
            for (Study study : Study.values()) {
                add(study.toString(), new Chosen(List.of(study)));
            }
            add("all", new Chosen(List.of(Study.values())));
        }
    }

    static final class BenchGroup extends Choices<String> {
        BenchGroup() {
            List.of("wrap", "network", "interval").forEach(name -> add(name, name));
        }
    }

    static final class PresetName extends Choices<Preset> {
        PresetName() {
            add("sound", Preset.SOUND);
            add("paper", Preset.PAPER);
        }
    }

    /** Which weights are wrapped, once their share and the seed of what is random are known. */
    interface BudgetRule {
        Budget of(double share, long seed);
    }

    static final class CriterionName extends Choices<BudgetRule> {
        CriterionName() {
            add("sigma", (share, seed) -> Budget.highest(Criterion.SIGMA, share));
            add("mu", (share, seed) -> Budget.highest(Criterion.MU, share));
            add("mu+sigma", (share, seed) -> Budget.highest(Criterion.MU_PLUS_SIGMA, share));
            add("abs-mu", (share, seed) -> Budget.highest(Criterion.ABS_MU, share));
            add("abs-mu+sigma", (share, seed) -> Budget.highest(Criterion.ABS_MU_PLUS_SIGMA, share));
            add("random", Budget::random);
            add("impact", (share, seed) -> Budget.impact(share));
        }
    }

    static final class ScoreName extends Choices<Score> {
        ScoreName() {
            for (Score score : Score.values()) {
                add(score.name(), score);
            }
        }
    }

    static final class BoundsName extends Choices<BoundsRule> {
        BoundsName() {
            add("ordered", BoundsRule.ORDERED);
            add("centre-radius", BoundsRule.CENTRE_AND_RADIUS);
            add("free", BoundsRule.FREE);
        }
    }

    /** Those by which a network can be fine-tuned. */
    static class AveragingName extends Choices<Averaging> {
        AveragingName() {
            add("logits", Averaging.LOGITS);
            add("activations", Averaging.ACTIVATIONS);
            add("softmaxes", Averaging.SOFTMAXES);
        }
    }

    /** Those by which one can predict. */
    static final class AnyAveragingName extends AveragingName {
        AnyAveragingName() {
            add("weights", Averaging.WEIGHTS);
        }
    }

    static final class StrangersName extends Choices<Strangers> {
        StrangersName() {
            Strangers.all().forEach(strangers -> add(strangers.name(), strangers));
        }
    }

    /** {@code calibrated}, {@code fan-in}, or a number. */
    static final class ScaleName implements ITypeConverter<RadiusScale>, Iterable<String> {
        @Override
        public RadiusScale convert(String text) {
            return switch (text) {
                case "calibrated" -> new RadiusScale.Calibrated();
                case "fan-in" -> new RadiusScale.FanIn();
                default -> number(text);
            };
        }

        private static RadiusScale number(String text) {
            try {
                return new RadiusScale.Fixed(Double.parseDouble(text));
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(
                        "must be calibrated, fan-in or a number above 0, but is '" + text + "'");
            }
        }

        @Override
        public Iterator<String> iterator() {
            return List.of("calibrated", "fan-in").iterator();
        }
    }

    static final class EstimatorName extends Choices<Estimator> {
        EstimatorName() {
            add("flipout", Estimator.FLIPOUT);
            add("reparameterisation", Estimator.REPARAMETERISATION);
            add("local", Estimator.LOCAL_REPARAMETERISATION);
        }
    }

    static final class BiasName extends Choices<Bias> {
        BiasName() {
            add("point", Bias.POINT);
            add("bayesian", Bias.BAYESIAN);
        }
    }

    /** {@code mlp:8}, {@code mlp:256-128}, {@code lenet-5} and so on. */
    static final class BackboneName implements ITypeConverter<Backbone>, Iterable<String> {
        /** Those that are offered to shells; there are more. */
        @Override
        public Iterator<String> iterator() {
            return List.of("mlp:8", "mlp:256-128", "lenet-5", "resnet-18", "resnet-18/4", "vgg-16", "vgg-16/4")
                    .iterator();
        }

        @Override
        public Backbone convert(String text) {
            try {
                return Backbone.named(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(String.valueOf(e.getMessage()));
            }
        }
    }

    /** A number of points, or {@code exact}. */
    static final class GridName implements ITypeConverter<Grid> {
        @Override
        public Grid convert(String text) {
            if (text.equals("exact")) {
                return Grid.exact();
            }
            try {
                return Grid.points(Integer.parseInt(text));
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException("must be exact or a whole number from " + SideSuprema.MIN_POINTS
                        + " to " + SideSuprema.MAX_POINTS + ", but is '" + text + "'");
            }
        }
    }
}
