package org.epiwrap.report;

/**
 * How wide text will be. Nobody knows before the reader's browser has chosen a font; this is the width in one of the
 * wider fonts, so that what is laid out with it has room.
 */
final class Text {
    /** Of text in drawings, in their units; the style sheet says the same. */
    static final double SIZE = 11;

    private static final double WIDTH_PER_LETTER = 0.62 * SIZE;

    private Text() {}

    static double width(String text) {
        return WIDTH_PER_LETTER * text.codePointCount(0, text.length());
    }

    /** The text, cut to a width where it must be. */
    static String within(String text, double width) {
        if (width(text) <= width) {
            return text;
        }
        int letters = Math.max(1, (int) (width / WIDTH_PER_LETTER) - 1);
        return text.substring(0, text.offsetByCodePoints(0, letters)).stripTrailing() + "…";
    }
}
