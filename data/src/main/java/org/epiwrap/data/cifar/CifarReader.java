package org.epiwrap.data.cifar;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import org.epiwrap.data.DataException;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Volume;
import org.epiwrap.data.source.Source;
import org.epiwrap.data.source.SourceReader;

/**
 * Reads the binary layout of CIFAR: records of one or two label bytes and 3,072 pixel bytes (all red, all green, all blue,
 * each row by row). There is no header, so only lengths and labels can be checked.
 */
final class CifarReader {
    static final Volume SHAPE = new Volume(3, 32, 32);

    private static final int PIXELS = SHAPE.size();
    private static final int MAX_RECORDS = (Integer.MAX_VALUE - 8) / PIXELS;

    private final OptionalInt coarseClasses;
    private final List<String> classNames;
    private final OptionalInt recordsPerFile;
    private byte[] labels = {};
    private byte[] pixels = {};
    private int count;

    /**
     * Creates a reader.
     *
     * @param coarseClasses the number of classes of the first of two label bytes; empty if there is one
     * @param classNames the names for the last label byte
     * @param recordsPerFile the number of records that each file must have; any number if empty
     */
    CifarReader(OptionalInt coarseClasses, List<String> classNames, OptionalInt recordsPerFile) {
        this.coarseClasses = coarseClasses;
        this.classNames = classNames;
        this.recordsPerFile = recordsPerFile;
    }

    /** Returns the images of files, one file after another. */
    Dataset read(String name, List<Source> files) throws IOException {
        if (recordsPerFile.isPresent()) {
            reserve(recordsPerFile.getAsInt() * files.size());
        }
        for (Source file : files) {
            try (SourceReader input = file.open()) {
                read(input);
            }
        }
        reserve(count);
        return Dataset.of(name, SHAPE, classNames, pixels, labels);
    }

    private void read(SourceReader input) throws DataException {
        int recordLength = (coarseClasses.isPresent() ? 2 : 1) + PIXELS;
        if (recordsPerFile.isPresent()) {
            int expected = recordsPerFile.getAsInt();
            input.expectLength((long) expected * recordLength, expected + " records");
        } else if (input.length().isPresent()) {
            // The length of the file justifies allocating everything at once.
            reserve((int) Math.min(MAX_RECORDS, count + input.length().getAsLong() / recordLength));
        }
        int first = count;
        while (true) {
            long at = input.offset();
            int label = input.next();
            int records = count - first;
            if (label < 0) {
                if (records == 0 || records != recordsPerFile.orElse(records)) {
                    throw input.wrong(at, expectedRecords(), records + " records");
                }
                return;
            }
            if (records == recordsPerFile.orElse(-1) || count == MAX_RECORDS) {
                throw input.wrong(at, "the end of the file after " + records + " records", "more bytes");
            }
            if (count == labels.length) {
                reserve((int) Math.min(MAX_RECORDS, Math.max(64, 2L * count)));
            }
            if (coarseClasses.isPresent()) {
                check(input, label, coarseClasses.getAsInt());
                label = input.next();
                if (label < 0) {
                    throw input.wrong(input.offset(), "a second label", "the end of the file");
                }
            }
            check(input, label, classNames.size());
            labels[count] = (byte) label;
            input.fill(pixels, count * PIXELS, PIXELS, "a record of " + recordLength);
            count++;
        }
    }

    private static void check(SourceReader input, int label, int classes) throws DataException {
        if (label >= classes) {
            throw input.wrong(input.offset() - 1, "a label from 0 to " + (classes - 1), String.valueOf(label));
        }
    }

    private String expectedRecords() {
        return recordsPerFile.isPresent() ? recordsPerFile.getAsInt() + " records" : "at least one record";
    }

    private void reserve(int records) {
        if (labels.length != records) {
            pixels = Arrays.copyOf(pixels, records * PIXELS);
            labels = Arrays.copyOf(labels, records);
        }
    }
}
