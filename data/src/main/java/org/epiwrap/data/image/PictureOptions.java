package org.epiwrap.data.image;

import java.util.Optional;
import org.epiwrap.data.Volume;

/**
 * How pictures become examples of one shape.
 *
 * @param size to which all are resized; without it they must have one size
 * @param skipOthers whether files that are no pictures are skipped and counted, or else are errors
 */
public record PictureOptions(Optional<PictureSize> size, Colouring colouring, boolean skipOthers) {

    /** How many channels examples have. */
    public enum Colouring {
        /** Three if any of a hundred pictures has colour, else one. */
        INFERRED,
        /** One. */
        GREY,
        /** Three. */
        COLOUR
    }

    /** Returns options that keep the common size, infer the colouring, and refuse what is no picture. */
    public static PictureOptions standard() {
        return new PictureOptions(Optional.empty(), Colouring.INFERRED, false);
    }

    /** Returns options that give pictures this shape, which has one or three channels. */
    public static PictureOptions of(Volume shape) {
        return standard()
                .withSize(new PictureSize(shape.height(), shape.width()))
                .withColouring(shape.channels() == 1 ? Colouring.GREY : Colouring.COLOUR);
    }

    /** Returns the same with another size. */
    public PictureOptions withSize(PictureSize other) {
        return new PictureOptions(Optional.of(other), colouring, skipOthers);
    }

    /** Returns the same with another colouring. */
    public PictureOptions withColouring(Colouring other) {
        return new PictureOptions(size, other, skipOthers);
    }

    /** Returns the same, but files that are no pictures are skipped and counted, or are errors. */
    public PictureOptions withSkipOthers(boolean other) {
        return new PictureOptions(size, colouring, other);
    }
}
