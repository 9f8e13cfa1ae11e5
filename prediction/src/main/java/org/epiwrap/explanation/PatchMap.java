package org.epiwrap.explanation;

import java.util.List;
import java.util.stream.IntStream;
import org.epiwrap.check.Check;

/**
 * Where in an image its distance to the training images comes from: a coarse grid of patches.
 *
 * @param rows of patches, from top to bottom
 * @param columns of patches, from left to right
 * @param side of a patch in pixels; the last ones may be cut
 * @param shares of all contributions that lengthen the distance, row by row
 */
public record PatchMap(int rows, int columns, int side, List<Double> shares) {

    public PatchMap {
        shares = List.copyOf(shares);
        Check.sameLength("shares", shares.size(), "the patches", Math.multiplyExact(rows, columns));
        shares.forEach(share -> Check.share("share", share));
    }

    /** Returns the share of a patch. */
    public double share(int row, int column) {
        Check.between("row", row, 0, rows - 1);
        return shares.get(row * columns + Check.between("column", column, 0, columns - 1));
    }

    /** Returns the shares as rows of numbers. */
    public List<List<Double>> grid() {
        return IntStream.range(0, rows)
                .mapToObj(row -> shares.subList(row * columns, (row + 1) * columns))
                .toList();
    }

    /** Returns the part of the image that the largest share comes from, such as {@code upper left}. */
    String largest() {
        int best = IntStream.range(0, shares.size())
                .reduce(0, (one, other) -> shares.get(other) > shares.get(one) ? other : one);
        String vertical = third(best / columns, rows, "upper", "lower");
        String horizontal = third(best % columns, columns, "left", "right");
        if (vertical.isEmpty() && horizontal.isEmpty()) {
            return "centre";
        }
        return vertical.isEmpty()
                ? horizontal
                : horizontal.isEmpty() ? vertical + " part" : vertical + " " + horizontal;
    }

    private static String third(int place, int size, String first, String last) {
        double middle = (place + 0.5) / size;
        return middle < 1.0 / 3 ? first : middle > 2.0 / 3 ? last : "";
    }
}
