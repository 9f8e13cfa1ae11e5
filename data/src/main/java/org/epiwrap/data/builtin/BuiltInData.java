package org.epiwrap.data.builtin;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.epiwrap.data.DataException;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Part;
import org.epiwrap.data.cifar.Cifar10;
import org.epiwrap.data.cifar.Cifar100;
import org.epiwrap.data.cifar.CifarArchive;
import org.epiwrap.data.source.DataFolder;
import org.epiwrap.data.source.FileCheck;

/**
 * The datasets that are available by name. MNIST and Fashion-MNIST are read from the class path, see {@link Mnist}; Letters
 * is part of this module; CIFAR is read from {@link DataFolder#standard()}, where {@link org.epiwrap.data.cifar.CifarDownload} puts it.
 */
public enum BuiltInData {
    /** Handwritten digits; see {@link Mnist#DIGITS}. */
    MNIST,
    /** Articles of clothing; see {@link Mnist#FASHION}. */
    FASHION_MNIST,
    /** Photographs in ten classes; see {@link Cifar10}. */
    CIFAR_10,
    /** Photographs in a hundred classes; see {@link Cifar100}. */
    CIFAR_100,
    /** A table of measurements of letters; see {@link Letters}. */
    LETTERS;

    /**
     * Returns one part.
     *
     * @throws DataException if its files are missing or wrong; the message explains how to download them
     * @throws java.io.UncheckedIOException if the files of MNIST or Fashion-MNIST are missing or wrong
     */
    public Dataset load(Part part) throws IOException {
        return load(part, DataFolder.standard());
    }

    Dataset load(Part part, Path dataFolder) throws IOException {
        try {
            return switch (this) {
                case MNIST -> Mnist.DIGITS.load(part);
                case FASHION_MNIST -> Mnist.FASHION.load(part);
                case CIFAR_10 -> Cifar10.load(dataFolder, part);
                case CIFAR_100 -> Cifar100.load(dataFolder, part);
                case LETTERS -> Letters.load(part);
            };
        } catch (DataException e) {
            throw new DataException(e.getMessage() + " ('epiwrap data get " + this + "' downloads it)", e);
        }
    }

    /** Returns the archive in which the dataset is published, if it has to be downloaded. */
    public Optional<CifarArchive> archive() {
        return switch (this) {
            case MNIST, FASHION_MNIST, LETTERS -> Optional.empty();
            case CIFAR_10 -> Optional.of(CifarArchive.cifar10());
            case CIFAR_100 -> Optional.of(CifarArchive.cifar100());
        };
    }

    /** Compares the files of the dataset with the published ones. */
    public List<FileCheck> check() {
        return check(DataFolder.standard());
    }

    List<FileCheck> check(Path dataFolder) {
        return switch (this) {
            case MNIST -> Mnist.DIGITS.check();
            case FASHION_MNIST -> Mnist.FASHION.check();
            case CIFAR_10, CIFAR_100 -> archive().orElseThrow().check(dataFolder);
            case LETTERS -> Letters.check();
        };
    }

    /** Returns whether any file of the dataset is there, whatever its content; {@link #load} reports what is wrong with it. */
    public boolean isAvailable() {
        return isAvailable(DataFolder.standard());
    }

    boolean isAvailable(Path dataFolder) {
        return switch (this) {
            case MNIST -> Mnist.DIGITS.isAvailable();
            case FASHION_MNIST -> Mnist.FASHION.isAvailable();
            case CIFAR_10, CIFAR_100 -> archive().orElseThrow().isIn(dataFolder);
            case LETTERS -> true;
        };
    }

    /** Returns whether the examples are rows of a table, not images. */
    public boolean isTable() {
        return this == LETTERS;
    }

    /** Returns the dataset with a name, if there is one. */
    public static Optional<BuiltInData> find(String name) {
        return Arrays.stream(values())
                .filter(data -> data.toString().equals(name.toLowerCase(Locale.ROOT)))
                .findFirst();
    }

    /** Returns the name, such as {@code fashion-mnist}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
