package org.epiwrap.store.numpy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.zip.ZipFile;
import org.epiwrap.store.StoreException;

/**
 * The positions of the entries of a zip archive, which {@link ZipFile} does not give: entries that share their bytes would
 * let a small file unpack to any length. Here each must have bytes of its own, one after the other from the start of the
 * file, before the directory. Both forms of the directory are read, that of 32 and that of 64 bits.
 */
final class ZipLayout {
    private static final int END = 0x06054b50;
    private static final int END_BYTES = 22;
    private static final int LOCATOR = 0x07064b50;
    private static final int LOCATOR_BYTES = 20;
    private static final int END64 = 0x06064b50;
    private static final int END64_BYTES = 56;
    private static final int ENTRY = 0x02014b50;
    private static final int ENTRY_BYTES = 46;
    private static final int LOCAL = 0x04034b50;
    private static final int LOCAL_BYTES = 30;
    private static final int ZIP64_FIELD = 1;
    private static final int MAX_COMMENT = 0xffff;
    private static final long IN_64_BITS = 0xffffffffL;
    /** What the directory of the largest allowed number of arrays takes, with room for fields of any kind. */
    private static final int MAX_DIRECTORY = 200_000_000;

    private final Path path;
    private final FileChannel channel;
    private final long bytes;

    /**
     * The directory.
     *
     * @param start its first byte
     * @param entries the number it declares
     */
    private record Directory(long start, long length, long entries) {}

    /** The bytes of an entry with all that goes before it, from {@code begin} up to and without {@code end}. */
    private record Range(long begin, long end) {}

    private ZipLayout(Path path, FileChannel channel) throws IOException {
        this.path = path;
        this.channel = channel;
        this.bytes = channel.size();
    }

    /**
     * Refuses an archive whose entries share bytes, or whose directory is not as it should be. To be asked before the
     * archive is opened: {@link ZipFile} takes memory for the length that a directory declares.
     */
    static void check(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            new ZipLayout(path, channel).check();
        }
    }

    private void check() throws IOException {
        Directory directory = directory();
        List<Range> ranges = ranges(directory);
        if (directory.entries() != ranges.size()) {
            throw refused("the directory must list as many entries as it declares, " + directory.entries()
                    + ", but lists " + ranges.size());
        }
        ranges.sort(Comparator.comparingLong(Range::begin));
        long free = 0;
        for (Range range : ranges) {
            if (range.begin() < free) {
                throw refused("each entry must have bytes of its own, but byte " + range.begin() + " is in two");
            }
            free = range.end();
        }
        if (free > directory.start()) {
            throw refused("the entries must end before the directory at byte " + directory.start()
                    + ", but one ends at " + free);
        }
    }

    private Directory directory() throws IOException {
        int tail = (int) Math.min(bytes, END_BYTES + MAX_COMMENT);
        ByteBuffer end = read(bytes - tail, tail);
        int at = tail - END_BYTES;
        while (at >= 0
                && !(end.getInt(at) == END && Short.toUnsignedInt(end.getShort(at + 20)) == tail - at - END_BYTES)) {
            at--;
        }
        if (at < 0) {
            throw refused("there must be an end of the directory, but none is found");
        }
        long position = bytes - tail + at;
        Directory directory = new Directory(
                unsigned(end, at + 16), unsigned(end, at + 12), Short.toUnsignedInt(end.getShort(at + 10)));
        if (position >= LOCATOR_BYTES + END64_BYTES) {
            ByteBuffer locator = read(position - LOCATOR_BYTES, LOCATOR_BYTES);
            if (locator.getInt(0) == LOCATOR) {
                position = locator.getLong(8);
                directory = directory64(position);
            }
        }
        if (directory.length() > MAX_DIRECTORY
                || directory.length() < 0
                || directory.start() < 0
                || directory.start() != position - directory.length()) {
            throw refused("the directory must end at byte " + position + ", but declares that it begins at "
                    + directory.start() + " and has " + directory.length() + " bytes");
        }
        return directory;
    }

    private Directory directory64(long position) throws IOException {
        ByteBuffer end = read(position, END64_BYTES);
        if (end.getInt(0) != END64) {
            throw refused("the end of a directory of 64 bits must be at byte " + position + ", but is not");
        }
        return new Directory(end.getLong(48), end.getLong(40), end.getLong(32));
    }

    private List<Range> ranges(Directory directory) throws IOException {
        ByteBuffer all = read(directory.start(), (int) directory.length());
        List<Range> ranges = new ArrayList<>();
        int at = 0;
        while (at < all.capacity()) {
            if (all.capacity() - at < ENTRY_BYTES || all.getInt(at) != ENTRY) {
                throw refused(
                        "the directory must hold entries alone, but byte " + (directory.start() + at) + " begins none");
            }
            int name = Short.toUnsignedInt(all.getShort(at + 28));
            int extra = Short.toUnsignedInt(all.getShort(at + 30));
            int comment = Short.toUnsignedInt(all.getShort(at + 32));
            int next = at + ENTRY_BYTES + name + extra + comment;
            if (next > all.capacity()) {
                throw refused("an entry of the directory must end inside it, but one does not");
            }
            ranges.add(range(all, at, at + ENTRY_BYTES + name, extra));
            at = next;
        }
        return ranges;
    }

    private Range range(ByteBuffer all, int at, int fields, int fieldBytes) throws IOException {
        long packed = unsigned(all, at + 20);
        long size = unsigned(all, at + 24);
        long begin = unsigned(all, at + 42);
        for (int field = fields; field + 4 <= fields + fieldBytes; ) {
            int length = Short.toUnsignedInt(all.getShort(field + 2));
            if (all.getShort(field) == ZIP64_FIELD) {
                // It holds those numbers alone that do not fit elsewhere, in this order.
                int value = field + 4;
                int end = Math.min(fields + fieldBytes, value + length);
                value += size == IN_64_BITS ? 8 : 0;
                if (packed == IN_64_BITS && value + 8 <= end) {
                    packed = all.getLong(value);
                    value += 8;
                }
                if (begin == IN_64_BITS && value + 8 <= end) {
                    begin = all.getLong(value);
                }
            }
            field += 4 + length;
        }
        if (begin < 0 || packed < 0 || begin > bytes - LOCAL_BYTES) {
            throw refused("an entry must lie inside the file, but one begins at byte " + begin);
        }
        ByteBuffer local = read(begin, LOCAL_BYTES);
        if (local.getInt(0) != LOCAL) {
            throw refused("byte " + begin + " must begin an entry, but does not");
        }
        long data =
                begin + LOCAL_BYTES + Short.toUnsignedInt(local.getShort(26)) + Short.toUnsignedInt(local.getShort(28));
        if (packed > bytes - data) {
            throw refused(
                    "an entry must end inside the file, but the one at byte " + begin + " has " + packed + " bytes");
        }
        return new Range(begin, data + packed);
    }

    private static long unsigned(ByteBuffer from, int at) {
        return Integer.toUnsignedLong(from.getInt(at));
    }

    private ByteBuffer read(long position, int length) throws IOException {
        if (position < 0 || length > bytes - position) {
            throw refused("there must be " + length + " bytes from byte " + position + " on, but there are not");
        }
        ByteBuffer buffer = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        long at = position;
        while (buffer.hasRemaining()) {
            int count = channel.read(buffer, at);
            if (count < 0) {
                throw refused("the file has shrunk since it was opened");
            }
            at += count;
        }
        return buffer;
    }

    private StoreException refused(String problem) {
        return new StoreException(path, "it must be a zip archive whose entries lie one after the other: " + problem);
    }
}
