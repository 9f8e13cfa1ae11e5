package org.epiwrap.data.profile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.epiwrap.data.input.CellFormat;
import org.epiwrap.data.input.DateForm;
import org.epiwrap.data.profile.ColumnProfile.Distinct;
import org.epiwrap.data.profile.ColumnProfile.Stray;
import org.epiwrap.data.profile.ColumnProfile.TextCount;
import org.jspecify.annotations.Nullable;

/** One column while its cells pass by, in bounded memory. */
final class ColumnStatistics {
    /** Longer texts are no categories. */
    static final int MAX_TEXT = 200;

    private static final int MAX_STRAYS = 5;

    private final CellFormat format;
    private final boolean lookUpNumbers;
    private final int maxDistinct;
    private final NumberStatistics numbers = new NumberStatistics();
    private final Map<String, Count> counts = new HashMap<>();
    private final List<Stray> strays = new ArrayList<>();
    private final Set<DateForm> forms = EnumSet.allOf(DateForm.class);
    private long missing;
    private @Nullable String firstMissing;
    private long present;
    private long words;
    private int longest;
    /** How many cells were needed for more different texts than are counted; 0 if there are fewer. */
    private long cellsAtMore;

    private static final class Count {
        private long cells = 1;
    }

    /**
     * Creates the statistics of a column without cells.
     *
     * @param lookUpNumbers whether a text of a missing cell is a number
     */
    ColumnStatistics(CellFormat format, boolean lookUpNumbers, int maxDistinct) {
        this.format = format;
        this.lookUpNumbers = lookUpNumbers;
        this.maxDistinct = maxDistinct;
    }

    /**
     * Adds a cell.
     *
     * @param slot the place of its row in the sample; below 0 if it is not sampled
     */
    void add(String text, int slot, Supplier<String> place) {
        double number = format.number(text);
        if ((Double.isNaN(number) || lookUpNumbers) && format.isMissing(text)) {
            if (missing++ == 0) {
                firstMissing = place.get();
            }
            number = Double.NaN;
        } else {
            present++;
            if (Double.isNaN(number)) {
                addText(text, place);
            } else {
                numbers.add(number);
            }
            count(text);
        }
        if (slot >= 0) {
            numbers.sample(slot, number);
        }
    }

    private void addText(String text, Supplier<String> place) {
        words += text.chars().filter(c -> c == ' ').count() + 1;
        longest = Math.max(longest, text.length());
        if (strays.size() < MAX_STRAYS
                && strays.stream().noneMatch(stray -> stray.text().equals(shortened(text)))) {
            strays.add(new Stray(shortened(text), place.get()));
        }
        if (!forms.isEmpty()) {
            forms.removeIf(form -> Double.isNaN(form.days(text)));
        }
    }

    private static String shortened(String text) {
        return text.length() <= MAX_TEXT
                ? text
                : text.substring(0, MAX_TEXT) + "…" + Integer.toHexString(text.hashCode());
    }

    private void count(String text) {
        if (cellsAtMore > 0) {
            return;
        }
        String key = shortened(text);
        Count count = counts.get(key);
        if (count != null) {
            count.cells++;
        } else if (counts.size() < maxDistinct) {
            counts.put(key, new Count());
        } else {
            cellsAtMore = present;
            counts.clear();
        }
    }

    long present() {
        return present;
    }

    long missing() {
        return missing;
    }

    Optional<String> firstMissing() {
        return Optional.ofNullable(firstMissing);
    }

    NumberStatistics numbers() {
        return numbers;
    }

    Set<DateForm> dateForms() {
        return present > 0 && numbers.count() == 0 ? forms : Set.of();
    }

    List<Stray> strays() {
        return strays;
    }

    /** Returns whether the first texts that are no numbers would be some if a comma were a point, or a point a comma. */
    boolean hasOtherMark() {
        return OtherMark.isOnAll(strays, format);
    }

    int longest() {
        return longest;
    }

    double wordsPerText() {
        return (double) words / Math.max(1, present - numbers.count());
    }

    Distinct distinct() {
        return cellsAtMore > 0 ? new Distinct(maxDistinct, true) : new Distinct(counts.size(), false);
    }

    /** Returns the number of different texts for each cell, up to the cell at which counting ended. */
    double share() {
        return cellsAtMore > 0 ? (maxDistinct + 1.0) / cellsAtMore : (double) counts.size() / Math.max(1, present);
    }

    Stream<TextCount> texts() {
        return counts.entrySet().stream()
                .map(each -> new TextCount(each.getKey(), each.getValue().cells))
                .sorted(Comparator.comparingLong(TextCount::count).reversed().thenComparing(TextCount::text));
    }
}
