package org.epiwrap.data.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.epiwrap.testing.RandomCases;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CellFormatTest {
    private static final CellFormat FORMAT = CellFormat.standard();

    private static void assertAsJavaReads(String text) {
        double expected = Double.parseDouble(text);
        assertThat(FORMAT.number(text)).as(text).isEqualTo(expected);
        assertThat(FORMAT.withDecimalComma().number(text.replace('.', ',')))
                .as(text)
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-0",
                "+7",
                "5.",
                ".5",
                "-.25",
                "1e3",
                "1.5E-7",
                "2e+4",
                "9007199254740992",
                "9007199254740993",
                "9999999999999999",
                "12345678901234567890123456789",
                "0.1234567890123456789",
                "00000000000000000000000000000012",
                "0.00000000000000000000000000000012",
                "4.9e-324",
                "1.7976931348623157e308"
            })
    void numbersAreReadAsJavaReadsThem(String text) {
        assertAsJavaReads(text);
    }

    @Test
    void randomNumbersAreReadAsJavaReadsThem() {
        RandomCases.forAll(1, 20_000, random -> {
            StringBuilder text = new StringBuilder(random.nextBoolean() ? "-" : "");
            int digits = random.nextInt(1, 25);
            int point = random.nextInt(-5, digits);
            for (int i = 0; i < digits; i++) {
                text.append(i == point ? "." : "").append(random.nextInt(10));
            }
            assertAsJavaReads(text.toString());
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-",
                "+",
                ".",
                "-.",
                "e5",
                "1e",
                "1e+",
                "1e5x",
                "1.2.3",
                "1,5",
                "0x10",
                "1d",
                "1f",
                "NaN",
                "Infinity",
                "-Infinity",
                "1e999",
                " 1",
                "1 ",
                "--1",
                "1-",
                "\u0661",
                "1_000"
            })
    void everythingElseIsNoNumber(String text) {
        assertThat(FORMAT.number(text)).isNaN();
    }

    @Test
    void missingTextsAreAdded() {
        CellFormat more = FORMAT.withMissing(Set.of("?")).withDecimalComma();
        assertThat(Set.of("", "NA", "NaN", "?")).allMatch(more::isMissing);
        assertThat(FORMAT.isMissing("?")).isFalse();
        assertThat(more.number("1,5")).isEqualTo(1.5);
        assertThat(more.number("1.5")).isNaN();
    }

    @ParameterizedTest
    @CsvSource({
        "1970-01-01, 0",
        "1969-12-31, -1",
        "2024-02-29, 19782",
        "1970-01-02T12:00, 1.5",
        "1970-01-02 12:00:00, 1.5",
        "1970-01-02T12:00:00.000Z, 1.5",
        "1970-01-02T12:00:00+06:00, 1.25",
        "1970-01-02T12:00:00.000+0000, 1.5",
        "1970-01-02T12:00:00.000000+0600, 1.25",
        "1970/01/03, 2",
        "3.1.1970, 2",
        "03.01.1970 6:00, 2.25"
    })
    void datesAreDaysSince1970(String text, double days) {
        assertThat(DateForm.anyDays(text)).isEqualTo(days);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "2023-02-29", "2024-13-01", "3/4/2024", "19700101", "1970-01-02T25:00", "1970-01-01x"})
    void whatIsNoDateOrAnAmbiguousOneHasNoDays(String text) {
        assertThat(DateForm.anyDays(text)).isNaN();
    }
}
