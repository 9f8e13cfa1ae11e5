package org.epiwrap.report.svg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {

    @ParameterizedTest
    @CsvSource({"12.5,12.5", "12.004,12", "-0.001,0", "100,100", "1e7,10000000", "-3.456,-3.46"})
    void coordinatesAreShort(double value, String expected) {
        assertThat(Numbers.coordinate(value)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"0.92583,2,0.93", "-1.5,1,−1.5", "-0.001,2,0.00", "7,0,7", "1234567.891,1,1234567.9"})
    void fixedDecimalsHaveATrueMinus(double value, int decimals, String expected) {
        assertThat(Numbers.fixed(value, decimals)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "0,0",
        "0.123456,0.123",
        "-18.3335,−18.3",
        "1234.5,1234",
        "0.00012345,0.000123",
        "0.000012345,1.23e−5",
        "-5e-7,−5e−7",
        "12345678,1.23e7"
    })
    void threeDigitsAreSignificant(double value, String expected) {
        assertThat(Numbers.significant(value)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "-0.1001,0.0002,−0.100100",
        "0.35,0.5,0.350",
        "1500,3000,1500",
        "-5e-10,1e-9,−5e−10",
        "1.23456e-9,1e-11,1.2346e−9"
    })
    void digitsFollowTheWidth(double value, double width, String expected) {
        assertThat(Numbers.resolving(value, width)).isEqualTo(expected);
    }

    @Test
    void theLocaleMakesNoDifference() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            assertThat(Numbers.coordinate(1234.5) + " " + Numbers.fixed(0.5, 1)).isEqualTo("1234.5 0.5");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void whatIsNoNumberIsRefused() {
        assertThatThrownBy(() -> Numbers.coordinate(Double.NaN))
                .hasMessage("value must be a finite number, but is NaN");
    }
}
