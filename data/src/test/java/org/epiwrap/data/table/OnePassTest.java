package org.epiwrap.data.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.data.DataException;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.input.TableInput;
import org.epiwrap.data.source.Source;
import org.epiwrap.testing.RandomCases;
import org.junit.jupiter.api.Test;

/** One pass over a file gives the dataset that a pass for the profile and a pass for the rows give. */
class OnePassTest {
    private static final List<String> ODD =
            List.of("", "NA", "-0", "1e300", "1.50", "1.5", "Aa", "BB", "two words", "2024-01-31", "é😀", "+7");

    private static TableReader reader(String text, TableOptions options) {
        return TableReader.of(Source.bytes("t.csv", text.getBytes(StandardCharsets.UTF_8)), options);
    }

    private static void assertSameInTwoPasses(String text, TableOptions options) throws IOException {
        TableReader reader = reader(text, options);
        Dataset expected;
        try {
            expected = reader.load(reader.profile());
        } catch (DataException refused) {
            assertThatThrownBy(reader::read).isInstanceOf(DataException.class).hasMessage(refused.getMessage());
            return;
        }
        Dataset read = reader.read();
        assertThat(read.type()).isEqualTo(expected.type());
        assertThat(read.classNames()).isEqualTo(expected.classNames());
        assertThat(read.size()).isEqualTo(expected.size());
        assertThat(read.isLabelled()).isEqualTo(expected.isLabelled());
        TableInput input = TableInput.fit(expected);
        assertThat(input.hash(read)).isEqualTo(input.hash(expected));
    }

    private static String table(int columns, int rows, IntFunction<String> row) {
        String header = IntStream.range(0, columns).mapToObj(i -> "c" + i).collect(Collectors.joining(","));
        return header + "\n" + IntStream.range(0, rows).mapToObj(row).collect(Collectors.joining("\n"));
    }

    @Test
    void smallTablesOfAnyCells() {
        RandomCases.forAll(1, 300, random -> {
            int columns = 1 + random.nextInt(5);
            int[] odd = random.ints(columns, 0, 3).toArray();
            String text = table(columns, 2 + random.nextInt(80), row -> {
                StringJoiner cells = new StringJoiner(",");
                Arrays.stream(odd).forEach(kind -> cells.add(cell(random, kind)));
                return cells.toString();
            });
            TableOptions options = TableOptions.withDefaults();
            options = random.nextBoolean() ? options.withLabel("c0") : options.withNumeric(List.of("c0"));
            try {
                assertSameInTwoPasses(text, random.nextBoolean() ? options : options.withoutUnlabelled());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private static String cell(UniformRandomProvider random, int kind) {
        return switch (kind) {
            case 0 -> ODD.get(random.nextInt(ODD.size()));
            case 1 -> random.nextInt(10) == 0 ? "" : String.valueOf(random.nextInt(1000) / 8.0);
            default -> "group " + random.nextInt(3);
        };
    }

    /** The texts of the first columns are too many to be counted; missing cells and dates come before and after that. */
    @Test
    void columnsOfManyDifferentNumbers() throws IOException {
        String text = table(4, 50_000, row -> {
            String number = row % 1000 == 7 ? "NA" : String.valueOf(row * 7919 % 49_999 / 16.0);
            String date = row % 999 == 0 ? "2024-02-" + (10 + row % 7) : number;
            return number + "," + date + "," + row % 7 + ",class " + row % 2;
        });
        TableOptions options =
                TableOptions.withDefaults().withNumeric(List.of("c1")).withLabel("c3");
        assertSameInTwoPasses(text, options);
        assertThat(reader(text, options).read().columns()).hasSize(3);
        String damaged = text.replace("class 1\n3124.", "class 1\nx3124.");
        assertThat(damaged).isNotEqualTo(text);
        assertSameInTwoPasses(damaged, options.withNumeric(List.of("c0")));
    }

    @Test
    void wideTables() throws IOException {
        int columns = 20_000;
        String text = table(
                columns,
                20,
                row -> IntStream.range(0, columns)
                        .mapToObj(column -> column == 5 ? "class " + row % 2 : String.valueOf(row * column % 17))
                        .collect(Collectors.joining(",")));
        assertSameInTwoPasses(text, TableOptions.withDefaults().withLabel("c5"));
    }
}
