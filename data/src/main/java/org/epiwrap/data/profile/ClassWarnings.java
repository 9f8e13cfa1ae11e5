package org.epiwrap.data.profile;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.epiwrap.data.profile.DataWarning.Kind;

/** Warns of classes that are rare, and of one that most examples have. */
final class ClassWarnings {
    /** Of fewer, three at most are held out to calibrate on and three to test on. */
    private static final int RARE = 20;

    private static final double IMBALANCED = 0.8;
    private static final int LISTED = 5;

    private ClassWarnings() {}

    /**
     * Returns the warnings.
     *
     * @param counts the examples of each class
     * @param plural the word for several examples
     */
    static List<DataWarning> of(Map<String, Long> counts, String plural) {
        List<DataWarning> warnings = new ArrayList<>();
        List<Map.Entry<String, Long>> rare = counts.entrySet().stream()
                .filter(each -> each.getValue() < RARE)
                .sorted(Map.Entry.comparingByValue())
                .toList();
        if (!rare.isEmpty()) {
            String some = rare.stream()
                    .limit(LISTED)
                    .map(each -> "'" + each.getKey() + "' " + each.getValue())
                    .collect(Collectors.joining(", "));
            warnings.add(new DataWarning(
                    Kind.RARE_CLASS,
                    String.format(
                            Locale.ROOT,
                            "%,d of %,d classes %s fewer than %d %s, too few to learn, calibrate and test %s (%s%s).",
                            rare.size(),
                            counts.size(),
                            rare.size() == 1 ? "has" : "have",
                            RARE,
                            plural,
                            rare.size() == 1 ? "it" : "them",
                            some,
                            rare.size() > LISTED ? ", …" : "")));
        }
        long all = counts.values().stream().mapToLong(Long::longValue).sum();
        if (counts.size() > 1) {
            counts.entrySet().stream()
                    .max(Map.Entry.comparingByValue())
                    .filter(largest -> largest.getValue() >= IMBALANCED * all)
                    .ifPresent(largest -> warnings.add(new DataWarning(
                            Kind.IMBALANCE,
                            String.format(
                                    Locale.ROOT,
                                    "%s of %s have the label '%s': always predicting it would be as accurate, so look at"
                                            + " balanced accuracy.",
                                    ProfileWarnings.percent(largest.getValue(), all),
                                    plural,
                                    largest.getKey()))));
        }
        return warnings;
    }
}
