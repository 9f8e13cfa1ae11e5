package org.epiwrap.model;

/** What a file can hold, by the name its manifest gives it. */
enum Kind {
    BAYESIAN_NETWORK("a Bayesian network"),
    INTERVAL_NETWORK("an interval network"),
    CHECKPOINT("the checkpoint of a training"),
    TUNING_CHECKPOINT("the checkpoint of a fine-tuning");

    private final String title;

    Kind(String title) {
        this.title = title;
    }

    static Kind read(Fields manifest) {
        return manifest.constant("kind", Kind.class);
    }

    /** Refuses a file of another kind. */
    void require(Fields manifest) {
        Kind found = read(manifest);
        if (found != this) {
            throw found.insteadOf(title);
        }
    }

    /** A file of this kind where something else is wanted. */
    IllegalArgumentException insteadOf(String wanted) {
        return new IllegalArgumentException("the file must hold " + wanted + ", but holds " + title);
    }
}
