package org.epiwrap.exchange.file;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.epiwrap.store.StoreException;

/** Explains why a pickle is not read, and how to export its numbers. */
final class PickleRefusal {
    /** The endings of PyTorch's files, and where in them the weights are: Lightning's checkpoints hold more. */
    private static final Map<String, String> TORCH = Map.of(".pt", "", ".pth", "", ".ckpt", "[\"state_dict\"]");

    private static final List<String> OTHERS = List.of(".pkl", ".pickle", ".joblib");

    private PickleRefusal() {}

    static boolean isNamedLikeOne(Path path) {
        return TORCH.containsKey(ending(path)) || OTHERS.contains(ending(path));
    }

    private static String ending(Path path) {
        String name = path.toString().toLowerCase(Locale.ROOT);
        return name.substring(Math.max(0, name.lastIndexOf('.')));
    }

    /** Returns the refusal of a pickle, with the remedy that its name suggests. */
    static StoreException of(Path path) {
        if (TORCH.containsKey(ending(path))) {
            return ofTorch(path);
        }
        return refused(
                path,
                "load it with the library that wrote it, then call numpy.savez(\"" + target(path)
                        + "\", ...) with a name for each array of numbers");
    }

    /** Returns the refusal of a file written by PyTorch, whatever its name. */
    static StoreException ofTorch(Path path) {
        return refused(
                path,
                "two lines export its numbers: import numpy, torch; state = torch.load(\"" + path.getFileName()
                        + "\", map_location=\"cpu\", weights_only=True)"
                        + TORCH.getOrDefault(ending(path), "")
                        + "; numpy.savez(\"" + target(path)
                        + "\", **{name: value.numpy() for name, value in state.items()}), with value.float().numpy()"
                        + " where numbers are of the type bfloat16");
    }

    /** Returns a name for the numbers that is not that of the pickle. */
    private static String target(Path path) {
        String name = String.valueOf(path.getFileName());
        String npz = name.replaceAll("\\.[^.]*$", "") + ".npz";
        return npz.equals(name) ? npz.replace(".npz", "-numbers.npz") : npz;
    }

    private static StoreException refused(Path path, String remedy) {
        return new StoreException(
                path,
                "it is a pickle, which can run code when it is read, and is never read here; if you trust the file,"
                        + " in Python " + remedy);
    }
}
