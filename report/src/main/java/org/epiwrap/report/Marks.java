package org.epiwrap.report;

/** Shapes that mark a point. */
final class Marks {
    private static final double HALF_DIAMOND = 5.5;

    private Marks() {}

    /** For means and expectations. */
    static Element diamond(double x, double y) {
        return Element.path(new Outline()
                .moveTo(x - HALF_DIAMOND, y)
                .lineTo(x, y - HALF_DIAMOND)
                .lineTo(x + HALF_DIAMOND, y)
                .lineTo(x, y + HALF_DIAMOND)
                .close());
    }
}
