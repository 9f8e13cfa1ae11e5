package org.epiwrap.data.profile;

import java.util.Locale;

/** What a column seems to be, by its cells. */
public enum ColumnKind {
    /** Numbers to compute with. */
    NUMERIC(ColumnUse.NUMBER),
    /** A limited number of texts. */
    CATEGORY(ColumnUse.CATEGORY),
    /** Two texts such as yes and no; or 0 and 1, which are used as numbers. */
    BOOLEAN(ColumnUse.CATEGORY),
    /** One value in every row, or none at all. */
    CONSTANT(ColumnUse.IGNORED),
    /** A number or a name for each row, which says nothing about other rows. */
    IDENTIFIER(ColumnUse.IGNORED),
    /** Texts that rarely occur twice. */
    FREE_TEXT(ColumnUse.IGNORED),
    /** Dates: later rows would all be outside the training range. */
    DATE(ColumnUse.IGNORED),
    /** Many different numbers and some texts. */
    MIXED(ColumnUse.IGNORED);

    private final ColumnUse use;

    ColumnKind(ColumnUse use) {
        this.use = use;
    }

    /** Returns what a column of this kind is used as unless another use is asked for. */
    public ColumnUse use() {
        return use;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
