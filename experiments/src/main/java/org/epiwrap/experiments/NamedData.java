package org.epiwrap.experiments;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.epiwrap.data.Cifar10;
import org.epiwrap.data.Cifar100;
import org.epiwrap.data.CifarArchive;
import org.epiwrap.data.DataException;
import org.epiwrap.data.DataFolder;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.FileCheck;
import org.epiwrap.data.Mnist;
import org.epiwrap.data.Normalisation;
import org.epiwrap.data.Part;

/** The datasets that have a name. */
public enum NamedData {
    MNIST,
    FASHION_MNIST,
    CIFAR_10,
    CIFAR_100;

    public Dataset load(Part part) throws IOException {
        return switch (this) {
            case MNIST -> Mnist.DIGITS.load(part);
            case FASHION_MNIST -> Mnist.FASHION.load(part);
            case CIFAR_10 -> helpful(() -> Cifar10.load(DataFolder.standard(), part));
            case CIFAR_100 ->
                helpful(() -> Cifar100.load(DataFolder.standard(), part).fine());
        };
    }

    /** The archive it is published in, unless it comes with epiwrap. */
    public Optional<CifarArchive> archive() {
        return switch (this) {
            case MNIST, FASHION_MNIST -> Optional.empty();
            case CIFAR_10 -> Optional.of(CifarArchive.cifar10());
            case CIFAR_100 -> Optional.of(CifarArchive.cifar100());
        };
    }

    /** Whether its files are those that were published. */
    public List<FileCheck> check() {
        return switch (this) {
            case MNIST -> Mnist.DIGITS.check();
            case FASHION_MNIST -> Mnist.FASHION.check();
            case CIFAR_10, CIFAR_100 -> archive().orElseThrow().check(DataFolder.standard());
        };
    }

    /** Whether any of its files is there; {@link #load} tells what is wrong with them. */
    public boolean isHere() {
        return archive().map(archive -> archive.isIn(DataFolder.standard())).orElse(true);
    }

    private interface Loading {
        Dataset load() throws IOException;
    }

    private Dataset helpful(Loading loading) throws IOException {
        try {
            return loading.load();
        } catch (DataException e) {
            throw new DataException(e.getMessage() + " ('epiwrap data get " + this + "' downloads it)", e);
        }
    }

    /** Grey images stay from 0 to 1, where white on black has many zeros; colours are centred. */
    public static Normalisation normalisation(Dataset train) {
        return train.shape().channels() == 1 ? Normalisation.unit() : Normalisation.of(train);
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
