package org.epiwrap.report.svg;

/**
 * Estimates the width of text. The browser chooses the font, so the estimate assumes one of the wider ones: what is laid
 * out with it has room.
 */
public final class Text {
    /** The font size in drawings, in their units; the same as in the style sheet. */
    public static final double SIZE = 11;

    private static final double NARROW = 0.62 * SIZE;
    private static final double WIDE = 0.9 * SIZE;
    private static final String WIDE_LETTERS = "mwMW@%\u2212\u2026";

    private static final String ELLIPSIS = "\u2026";

    private Text() {}

    public static double width(String text) {
        return text.codePoints().mapToDouble(Text::width).sum();
    }

    private static double width(int letter) {
        return WIDE_LETTERS.indexOf(letter) < 0 ? NARROW : WIDE;
    }

    /** Returns the text, cut with an ellipsis if it is wider than this. */
    public static String within(String text, double width) {
        if (width(text) <= width) {
            return text;
        }
        int end = text.length();
        while (end > 0 && width(text.substring(0, end) + ELLIPSIS) > width) {
            end = text.offsetByCodePoints(end, -1);
        }
        return text.substring(0, end).stripTrailing() + ELLIPSIS;
    }
}
