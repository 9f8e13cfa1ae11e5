package org.epiwrap.app;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.epiwrap.belief.Complement;
import org.epiwrap.belief.Contour;
import org.epiwrap.belief.Grid;
import org.epiwrap.belief.SideSuprema;
import org.epiwrap.dirichlet.DirichletFit;
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
