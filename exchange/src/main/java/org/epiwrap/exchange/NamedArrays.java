package org.epiwrap.exchange;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.epiwrap.store.ArrayFile;
import org.epiwrap.store.Shape;
import org.epiwrap.store.StoreException;
import org.epiwrap.store.TensorInfo;

/** The arrays of a file under the names that matter: without the {@code :0} which TensorFlow puts after each. */
final class NamedArrays {
    private static final String TENSORFLOW_SUFFIX = ":0";

    private final ArrayFile file;
    private final Map<String, String> inFile = new LinkedHashMap<>();
    private final Map<String, Shape> shapes = new LinkedHashMap<>();
    private final Map<String, Integer> places = new HashMap<>();

    private NamedArrays(ArrayFile file) {
        this.file = file;
    }

    static NamedArrays of(ArrayFile file) throws IOException {
        NamedArrays arrays = new NamedArrays(file);
        for (String name : file.names()) {
            String plain = name.endsWith(TENSORFLOW_SUFFIX)
                    ? name.substring(0, name.length() - TENSORFLOW_SUFFIX.length())
                    : name;
            if (arrays.inFile.put(plain, name) != null) {
                throw new StoreException(file.path(), "array " + plain + " must be given once, but is given twice");
            }
            arrays.places.put(plain, arrays.places.size());
            arrays.shapes.put(plain, file.info(name).shape());
        }
        return arrays;
    }

    Path path() {
        return file.path();
    }

    /** Names in the order of the file, with their shapes. */
    Map<String, Shape> shapes() {
        return shapes;
    }

    Shape shape(String name) {
        Shape shape = shapes.get(name);
        if (shape == null) {
            throw new IllegalStateException("there is no array " + name);
        }
        return shape;
    }

    /** Where an array stands in the file. */
    int place(String name) {
        return places.getOrDefault(name, 0);
    }

    /** Whether that can be the order in which the arrays were written. */
    boolean keepsOrder() {
        return file.keepsOrder();
    }

    /** Whether all names are in the plain order of their characters, as whoever sorts them leaves them. */
    boolean isSorted() {
        List<String> names = List.copyOf(inFile.keySet());
        return names.equals(names.stream().sorted().toList());
    }

    /** Whether an array holds numbers that a network could compute with. */
    boolean isFloating(String name) throws IOException {
        return switch (file.info(inFile.getOrDefault(name, name)).type()) {
            case F16, BF16, F32, F64 -> shape(name).elements() > 0;
            default -> false;
        };
    }

    /** An array's numbers, which must be there and finite. */
    double[] numbers(String name) throws IOException {
        // The other axes of an empty array may have any size, whatever the length of the file.
        if (shape(name).elements() == 0) {
            throw new StoreException(path(), "array " + name + " must hold numbers, but is empty: " + shape(name));
        }
        String original = inFile.getOrDefault(name, name);
        TensorInfo info = file.info(original);
        double[] numbers = switch (info.type()) {
            case F16, BF16, F32, F64 -> file.doubles(original);
            default -> {
                long[] whole = file.longs(original);
                double[] result = new double[whole.length];
                for (int i = 0; i < result.length; i++) {
                    result[i] = whole[i];
                }
                yield result;
            }
        };
        for (int i = 0; i < numbers.length; i++) {
            if (!Double.isFinite(numbers[i])) {
                throw new StoreException(
                        path(), "array " + name + " must hold finite numbers, but element " + i + " is " + numbers[i]);
            }
        }
        return numbers;
    }

    /** The first array whose name ends so. */
    Optional<String> endingIn(String end) {
        return shapes.keySet().stream().filter(name -> endsIn(name, end)).findFirst();
    }

    /** Whether a name is the given one, or has it after a separator. */
    static boolean endsIn(String name, String end) {
        if (!name.endsWith(end)) {
            return false;
        }
        int before = name.length() - end.length() - 1;
        return before < 0 || name.charAt(before) == '.' || name.charAt(before) == '/';
    }
}
