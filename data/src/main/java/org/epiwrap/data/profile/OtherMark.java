package org.epiwrap.data.profile;

import java.util.List;
import org.epiwrap.data.input.CellFormat;
import org.epiwrap.data.profile.ColumnProfile.Stray;

/** Recognises numbers with a decimal comma where a point is expected, and the other way round. */
final class OtherMark {
    private OtherMark() {}

    static boolean isOnAll(List<Stray> strays, CellFormat format) {
        CellFormat other = new CellFormat(format.missing(), !format.decimalComma());
        return !strays.isEmpty() && strays.stream().noneMatch(stray -> Double.isNaN(other.number(stray.text())));
    }
}
