package org.epiwrap.report;

/** What came of a prediction. */
public enum Verdict {
    RIGHT("right", "good"),
    WRONG("wrong", "bad"),
    /** Of an image whose truth nobody told. */
    DECIDED("decided", "plain"),
    ABSTAINED("abstained", "unsure"),
    OUT_OF_DISTRIBUTION("out of distribution", "strange");

    private final String words;
    private final String css;

    Verdict(String words, String css) {
        this.words = words;
        this.css = css;
    }

    String words() {
        return words;
    }

    String css() {
        return css;
    }
}
