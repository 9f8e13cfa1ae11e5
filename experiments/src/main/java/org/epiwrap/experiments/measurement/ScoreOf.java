package org.epiwrap.experiments.measurement;

/**
 * A score of a kind of network, or of pixels alone.
 *
 * @param subject whose score it is
 * @param score its name
 */
public record ScoreOf(Subject subject, String score) {

    /** Returns the name in measurements and tables, such as {@code wrapped: EU}. */
    @Override
    public String toString() {
        return Key.words(subject) + ": " + score;
    }
}
