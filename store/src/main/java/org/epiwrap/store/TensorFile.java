package org.epiwrap.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A safetensors file that is open for reading.
 *
 * <p>The format: 8 bytes with the header's length, little-endian; the header, a JSON object that gives each tensor's
 * type, shape and place by its name, and texts under {@code __metadata__}; the data. {@link #open} reads the header alone
 * and checks all of it: the tensors must cover the data exactly, and every size must be backed by the length of the file
 * before memory is taken for it. Numbers are read rather than mapped, so that a file which shrinks meanwhile gives an
 * exception and not the end of the process.
 *
 * <p>If the file stores hashes, that of the header is verified when it is opened and that of a tensor while it is read: no
 * changed number is ever returned.
 *
 * <p>A file that is not as it should be gives a {@link StoreException}. Several threads may read at once.
 */
public final class TensorFile implements ArrayFile {
    private final Path path;
    private final FileChannel channel;
    private final Header header;
    private final long dataStart;
    private final Optional<Checksums> checksums;

    private TensorFile(Path path, FileChannel channel, Header header, long dataStart, Optional<Checksums> checksums) {
        this.path = path;
        this.channel = channel;
        this.header = header;
        this.dataStart = dataStart;
        this.checksums = checksums;
    }

    /** Opens a file and checks its header: every tensor has bytes of its own, without gaps; hashes are verified. */
    public static TensorFile open(Path path) throws IOException {
        RegularFile.check(path);
        FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
        try {
            long fileBytes = channel.size();
            int headerBytes = headerBytes(path, channel, fileBytes);
            long dataStart = Header.LENGTH_BYTES + (long) headerBytes;
            byte[] text = new byte[headerBytes];
            fill(path, channel, ByteBuffer.wrap(text), Header.LENGTH_BYTES);
            Header header = HeaderParser.parse(path, text, fileBytes - dataStart);
            return new TensorFile(path, channel, header, dataStart, Checksums.verify(path, header, text));
        } catch (Throwable e) {
            channel.close();
            throw e;
        }
    }

    @Override
    public Path path() {
        return path;
    }

    /** Returns texts by their keys, in the order of the file; empty if it has none. */
    public Map<String, String> metadata() {
        return header.metadata();
    }

    /** Returns whether the file stores hashes; the header's has been verified, each tensor's is while it is read. */
    public Verification verification() {
        return checksums.isPresent() ? Verification.VERIFIED : Verification.UNVERIFIED;
    }

    @Override
    public Set<String> names() {
        return header.tensors().keySet();
    }

    /** Returns the usual writer sorts the tensors of each type by their names; an order that is not so was chosen. */
    @Override
    public boolean keepsOrder() {
        Map<DataType, String> last = new EnumMap<>(DataType.class);
        for (Map.Entry<String, Header.Entry> tensor : header.tensors().entrySet()) {
            String before = last.put(tensor.getValue().info().type(), tensor.getKey());
            if (before != null && before.compareTo(tensor.getKey()) > 0) {
                return true;
            }
        }
        return false;
    }

    @Override
    public TensorInfo info(String name) throws StoreException {
        return entry(name).info();
    }

    /** Returns the numbers of an F32, F16 or BF16 tensor, exactly; a wider type is refused rather than rounded. */
    public float[] floats(String name) throws IOException {
        return read(name, ArrayDecoder.FLOATS);
    }

    @Override
    public double[] doubles(String name) throws IOException {
        return read(name, ArrayDecoder.DOUBLES);
    }

    @Override
    public long[] longs(String name) throws IOException {
        return read(name, ArrayDecoder.LONGS);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private Header.Entry entry(String name) throws StoreException {
        Header.Entry entry = header.tensors().get(name);
        if (entry == null) {
            throw new StoreException(path, "there is no tensor " + Text.quoted(name));
        }
        return entry;
    }

    private <A> A read(String name, ArrayDecoder<A> decoder) throws IOException {
        Header.Entry entry = entry(name);
        ArrayDecoder.Source source =
                (buffer, offset) -> fill(path, channel, buffer, dataStart + entry.begin() + offset);
        String what = "tensor " + Text.quoted(name);
        if (checksums.isEmpty()) {
            return decoder.read(path, what, entry.info(), ByteOrder.LITTLE_ENDIAN, source);
        }
        MessageDigest digest = Checksums.sha256();
        A values = decoder.read(path, what, entry.info(), ByteOrder.LITTLE_ENDIAN, (buffer, offset) -> {
            source.fill(buffer, offset);
            digest.update(buffer.duplicate().flip());
        });
        checksums.get().check(path, name, digest.digest());
        return values;
    }

    private static int headerBytes(Path path, FileChannel channel, long fileBytes) throws IOException {
        if (fileBytes < Header.LENGTH_BYTES) {
            throw new StoreException(
                    path,
                    "the file must begin with a header's length in " + Header.LENGTH_BYTES + " bytes, but holds "
                            + fileBytes);
        }
        ByteBuffer length = ByteBuffer.allocate(Header.LENGTH_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        fill(path, channel, length, 0);
        long bytes = length.getLong(0);
        if (!(bytes >= 2 && bytes <= Header.MAX_BYTES)) {
            throw new StoreException(
                    path,
                    "not a safetensors file: the header's length at byte 0 must be from 2 to " + Header.MAX_BYTES
                            + ", but is " + Long.toUnsignedString(bytes));
        }
        if (bytes > fileBytes - Header.LENGTH_BYTES) {
            throw new StoreException(
                    path,
                    "the header must end inside the file, but it has " + bytes + " bytes and the file "
                            + (fileBytes - Header.LENGTH_BYTES) + " after its length");
        }
        return (int) bytes;
    }

    private static void fill(Path path, FileChannel channel, ByteBuffer buffer, long position) throws IOException {
        long at = position;
        while (buffer.hasRemaining()) {
            int count = channel.read(buffer, at);
            if (count < 0) {
                throw new StoreException(
                        path, "the file has shrunk since it was opened: it now ends before byte " + at);
            }
            at += count;
        }
    }
}
