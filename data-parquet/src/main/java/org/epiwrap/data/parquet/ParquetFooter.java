package org.epiwrap.data.parquet;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.epiwrap.data.ColumnNames;
import org.epiwrap.data.DataException;

/** Checks what a Parquet file says of itself before the library takes memory for it. */
final class ParquetFooter {
    private static final String MAGIC = "PAR1";
    /** The magic, the footer's length and the magic again. */
    private static final int MIN_BYTES = 12;
    /** Far more than the footer of a table with the largest number of columns. */
    private static final int MAX_FOOTER = 1 << 26;

    private static final int MAX_COLUMNS = 100_000;
    /** A group of rows is held at once; writers make groups of a tenth of this. */
    private static final int MAX_CHUNK = 1 << 30;

    private static final Set<CompressionCodecName> CODECS = EnumSet.of(
            CompressionCodecName.UNCOMPRESSED,
            CompressionCodecName.SNAPPY,
            CompressionCodecName.GZIP,
            CompressionCodecName.ZSTD);

    private ParquetFooter() {}

    /** Checks the frame of the file: how it begins and ends, and the length of its footer. */
    static void checkFrame(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new DataException(file + " must be a Parquet file, but "
                    + (Files.exists(file) ? "is no file" : "there is no such file"));
        }
        try (FileChannel channel = FileChannel.open(file)) {
            long size = channel.size();
            if (size < MIN_BYTES || !MAGIC.equals(text(read(channel, 0, MAGIC.length())))) {
                throw new DataException(
                        file + ", byte 0: expected " + MAGIC + ", the start of a Parquet file, but found"
                                + (size < MIN_BYTES ? " only " + size + " bytes" : " something else"));
            }
            ByteBuffer end = read(channel, size - 8, 8);
            long footer =
                    Integer.toUnsignedLong(end.order(ByteOrder.LITTLE_ENDIAN).getInt(0));
            if (!MAGIC.equals(text(end.position(4)))) {
                throw new DataException(
                        file + ", byte " + (size - 4) + ": expected " + MAGIC
                                + ", the end of a Parquet file that is neither cut off nor encrypted, but found something else");
            }
            if (footer > Math.min(size - MIN_BYTES, MAX_FOOTER)) {
                throw new DataException(file + ", byte " + (size - 8) + ": expected a footer of at most "
                        + Math.min(size - MIN_BYTES, MAX_FOOTER) + " bytes, but found one of " + footer);
            }
        }
    }

    private static ByteBuffer read(FileChannel channel, long position, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(length);
        while (buffer.hasRemaining()) {
            if (channel.read(buffer, position + buffer.position()) < 0) {
                throw new IOException("the file has shrunk since it was opened");
            }
        }
        return buffer.flip();
    }

    private static String text(ByteBuffer bytes) {
        return StandardCharsets.ISO_8859_1.decode(bytes).toString();
    }

    /** Returns the columns, if all of them are flat. */
    static List<PrimitiveType> columns(Path file, ParquetMetadata metadata) throws DataException {
        List<PrimitiveType> columns = new ArrayList<>();
        List<Type> fields = metadata.getFileMetaData().getSchema().getFields();
        if (fields.isEmpty() || fields.size() > MAX_COLUMNS) {
            throw new DataException(file + " must have 1 to " + MAX_COLUMNS + " columns, but has " + fields.size());
        }
        List<String> names = new ArrayList<>();
        for (Type field : fields) {
            String what = file + ", column '" + Cells.shown(field.getName()) + "'";
            if (!field.isPrimitive() || field.isRepetition(Repetition.REPEATED)) {
                throw new DataException(what + " must have one value in each row, but holds "
                        + (field.isPrimitive() ? "several" : "a group or a list"));
            }
            if (field.asPrimitiveType().getPrimitiveTypeName() == PrimitiveTypeName.INT96) {
                throw new DataException(what + " must have a time of today's kind, but has INT96, which is deprecated");
            }
            names.add(field.getName());
            columns.add(field.asPrimitiveType());
        }
        ColumnNames.check(file.toString(), names);
        return columns;
    }

    /** Checks that what each column claims lies inside the file: the library would allocate first and read then. */
    static void checkBlocks(Path file, ParquetMetadata metadata, int columns) throws IOException {
        long size = Files.size(file);
        for (BlockMetaData block : metadata.getBlocks()) {
            if (block.getRowCount() < 0 || block.getColumns().size() != columns) {
                throw new DataException(file + " must have " + columns + " columns in every group of rows, but one has "
                        + block.getColumns().size() + " and " + block.getRowCount() + " rows");
            }
            if (block.getRowCount() == 0) {
                continue; // Some writers place its columns nowhere.
            }
            for (ColumnChunkMetaData chunk : block.getColumns()) {
                checkCodec(file, chunk);
                long start = chunk.getStartingPos();
                long length = chunk.getTotalSize();
                if (start < MAGIC.length() || length < 0 || length > size - start) {
                    throw new DataException(file + ", column '"
                            + Cells.shown(chunk.getPath().toDotString()) + "' must lie inside the file, but has "
                            + length + " bytes from byte " + start + " on");
                }
                if (chunk.getTotalUncompressedSize() > MAX_CHUNK) {
                    throw new DataException(
                            file + ", column '" + Cells.shown(chunk.getPath().toDotString())
                                    + "' must have at most " + MAX_CHUNK + " bytes in a group of rows, but has "
                                    + chunk.getTotalUncompressedSize());
                }
                if (chunk.getValueCount() != block.getRowCount()) {
                    throw new DataException(
                            file + ", column '" + Cells.shown(chunk.getPath().toDotString())
                                    + "' must have a value for each of " + block.getRowCount() + " rows, but has "
                                    + chunk.getValueCount());
                }
            }
        }
    }

    /** Others need classes of Hadoop that are not there. */
    private static void checkCodec(Path file, ColumnChunkMetaData chunk) throws DataException {
        if (!CODECS.contains(chunk.getCodec())) {
            throw new DataException(file + ", column '"
                    + Cells.shown(chunk.getPath().toDotString()) + "' must be compressed by one of " + CODECS
                    + ", but is compressed by " + chunk.getCodec());
        }
    }
}
