package org.epiwrap.data.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RowParserTest {
    private static final TableInput INPUT = new TableInput(
            List.of(
                    new Feature.Numeric("age", new Scale.Standard(40, 10), 18, 90, false),
                    new Feature.Category("plan", List.of("basic", "gold"), true),
                    new Feature.Category("active", List.of("No", "Yes"), false)),
            CellFormat.standard());

    private static Map<String, @Nullable Object> row(@Nullable Object age, @Nullable Object plan, Object active) {
        Map<String, @Nullable Object> row = new HashMap<>();
        row.put("age", age);
        row.put("plan", plan);
        row.put("active", active);
        row.put("other", new Object());
        return row;
    }

    @Test
    void textsAreReadByTheirHeader() {
        RowParser parser = RowParser.of(INPUT, List.of("plan", "other", "active", "age"));
        float[] cells = new float[3];
        String[] familiar = {"gold", "x", "Yes", "30"};
        parser.parse(familiar, cells);
        assertThat(cells).containsExactly(30, 1, 1);
        assertThat(parser.remarks(INPUT, familiar, cells)).isEmpty();
        String[] strange = {"NA", "x", "maybe", "130"};
        parser.parse(strange, cells);
        assertThat(cells).containsExactly(130, Float.NaN, TableInput.UNSEEN);
        assertThat(parser.remarks(INPUT, strange, cells))
                .containsExactly(
                        "age 130 is above all training rows (18 to 90)",
                        "active 'maybe' was never seen in training rows");
        assertThatThrownBy(() -> parser.parse(new String[] {"gold", "x", "Yes", "old"}, cells))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "column 'age': expected a number, but found 'old' (if it stands for a missing one, --missing"
                                + " says so)");
        assertThatThrownBy(() -> parser.parse(new String[] {"gold", "x", "Yes", "30,5"}, cells))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "column 'age': expected a number, but found '30,5' (numbers are read with a decimal point here)");
        assertThatThrownBy(() -> RowParser.of(INPUT, List.of("plan", "aged", "active")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("must have the column 'age', but has only plan, aged, active (did you mean 'aged'?)");
        assertThatThrownBy(() -> RowParser.of(INPUT, List.of("plan;age;active")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("must have the column 'age', but has only plan;age;active (are its cells divided by another"
                        + " character? --delimiter names it)");
        assertThatThrownBy(() -> RowParser.cells(INPUT, Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a row must have the column 'age', but has none");
    }

    @Test
    void valuesAreReadByTheirNames() {
        assertThat(RowParser.cells(INPUT, row(30, "gold", true))).containsExactly(30, 1, 1);
        assertThat(RowParser.cells(INPUT, row(30.5, null, false))).containsExactly(30.5f, Float.NaN, 0);
        assertThat(RowParser.cells(INPUT, row("30.5", "", "Yes"))).containsExactly(30.5f, Float.NaN, 1);
        assertThat(RowParser.cells(INPUT, row(Double.NaN, 7.0, "Yes")))
                .containsExactly(Float.NaN, TableInput.UNSEEN, 1);
        assertThat(RowParser.cells(INPUT, row(true, "gold", "Yes"))).startsWith(1);
        assertThat(RowParser.remarks(INPUT, row(null, 7.0, "Yes")))
                .containsExactly(
                        "age is missing, but never was in training rows", "plan '7' was never seen in training rows");
        assertThat(RowParser.remarks(INPUT, row(18, "basic", false))).isEmpty();
    }

    @Test
    void wholeNumbersAreCategoriesAsTheyAreWritten() {
        TableInput input =
                new TableInput(List.of(new Feature.Category("zip", List.of("7", "8"), false)), CellFormat.standard());
        for (Object eight : Arrays.<Object>asList(8, 8L, 8.0, 8f, "8")) {
            assertThat(RowParser.cells(input, Map.of("zip", eight))).containsExactly(1);
        }
    }

    @Test
    void valuesThatAreNoneAreRefused() {
        assertThatThrownBy(() -> RowParser.cells(INPUT, Map.of("age", 3, "plan", "gold")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("a row must have the column 'active', but has only ");
        assertThatThrownBy(() -> RowParser.cells(INPUT, row(List.of(), "gold", true)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(
                        "column 'age': expected a number, a text, a boolean or null, but found class java.util.");
        assertThatThrownBy(() -> RowParser.cells(INPUT, row(Double.POSITIVE_INFINITY, "gold", true)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("column 'age': expected a number, but found 'Infinity'");
    }

    @Test
    void numbersOfValuesHaveNoDecimalComma() {
        TableInput comma = INPUT.with(CellFormat.standard().withDecimalComma().withMissing(Set.of("30")));
        assertThat(RowParser.cells(comma, row(30, "gold", true))).startsWith(30);
        assertThat(RowParser.cells(comma, row(30.5, "gold", true))).startsWith(30.5f);
        assertThat(RowParser.cells(comma, row("30,5", "gold", true))).startsWith(30.5f);
        assertThat(RowParser.cells(comma, row("30", "gold", true))).startsWith(Float.NaN);
    }
}
