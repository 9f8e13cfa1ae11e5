package org.epiwrap.exchange;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.epiwrap.activation.Activation;
import org.epiwrap.architecture.Architecture;
import org.epiwrap.architecture.Layer;
import org.epiwrap.exchange.convention.Axes;
import org.epiwrap.exchange.file.ArrayFiles;
import org.epiwrap.exchange.layer.Pool;
import org.epiwrap.exchange.reference.Agreement;
import org.epiwrap.exchange.reference.ReferenceOutputs;
import org.epiwrap.model.manifest.ArchitectureJson;
import org.epiwrap.store.ArrayFile;

/** Searches for other options by which a file agrees with the outputs of its original network. */
final class Alternatives {
    /** As many as four layers have. */
    private static final int MAX_ORDERS = 24;

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

    /** Returns what can be read differently, the fewest changes first. */
    private List<Variant> variants() {
        List<Variant> all = new ArrayList<>(List.of(new Variant(options, List.of())));
        for (Axes axes : Axes.values()) {
            all.add(all.get(0).with(options.with(axes), "--axes " + name(axes)));
        }
        for (Variant variant : List.copyOf(all)) {
            for (Pool pool : Pool.values()) {
                ImportOptions changed = options.architecture()
                        .map(known -> variant.options().with(pooled(known, pool)))
                        .orElseGet(() -> variant.options().with(pool));
                all.add(variant.with(changed, "--pool " + name(pool)));
            }
        }
        all.addAll(orders());
        for (Variant variant : List.copyOf(all)) {
            for (Activation activation : Activation.all()) {
                ImportOptions changed = variant.options()
                        .architecture()
                        .map(known -> variant.options().with(known.with(activation)))
                        .orElseGet(() -> variant.options().with(activation));
                all.add(variant.with(changed, "--activation " + activation));
            }
        }
        all.addAll(architectures());
        all.sort(Comparator.comparingInt(variant -> variant.changes().size()));
        return all;
    }

    private static String name(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private interface Question<T> {
        Collection<T> of(Reading reading) throws IOException;
    }

    private <T> List<T> asked(Question<T> question) {
        if (options.network().isPresent()) {
            return List.of();
        }
        try (ArrayFile arrays = ArrayFiles.open(file)) {
            return List.copyOf(question.of(new Reading(arrays, options)));
        } catch (IOException | IllegalArgumentException e) {
            // Then there is nothing else to try.
            return List.of();
        }
    }

    private List<Variant> orders() {
        List<List<String>> orders = asked(reading -> reading.orders(MAX_ORDERS));
        return orders.size() < 2
                ? List.of()
                : orders.stream()
                        .map(order ->
                                new Variant(options.withOrder(order), List.of("--order " + String.join(",", order))))
                        .toList();
    }

    private List<Variant> architectures() {
        return asked(Reading::architectures).stream()
                .flatMap(each -> Stream.concat(
                        Stream.of(variant(options.inferredAs(each), "--arch and the text")),
                        Activation.all().stream()
                                .map(activation ->
                                        variant(options.with(activation).inferredAs(each), "--arch and", "the text"))))
                .toList();
    }

    private static Variant variant(ImportOptions known, String... words) {
        List<String> changes = new ArrayList<>(List.of(words));
        changes.add(ArchitectureJson.write(known.architecture().orElseThrow()) + " in a .json file");
        return new Variant(known, changes);
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
            return imported.agreeing(reference).flatMap(ImportReport::checked);
        } catch (IOException | IllegalArgumentException e) {
            // What cannot be read so, or has other outputs, is no alternative.
            return Optional.empty();
        }
    }
}
