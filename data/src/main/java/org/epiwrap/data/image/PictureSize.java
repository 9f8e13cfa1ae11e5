package org.epiwrap.data.image;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.epiwrap.check.Check;

/** The height and width of pictures. */
public record PictureSize(int height, int width) {
    /** The longest side that pictures are resized to. */
    public static final int MAX_SIDE = 1 << 14;

    private static final Pattern TEXT = Pattern.compile("(\\d{1,5})x(\\d{1,5})");

    public PictureSize {
        Check.between("height", height, 1, MAX_SIDE);
        Check.between("width", width, 1, MAX_SIDE);
    }

    /** Returns the size of a text such as {@code 28x28}, the height first. */
    public static PictureSize parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("a size must be height x width, such as 28x28, but is '" + text + "'");
        }
        return new PictureSize(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
    }

    @Override
    public String toString() {
        return height + "x" + width;
    }
}
