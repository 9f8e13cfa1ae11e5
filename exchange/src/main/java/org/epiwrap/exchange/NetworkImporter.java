package org.epiwrap.exchange;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.epiwrap.activation.Activation;
import org.epiwrap.exchange.convention.Conventions;
import org.epiwrap.exchange.convention.Match;
import org.epiwrap.exchange.file.ArrayFiles;
import org.epiwrap.exchange.layer.LastLayerPosterior;
import org.epiwrap.exchange.reference.ReferenceOutputs;
import org.epiwrap.store.ArrayFile;
import org.epiwrap.store.StoreException;

/**
 * Reads Bayesian networks from the files of other libraries.
 *
 * <p>The convention is recognised by the names of the arrays, see {@link Conventions}. The layout is checked: the shapes of
 * the layers must chain, or fit the given architecture. No file contains activations: ReLU is assumed between layers unless
 * {@linkplain ImportOptions#with(Activation) another} is given. Whether the network computes what it should is known only
 * by {@linkplain ImportOptions#with(ReferenceOutputs) comparison} with outputs of the original. {@link ModelImport} makes a
 * model of what is read.
 */
public final class NetworkImporter {
    private NetworkImporter() {}

    /** Reads a file, or a folder of npy files; the message of a refusal is one sentence. ONNX graphs are {@link OnnxImporter}'s. */
    public static ImportedNetwork read(Path path, ImportOptions options) throws IOException {
        if (OnnxImporter.isNamedLikeOne(path)) {
            return OnnxImporter.read(path, options);
        }
        try (ArrayFile file = ArrayFiles.open(path)) {
            if (options.network().isPresent()) {
                return withLastLayer(file, options.network().get(), options);
            }
            StackedMembers members = new StackedMembers(file, options);
            Optional<Match> member = members.match();
            return member.isPresent() ? members.network(member.get()) : new Reading(file, options).network();
        } catch (IllegalArgumentException | ArithmeticException e) {
            String hint = options.reference()
                    .map(new Alternatives(path, options)::hint)
                    .orElse("");
            throw new StoreException(path, e.getMessage() + hint, e);
        }
    }

    private static ImportedNetwork withLastLayer(ArrayFile posterior, Path network, ImportOptions options)
            throws IOException {
        try (ArrayFile whole = ArrayFiles.open(network)) {
            return new Reading(whole, options, Optional.of(new LastLayerPosterior(posterior))).network();
        }
    }
}
