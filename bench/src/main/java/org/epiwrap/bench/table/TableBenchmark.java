package org.epiwrap.bench.table;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.epiwrap.bench.harness.Alternation;
import org.epiwrap.bench.harness.SingleShotBenchmark;
import org.epiwrap.bench.harness.TemporaryFolder;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.load.Data;
import org.epiwrap.data.table.TableOptions;
import org.epiwrap.data.table.TableReader;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Tables in files: read as data to train on, beside FastCSV that makes a text of every cell and nothing else; and scored from
 * file to file, beside predictions of the same rows in memory.
 */
@SuppressWarnings("NullAway.Init") // set up before it is used
public class TableBenchmark extends SingleShotBenchmark {
    static final int ROWS = 1_000_000;
    static final int COLUMNS = 20;

    private static final int PIECES = 4;
    private static final int TRAINED_ON = 20_000;

    private TemporaryFolder folder;
    private Path file;
    private RowNetwork network;
    private final List<Piece> pieces = new ArrayList<>();

    /** A part of the rows to score, in a file and in memory. */
    private record Piece(Path file, Dataset rows) {}

    @Setup
    public void begin() throws IOException {
        folder = new TemporaryFolder();
        file = new GeneratedTable(ROWS, COLUMNS, 0).write(folder.file("all.csv"));
        Path training = new GeneratedTable(TRAINED_ON, COLUMNS, PIECES + 1L).write(folder.file("train.csv"));
        TableOptions options = TableOptions.withDefaults().withLabel(GeneratedTable.LABEL);
        network = RowNetwork.of(TableReader.read(training, options));
        for (int i = 1; i <= PIECES; i++) {
            Path piece = new GeneratedTable(ROWS / PIECES, COLUMNS, i).write(folder.file(i + ".csv"));
            pieces.add(new Piece(piece, TableReader.read(piece, network.input(), options)));
        }
    }

    @Benchmark
    public void reading(Alternation time, Blackhole hole) {
        time.run(List.of(file, file), table -> hole.consume(data(table)), table -> hole.consume(characters(table)));
    }

    private static Data data(Path table) {
        try {
            return Data.table(table, GeneratedTable.LABEL);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long characters(Path table) {
        long characters = 0;
        try (CsvReader<CsvRecord> reader = CsvReader.builder().ofCsvRecord(table)) {
            for (CsvRecord row : reader) {
                for (int i = 0; i < row.getFieldCount(); i++) {
                    characters += row.getField(i).length();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return characters;
    }

    @Benchmark
    public void scoring(Alternation time, Blackhole hole) {
        Path scored = folder.file("scored.csv");
        time.run(
                pieces,
                piece -> RowNetwork.score(network.predictor(), piece.file(), scored),
                piece -> network.predictor().forEachBatch(piece.rows(), (first, batch) -> hole.consume(batch)));
    }

    @TearDown
    public void close() throws IOException {
        network.close();
        folder.close();
    }
}
