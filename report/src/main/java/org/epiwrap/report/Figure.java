package org.epiwrap.report;

/**
 * A plot with words.
 *
 * @param caption what there is to see; it may be empty
 * @param description for those who cannot see the plot
 */
public record Figure(String title, Plot plot, String caption, String description) implements Block {

    /** A plot with nothing but a title, which also describes it. */
    public static Figure of(String title, Plot plot) {
        return new Figure(title, plot, "", title);
    }

    public Figure captioned(String newCaption) {
        return new Figure(title, plot, newCaption, description);
    }

    public Figure described(String newDescription) {
        return new Figure(title, plot, caption, newDescription);
    }

    String svg() {
        return plot.svg(description);
    }
}
