package org.epiwrap.data.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.epiwrap.data.DataException;
import org.epiwrap.data.source.Source;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CsvImagesTest {
    private static List<String> read(String text, OptionalInt white) throws IOException {
        List<String> images = new ArrayList<>();
        Source source = Source.bytes("images.csv", text.getBytes(StandardCharsets.UTF_8));
        try (CsvImages csv = CsvImages.open(source, 3, white)) {
            byte[] pixels = new byte[3];
            while (csv.next(pixels)) {
                images.add(
                        csv.line() + ": " + (pixels[0] & 0xff) + " " + (pixels[1] & 0xff) + " " + (pixels[2] & 0xff));
            }
        }
        return images;
    }

    private static List<String> read(String text) throws IOException {
        return read(text, OptionalInt.empty());
    }

    @Test
    void rowsAreImages() throws Exception {
        assertThat(read("0,1,255\n7,8,9\n")).containsExactly("1: 0 1 255", "2: 7 8 9");
        assertThat(read("0, 1 ,255\r\n7,8,9")).containsExactly("1: 0 1 255", "2: 7 8 9");
        assertThat(read("")).isEmpty();
    }

    @Test
    void aFirstRowOfWordsIsAHeader() throws Exception {
        assertThat(read("a,\"b\",1x3\n7,8,9\n")).containsExactly("2: 7 8 9");
        assertThat(read("\ufeffä,b,c\n7,8,9\n")).containsExactly("2: 7 8 9");
        assertThat(read("\ufeff1,2,3\n")).containsExactly("1: 1 2 3");
        assertThat(read("a,b,c\n")).isEmpty();
    }

    @Test
    void theFirstImageDecidesWhatWhiteIs() throws Exception {
        assertThat(read("0,0.5,1\n0,1,1\n")).containsExactly("1: 0 128 255", "2: 0 255 255");
        assertThat(read("a,b,c\n0,1e-1,+1\n1,1,.2\n")).containsExactly("2: 0 26 255", "3: 255 255 51");
        assertThat(read("0,1,1\n")).containsExactly("1: 0 1 1");
    }

    @Test
    void whiteCanBeSpecified() throws Exception {
        assertThat(read("0,1,1\n", OptionalInt.of(1))).containsExactly("1: 0 255 255");
        assertThat(read("0.0,254.6,1.0\n", OptionalInt.of(255))).containsExactly("1: 0 255 1");
        assertThatThrownBy(() -> read("0,1,1\n", OptionalInt.of(2)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("white must be 1 or 255, but is 2");
        assertThatThrownBy(() -> read("0,2,1\n", OptionalInt.of(1)))
                .hasMessage("images.csv, line 1, column 2: expected a number from 0 to 1, but found 2");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    1,2                | line 1: expected 3 columns, one per pixel, but found 2
                    1,2,3;1,2,3,4      | line 2: expected 3 columns, one per pixel, but found 4; remove the column of labels, if there is one
                    1,2,3;             | line 2: expected 3 columns
                    1,2,3;1,2,x        | line 2, column 3: expected a number from 0 to 255, but found 'x'
                    a,b,1              | line 1, column 1: expected a number from 0 to 255, but found 'a'
                    NaN,NaN,nan        | line 1, column 1: expected a number from 0 to 255, but found 'NaN'
                    ,,                 | line 1, column 1: expected a number from 0 to 255, but found nothing
                    1,2,Infinity       | line 1, column 3: expected a number from 0 to 255, but found 'Infinity'
                    1,2,256            | line 1, column 3: expected a number from 0 to 255, as in the first image, but found 256
                    1,2,-1             | line 1, column 3: expected a number from 0 to 255, as in the first image, but found -1
                    1,2,3;1,0.5,3      | line 2, column 2: expected a whole number from 0 to 255, as in the first image, but found 0.5
                    0,0.5,1;0,2,1      | line 2, column 2: expected a number from 0 to 1, as in the first image, but found 2
                    0,0x1p3,1          | line 1, column 2: expected a number from 0 to 255, but found '0x1p3'
                    0,1d,1             | line 1, column 2: expected a number from 0 to 255, but found '1d'
                    0,1é,1             | line 1, column 2: expected a number from 0 to 255, but found '1??'
                    """)
    void whatIsNoImageIsRefusedWithItsPlace(String text, String message) {
        String lines = text.replace(";", "\n") + "\n";
        assertThatThrownBy(() -> read(text.endsWith(";") ? lines : lines.stripTrailing()))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("images.csv, " + message);
    }

    @Test
    void noFieldGrowsWithoutEnd() {
        assertThatThrownBy(() -> read("1," + "2".repeat(1000)))
                .hasMessage(
                        "images.csv, line 1, column 2: expected at most 64 characters between commas, but found more");
        byte[] broken = {(byte) 0xef, 'a', 'b'};
        assertThatThrownBy(() -> CsvImages.open(Source.bytes("images.csv", broken), 1, OptionalInt.empty())
                        .next(new byte[1]))
                .hasMessage("images.csv, line 1: expected text, but found a broken byte order mark");
    }
}
