package org.epiwrap.examples;

import java.io.IOException;
import java.nio.file.Path;
import org.epiwrap.data.CalibrationSet;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.HoldOut;
import org.epiwrap.data.Normalisation;
import org.epiwrap.data.Part;
import org.epiwrap.data.builtin.BuiltInData;
import org.epiwrap.evaluation.Evaluation;
import org.epiwrap.evaluation.Evaluator;
import org.epiwrap.exchange.ImportOptions;
import org.epiwrap.exchange.ImportedNetwork;
import org.epiwrap.exchange.NetworkImporter;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.model.EpistemicWrapping;
import org.epiwrap.promise.Promise;

/**
 * Wraps a Bayesian network that was trained with PyTorch. Python writes its arrays by
 * {@code numpy.savez("network.npz", **{k: v.numpy() for k, v in model.state_dict().items()})}.
 */
public final class ImportFromPyTorch {
    private ImportFromPyTorch() {}

    /**
     * Imports, wraps and saves.
     *
     * @param args the npz file of a network of digits, and the file that the wrapped model is written to
     */
    public static void main(String[] args) throws IOException {
        Dataset train = BuiltInData.MNIST.load(Part.TRAIN);
        HoldOut digits = train.sample(train.size() - CalibrationSet.DEFAULT_HELD_OUT);
        try (ImportedNetwork imported = NetworkImporter.read(Path.of(args[0]), ImportOptions.withDefaults())) {
            System.out.print(imported.report().text());
            BayesianModel bayesian = imported.model(Normalisation.defaultFor(train), train.classNames());
            EpistemicWrapping wrapping = EpistemicWrapping.withDefaults().with(Promise.coverage(0.9));
            try (EpistemicModel model = wrapping.wrap(bayesian, digits.train(), CalibrationSet.of(digits.heldOut()))) {
                Evaluation evaluation = Evaluator.of(model).evaluate(BuiltInData.MNIST.load(Part.TEST));
                System.out.printf("accuracy %.3f, coverage %.2f%n", evaluation.accuracy(), evaluation.coverage());
                model.write(Path.of(args[1]));
            }
        }
    }
}
