package org.epiwrap.exchange;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.epiwrap.store.StoreException;

/** Why pickles are not read, and how their numbers get out of them. */
final class PickleRefusal {
    /** What PyTorch writes, for itself and for Lightning, whose checkpoints hold the weights among other things. */
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

    /** Of a pickle that may be anyone's: its name tells what can be said of it. */
    static StoreException of(Path path) {
        if (TORCH.containsKey(ending(path))) {
            return ofTorch(path);
        }
        return refused(
                path,
                "load it with what wrote it, and then numpy.savez(\"" + target(path)
                        + "\", ...) with a name for each array of numbers");
    }

    /** Of what PyTorch has written, whatever its name. */
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

    private static String target(Path path) {
        return String.valueOf(path.getFileName()).replaceAll("\\.[^.]*$", "") + ".npz";
    }

    private static StoreException refused(Path path, String wayOut) {
        return new StoreException(
                path,
                "it is a pickle, which can run code when it is read, and is never read here; in Python, where the file is"
                        + " trusted, " + wayOut);
    }
}
