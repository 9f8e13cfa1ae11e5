package org.epiwrap.cli;

import java.util.List;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.epiwrap.credal.ClassSet;
import org.epiwrap.data.Dataset;
import org.epiwrap.intervalnet.ImageBatch;
import org.epiwrap.intervalnet.IntervalNetwork;
import org.epiwrap.intervalnet.IntervalPredictive;
import org.epiwrap.model.BayesianModel;
import org.epiwrap.model.EpistemicModel;
import org.epiwrap.network.Predictive;
import org.epiwrap.prediction.Predictor;

/** Asks a model of images. */
@FunctionalInterface
interface Answers {

    /** What is told of each image, in their order. */
    @FunctionalInterface
    interface Visitor {
        void visit(int image, Answer answer);
    }

    void of(Dataset images, Visitor visitor);

    /** The average of draws; the same draws for every image, however they are parted into datasets. */
    static Answers bayesian(BayesianModel model, int draws) {
        return (images, visitor) -> {
            Predictive said =
                    Predictive.average(model.network(), images, model.card().normalisation(), draws);
            List<String> names = model.card().classNames();
            for (int i = 0; i < images.size(); i++) {
                int image = i;
                visitor.visit(
                        i,
                        new Answer.Averaged(
                                names,
                                values(names.size(), c -> said.probability(0, image, c)),
                                said.totalEntropy(0, i),
                                said.mutualInformation(0, i)));
            }
        };
    }

    /** With scores, by which the model may abstain, and with what is known of some classes. */
    static Answers scored(Predictor predictor, Optional<ClassSet> among) {
        return (images, visitor) -> predictor.predict(
                images, (image, prediction) -> visitor.visit(image, new Answer.Scored(prediction, among)));
    }

    /** Without scores. The network's bounds must be in order. */
    static Answers bounded(EpistemicModel model, IntervalNetwork network) {
        List<String> names = model.card().classNames();
        return (images, visitor) ->
                ImageBatch.forEach(images, model.card().normalisation(), network.architecture(), batch -> {
                    IntervalPredictive.WithSets withSets =
                            IntervalPredictive.withSets(network, batch, model.averaging());
                    IntervalPredictive said = withSets.said();
                    for (int i = 0; i < batch.count(); i++) {
                        int image = i;
                        visitor.visit(
                                batch.first() + i,
                                new Answer.Bounded(
                                        names,
                                        values(names.size(), c -> said.probability(0, image, c)),
                                        said.intervals(0, i),
                                        withSets.possible().get(i)));
                    }
                });
    }

    private static double[] values(int classes, IntToDoubleFunction ofClass) {
        return IntStream.range(0, classes).mapToDouble(ofClass).toArray();
    }
}
