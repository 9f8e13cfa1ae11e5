package org.epiwrap.exchange;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.epiwrap.store.StoreException;

/** Why pickles are not read, and how their numbers get out of them. */
final class PickleRefusal {
    private static final List<String> ENDINGS = List.of(".pt", ".pth", ".pkl", ".pickle", ".ckpt", ".joblib");

    private PickleRefusal() {}

    static boolean isNamedLikeOne(Path path) {
        String name = path.toString().toLowerCase(Locale.ROOT);
        return ENDINGS.stream().anyMatch(name::endsWith);
    }

    static StoreException of(Path path) {
        String target = String.valueOf(path.getFileName()).replaceAll("\\.[^.]*$", "") + ".npz";
        return new StoreException(
                path,
                "it is a pickle, which can run code when it is read, and is never read here; in Python, where the model"
                        + " is trusted, two lines export its numbers: import numpy, torch; state ="
                        + " torch.load(\"" + path.getFileName()
                        + "\", map_location=\"cpu\", weights_only=True); numpy.savez(\"" + target
                        + "\", **{name: value.numpy() for name, value in state.items()})");
    }
}
