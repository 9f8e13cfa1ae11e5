package org.epiwrap.report;

/**
 * How wide text will be. Nobody knows before the reader's browser has chosen a font; this is the width in one of the
 * wider fonts, so that what is laid out with it has room.
 */
final class Text {
    /** Of text in drawings, in their units; the style sheet says the same. */
    static final double SIZE = 11;

    private static final double NARROW = 0.62 * SIZE;
    private static final double WIDE = 0.9 * SIZE;
    private static final String WIDE_LETTERS = "mwMW@%\u2212\u2026";

    private static final String ELLIPSIS = "\u2026";

    private Text() {}

    static double width(String text) {
        return text.codePoints().mapToDouble(Text::width).sum();
    }

    private static double width(int letter) {
        return WIDE_LETTERS.indexOf(letter) < 0 ? NARROW : WIDE;
    }

    /** The text, cut to a width where it must be. */
    static String within(String text, double width) {
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
