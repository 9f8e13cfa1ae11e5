package org.epiwrap.model.manifest;

/** What a file holds, by the name in its manifest. */
public enum Kind {
    /** A trained Bayesian network. */
    BAYESIAN_NETWORK("a Bayesian network"),
    /** A wrapped, maybe fine-tuned interval network. */
    INTERVAL_NETWORK("an interval network"),
    /** Several networks of one architecture that predict together. */
    ENSEMBLE("an ensemble"),
    /** An unfinished training. */
    CHECKPOINT("the checkpoint of a training"),
    /** An unfinished fine-tuning. */
    TUNING_CHECKPOINT("the checkpoint of a fine-tuning");

    private final String title;

    Kind(String title) {
        this.title = title;
    }

    /** Returns what a file of this kind holds, such as {@code a Bayesian network}. */
    public String title() {
        return title;
    }

    /** Returns the kind of a file. */
    public static Kind read(Fields manifest) {
        return manifest.constant("kind", Kind.class);
    }

    /** Refuses a file of another kind. */
    public void require(Fields manifest) {
        Kind found = read(manifest);
        if (found != this) {
            throw found.insteadOf(title);
        }
    }

    /** Returns the exception for a file of this kind where something else is wanted. */
    public IllegalArgumentException insteadOf(String wanted) {
        return new IllegalArgumentException("the file must hold " + wanted + ", but holds " + title);
    }
}
