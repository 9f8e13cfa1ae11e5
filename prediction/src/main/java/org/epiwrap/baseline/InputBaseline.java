package org.epiwrap.baseline;

import java.util.List;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.input.Input;
import org.epiwrap.data.input.PictureInput;

/**
 * A baseline for out-of-distribution detection: scores examples by what a network receives of them alone, without the
 * network. Higher scores mean further from the training distribution. The score of a network is useful if it detects more
 * than these do.
 */
public sealed interface InputBaseline permits NonZeroPixels, InputMahalanobis, NearestNeighbours {

    /** Returns the name, as in reports. */
    String name();

    /** Returns the score of each example, in the order of the dataset. */
    double[] scores(Dataset data);

    /**
     * Returns the baselines that a network's scores are compared with: for images the amount of ink and the distance of the
     * pixels, for rows the distance of the encoded cells, where they are not too many, and their nearest neighbours.
     */
    static List<InputBaseline> defaultsFor(Dataset train, Input input) {
        if (input instanceof PictureInput) {
            return List.of(new NonZeroPixels(), InputMahalanobis.fit(train, input));
        }
        NearestNeighbours neighbours = NearestNeighbours.fit(train, input);
        return input.shape().size() > EncodedSums.MAX_NUMBERS
                ? List.of(neighbours)
                : List.of(InputMahalanobis.fit(train, input), neighbours);
    }
}
