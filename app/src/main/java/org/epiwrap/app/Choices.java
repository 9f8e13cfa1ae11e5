package org.epiwrap.app;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.epiwrap.belief.Complement;
import org.epiwrap.belief.Contour;
import org.epiwrap.belief.Grid;
import org.epiwrap.belief.SideSuprema;
import org.epiwrap.dirichlet.DirichletFit;
import org.epiwrap.network.Bias;
import org.epiwrap.network.Estimator;
import org.epiwrap.predict.Score;
import org.epiwrap.study.Backbone;
import org.epiwrap.study.NamedData;
import org.epiwrap.study.Preset;
import org.epiwrap.study.Study;
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
    record Chosen(List<Study> studies) {}

    static final class StudyName extends Choices<Chosen> {
        StudyName() {
            for (Study study : Study.values()) {
                add(study.toString(), new Chosen(List.of(study)));
            }
            add("all", new Chosen(List.of(Study.values())));
        }
    }

    static final class PresetName extends Choices<Preset> {
        PresetName() {
            add("sound", Preset.SOUND);
            add("paper", Preset.PAPER);
        }
    }

    static final class ScoreName extends Choices<Score> {
        ScoreName() {
            for (Score score : Score.values()) {
                add(score.symbol().toLowerCase(Locale.ROOT), score);
            }
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
    static final class BackboneName implements ITypeConverter<Backbone> {
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
