package org.epiwrap.exchange.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.epiwrap.store.ArrayFile;
import org.epiwrap.store.Shape;
import org.epiwrap.store.StoreException;

/** The arrays of a file by their names, without the {@code :0} that TensorFlow appends. */
public final class NamedArrays {
    private static final String TENSORFLOW_SUFFIX = ":0";

    private final ArrayFile file;
    private final Map<String, String> inFile = new LinkedHashMap<>();
    private final Map<String, Shape> shapes = new LinkedHashMap<>();
    private final Map<String, Integer> places = new HashMap<>();

    private NamedArrays(ArrayFile file) {
        this.file = file;
    }

    /** Returns the arrays of an open file. */
    public static NamedArrays of(ArrayFile file) throws IOException {
        NamedArrays arrays = new NamedArrays(file);
        for (String name : file.names()) {
            String plain = name.endsWith(TENSORFLOW_SUFFIX)
                    ? name.substring(0, name.length() - TENSORFLOW_SUFFIX.length())
                    : name;
            if (arrays.inFile.put(plain, name) != null) {
                throw new StoreException(file.path(), "array " + plain + " must appear once, but appears twice");
            }
            arrays.places.put(plain, arrays.places.size());
            arrays.shapes.put(plain, file.info(name).shape());
        }
        return arrays;
    }

    /** Returns the path of the file. */
    public Path path() {
        return file.path();
    }

    /** Returns the names in the order of the file, with their shapes. */
    public Map<String, Shape> shapes() {
        return shapes;
    }

    /** Returns the shape of an array. */
    public Shape shape(String name) {
        Shape shape = shapes.get(name);
        if (shape == null) {
            throw new IllegalStateException("there is no array " + name);
        }
        return shape;
    }

    /** Returns the position of an array in the file. */
    public int place(String name) {
        return places.getOrDefault(name, 0);
    }

    /** Returns whether the order of the file can be the one in which the arrays were written. */
    public boolean keepsOrder() {
        return file.keepsOrder();
    }

    /** Returns whether all names are in alphabetical order, in which case they may have been sorted. */
    public boolean isSorted() {
        List<String> names = List.copyOf(inFile.keySet());
        return names.equals(names.stream().sorted().toList());
    }

    /** Returns whether an array holds floating-point numbers. */
    public boolean isFloating(String name) throws IOException {
        return switch (file.info(inFile.getOrDefault(name, name)).type()) {
            case F16, BF16, F32, F64 -> shape(name).elements() > 0;
            default -> false;
        };
    }

    /** Returns the numbers of an array, which must not be empty and must be finite. */
    public double[] numbers(String name) throws IOException {
        // The other axes of an empty array may have any size, whatever the length of the file.
        if (shape(name).elements() == 0) {
            throw new StoreException(path(), "array " + name + " must hold numbers, but is empty: " + shape(name));
        }
        String original = inFile.getOrDefault(name, name);
        double[] numbers = switch (file.info(original).type()) {
            case F16, BF16, F32, F64 -> file.doubles(original);
            default -> Arrays.stream(file.longs(original)).asDoubleStream().toArray();
        };
        for (int i = 0; i < numbers.length; i++) {
            if (!Double.isFinite(numbers[i])) {
                throw new StoreException(
                        path(), "array " + name + " must hold finite numbers, but element " + i + " is " + numbers[i]);
            }
        }
        return numbers;
    }

    /** Returns the first array whose name ends in this. */
    public Optional<String> endingIn(String end) {
        return shapes.keySet().stream().filter(name -> endsIn(name, end)).findFirst();
    }

    /** Returns whether a name is the given one, or ends in it after a separator. */
    public static boolean endsIn(String name, String end) {
        if (!name.endsWith(end)) {
            return false;
        }
        int before = name.length() - end.length() - 1;
        return before < 0 || name.charAt(before) == '.' || name.charAt(before) == '/';
    }
}
