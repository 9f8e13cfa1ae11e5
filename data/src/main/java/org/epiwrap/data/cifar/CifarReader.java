package org.epiwrap.data.cifar;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import org.epiwrap.data.DataException;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.ImageShape;
import org.epiwrap.data.source.Source;
import org.epiwrap.data.source.SourceReader;

/**
 * Reads the binary layout of CIFAR: records of one or two label bytes and 3,072 pixel bytes (all red, all green, all blue,
 * each row by row). There is no header, so only lengths and labels can be checked.
 */
final class CifarReader {
    static final ImageShape SHAPE = new ImageShape(3, 32, 32);

    private static final int PIXELS = SHAPE.pixels();
    private static final int MAX_RECORDS = (Integer.MAX_VALUE - 8) / PIXELS;

    private final List<List<String>> classNames;
    private final OptionalInt recordsPerFile;
    private final byte[][] labels;
    private byte[] pixels;
    private int count;

    /**
     * Creates a reader of files with one label byte for each list of names.
     *
     * @param classNames the names for the first label byte, and for the second if there is one
     * @param recordsPerFile the number of records that each file must have; any number if empty
     */
    CifarReader(List<List<String>> classNames, OptionalInt recordsPerFile) {
        this.classNames = classNames;
        this.recordsPerFile = recordsPerFile;
        this.labels = new byte[classNames.size()][0];
        this.pixels = new byte[0];
    }

    /** Reads files, one after another, into one array. */
    void read(List<Source> files) throws IOException {
        if (recordsPerFile.isPresent()) {
            reserve(recordsPerFile.getAsInt() * files.size());
        }
        for (Source file : files) {
            try (SourceReader input = file.open()) {
                read(input);
            }
        }
        reserve(count);
    }

    /** Returns the images with the labels of one label byte. All such datasets share the pixels. */
    Dataset dataset(String name, int labelByte) {
        return Dataset.of(name, SHAPE, classNames.get(labelByte), pixels, labels[labelByte]);
    }

    private void read(SourceReader input) throws DataException {
        int recordLength = labels.length + PIXELS;
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
            if (count == labels[0].length) {
                reserve((int) Math.min(MAX_RECORDS, Math.max(64, 2L * count)));
            }
            for (int i = 0; i < labels.length; i++) {
                labels[i][count] = checked(input, i == 0 ? label : input.next(), i);
            }
            input.fill(pixels, count * PIXELS, PIXELS, "a record of " + recordLength);
            count++;
        }
    }

    private byte checked(SourceReader input, int label, int labelByte) throws DataException {
        int classes = classNames.get(labelByte).size();
        if (label < 0) {
            throw input.wrong(input.offset(), "a second label", "the end of the file");
        }
        if (label >= classes) {
            throw input.wrong(input.offset() - 1, "a label from 0 to " + (classes - 1), String.valueOf(label));
        }
        return (byte) label;
    }

    private String expectedRecords() {
        return recordsPerFile.isPresent() ? recordsPerFile.getAsInt() + " records" : "at least one record";
    }

    private void reserve(int records) {
        if (pixels.length != records * PIXELS) {
            pixels = Arrays.copyOf(pixels, records * PIXELS);
            for (int i = 0; i < labels.length; i++) {
                labels[i] = Arrays.copyOf(labels[i], records);
            }
        }
    }
}
