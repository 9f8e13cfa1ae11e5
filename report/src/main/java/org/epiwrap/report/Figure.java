package org.epiwrap.report;

import org.epiwrap.report.plot.Plot;

/**
 * A plot with its title and caption.
 *
 * @param caption what the plot shows; it may be empty
 * @param description for those who cannot see the plot
 */
public record Figure(String title, Plot plot, String caption, String description) implements Block {

    /** Returns the figure of a plot with a title, which also describes it. */
    public static Figure of(String title, Plot plot) {
        return new Figure(title, plot, "", title);
    }

    /** Returns this figure with another caption. */
    public Figure captioned(String newCaption) {
        return new Figure(title, plot, newCaption, description);
    }

    /** Returns this figure with another description for those who cannot see it. */
    public Figure described(String newDescription) {
        return new Figure(title, plot, caption, newDescription);
    }

    String svg() {
        return plot.svg(description);
    }
}
