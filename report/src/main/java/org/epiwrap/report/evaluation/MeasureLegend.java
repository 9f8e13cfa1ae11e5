package org.epiwrap.report.evaluation;

import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.epiwrap.report.Column;
import org.epiwrap.report.Definitions;
import org.epiwrap.report.Table;

/** Defines the measures that the columns of tables show. */
public final class MeasureLegend {
    private static final String AUROC = "AUROC";
    private static final String CHANCE = "; 0.5 is chance";
    private static final String OF_OTHERS =
            "probability that an out-of-distribution example scores higher than a test example";
    private static final String OF_A_CLASS =
            "that an example of the class is given a higher probability of it than one of the other class";
    private static final Map<String, String> MEANINGS = new LinkedHashMap<>();

    static {
        MEANINGS.put("NLL", "negative log-likelihood of the true classes, in nats per example");
        MEANINGS.put("Brier", "squared error of the probabilities, from 0 to 2");
        MEANINGS.put("ECE", "expected calibration error: how far confidence is from accuracy, from 0 to 1");
        MEANINGS.put(
                "class-wise ECE",
                "the same for the probability of each class, its share of examples as accuracy; mean");
        MEANINGS.put(
                "temperature",
                "what logits would be divided by for the smallest NLL of held-out data; above 1: over-confident");
        MEANINGS.put("set coverage", "share of examples whose true class is in the prediction set");
        MEANINGS.put("vacuous", "share of prediction sets that contain all classes");
        MEANINGS.put("coverage", "share of examples that are decided");
        MEANINGS.put(
                "AURC",
                "area under the risk–coverage curve: mean share of errors among the decided, over all coverages");
        MEANINGS.put("AUGRC", "the same with the share of errors among all examples");
        MEANINGS.put(
                "chance", "by how much a measured share may miss the promised one by chance, in 95 % of all test sets");
        MEANINGS.put(AUROC, OF_OTHERS + CHANCE);
        MEANINGS.put("AUPRC", "area under the precision–recall curve; chance is the prevalence");
        MEANINGS.put("prevalence", "share of out-of-distribution examples");
        MEANINGS.put(
                "wrong yet decided",
                "share of all examples that are decided and wrong; of data with other classes, all that are decided");
        MEANINGS.put("FPR95", "share of test examples above the threshold that detects 95 % of the other dataset");
    }

    private MeasureLegend() {}

    /** Returns the definitions of those measures that some column of the tables is named after. */
    public static Definitions of(Collection<Table> tables) {
        Map<String, String> terms = new LinkedHashMap<>(MEANINGS);
        terms.keySet()
                .removeIf(measure -> tables.stream()
                        .flatMap(table -> table.columns().stream())
                        .map(Column::header)
                        .noneMatch(header -> names(header, measure)));
        if (tables.stream().allMatch(table -> table.name().equals(ClassTables.BALANCE) || !has(table, AUROC))) {
            terms.computeIfPresent(AUROC, (measure, meaning) -> "probability " + OF_A_CLASS + CHANCE);
        } else if (tables.stream().anyMatch(table -> table.name().equals(ClassTables.BALANCE) && has(table, AUROC))) {
            terms.computeIfPresent(
                    AUROC, (measure, meaning) -> OF_OTHERS + " or, of two classes, " + OF_A_CLASS + CHANCE);
        }
        return new Definitions(terms);
    }

    private static boolean has(Table table, String measure) {
        return table.columns().stream().map(Column::header).anyMatch(header -> names(header, measure));
    }

    /** Returns whether a header is the name of a measure, or has it as its first word, as {@code AUROC of EU} does. */
    private static boolean names(String header, String measure) {
        return header.equals(measure) || Arrays.asList(header.split(" ", -1)).indexOf(measure) == 0;
    }
}
