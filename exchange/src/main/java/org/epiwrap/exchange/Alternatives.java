package org.epiwrap.exchange;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.epiwrap.activation.Activation;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Layer;
import org.epiwrap.exchange.ImportOptions.Pool;
import org.epiwrap.exchange.convention.Axes;
import org.epiwrap.exchange.reference.Agreement;
import org.epiwrap.exchange.reference.ReferenceOutputs;

/** Searches for other options by which a file agrees with the outputs of its original network. */
final class Alternatives {
    private final Path file;
    private final ImportOptions options;

    /** Options that are tried, and those of them that differ, as they are typed. */
    private record Variant(ImportOptions options, List<String> changes) {
        Variant with(ImportOptions changed, String change) {
            List<String> all = new ArrayList<>(changes);
            all.add(change);
            return new Variant(changed, all);
        }
    }

    Alternatives(Path file, ImportOptions options) {
        this.file = file;
        this.options = options.withoutReference();
    }

    /** Returns a hint at the options that agree, those with the fewest changes; empty if none do. */
    String hint(ReferenceOutputs reference) {
        return variants().stream()
                .flatMap(variant -> agreement(variant, reference)
                        .map(found -> "; it agrees with " + String.join(" ", variant.changes()) + " to " + found.size())
                        .stream())
                .findFirst()
                .orElse("");
    }

    private List<Variant> variants() {
        List<Variant> all = new ArrayList<>(List.of(new Variant(options, List.of())));
        for (Variant variant : List.copyOf(all)) {
            for (Axes axes : Axes.values()) {
                all.add(variant.with(
                        options.with(axes),
                        "--axes " + axes.name().toLowerCase(Locale.ROOT).replace('_', '-')));
            }
        }
        for (Variant variant : List.copyOf(all)) {
            for (Pool pool : Pool.values()) {
                ImportOptions changed = options.architecture()
                        .map(known -> variant.options().with(pooled(known, pool)))
                        .orElseGet(() -> variant.options().with(pool));
                all.add(variant.with(changed, "--pool " + pool.name().toLowerCase(Locale.ROOT)));
            }
        }
        for (Variant variant : List.copyOf(all)) {
            for (Activation activation : Activation.all()) {
                ImportOptions changed = variant.options()
                        .architecture()
                        .map(known -> variant.options().with(known.with(activation)))
                        .orElseGet(() -> variant.options().with(activation));
                all.add(variant.with(changed, "--activation " + activation));
            }
        }
        all.sort(Comparator.comparingInt(variant -> variant.changes().size()));
        return all;
    }

    private static Architecture pooled(Architecture known, Pool pool) {
        return new Architecture(
                known.input(),
                known.layers().stream()
                        .map(layer -> pool == Pool.AVERAGE && layer instanceof Layer.MaxPool max
                                ? new Layer.AveragePool(max.size())
                                : pool == Pool.MAX && layer instanceof Layer.AveragePool average
                                        ? new Layer.MaxPool(average.size())
                                        : layer)
                        .toList());
    }

    private Optional<Agreement> agreement(Variant variant, ReferenceOutputs reference) {
        try (ImportedNetwork imported = NetworkImporter.read(file, variant.options())) {
            return Optional.of(imported.compare(reference)).filter(Agreement::holds);
        } catch (IOException | IllegalArgumentException e) {
            // What cannot be read so, or has other outputs, is no alternative.
            return Optional.empty();
        }
    }
}
