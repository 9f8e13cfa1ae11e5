package org.epiwrap.store.numpy;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.epiwrap.store.ArrayDecoder;
import org.epiwrap.store.ArrayFile;
import org.epiwrap.store.DataType;
import org.epiwrap.store.RegularFile;
import org.epiwrap.store.Shape;
import org.epiwrap.store.StoreException;
import org.epiwrap.store.TensorInfo;
import org.epiwrap.store.Text;
import org.jspecify.annotations.Nullable;

/**
 * Arrays that numpy wrote: a single npy file, a folder of them, or an npz archive, with or without compression.
 *
 * <p>An npy file is a short header and the numbers, in either order of bytes and either order of axes. Every header is
 * read and checked when the file is opened: the numbers must fill the rest exactly, and no array can be larger than the
 * file makes possible, so that a file of a few bytes cannot ask for memory. Python objects, which numpy keeps as pickles,
 * are refused.
 *
 * <p>A file that is not as it should be gives a {@link StoreException}.
 */
public final class NumpyFile implements ArrayFile {
    static final String SUFFIX = ".npy";

    private static final int MAX_DEPTH = 32;
    private static final int BUFFER = 1 << 16;
    /** No stream of deflate grows by more. */
    private static final long MAX_GROWTH = 1032;

    private final Path path;
    private final @Nullable ZipFile zip;
    private final boolean texts;
    private final Map<String, Member> members = new LinkedHashMap<>();

    /** Where the bytes of an array come from. */
    private interface Bytes {
        InputStream open() throws IOException;
    }

    private record Member(NumpyHeader header, Bytes bytes) {}

    private NumpyFile(Path path, @Nullable ZipFile zip, boolean texts) {
        this.path = path;
        this.zip = zip;
        this.texts = texts;
    }

    /**
     * Opens an npy file or an npz archive of data, which may have arrays of texts, such as the names of classes, beside
     * those of numbers.
     */
    public static NumpyFile openData(Path path) throws IOException {
        return isNpy(path) ? openNpy(path, true) : openNpz(path, true);
    }

    private static boolean isNpy(Path path) {
        return String.valueOf(path.getFileName()).endsWith(SUFFIX);
    }

    /** Opens an npy file, whose array is named after it. */
    public static NumpyFile openNpy(Path path) throws IOException {
        return openNpy(path, false);
    }

    private static NumpyFile openNpy(Path path, boolean texts) throws IOException {
        NumpyFile file = new NumpyFile(path, null, texts);
        String name = String.valueOf(path.getFileName());
        file.add(withoutSuffix(name), path);
        return file;
    }

    /**
     * Opens all npy files below a folder; an array's name is its path in there, with slashes, without {@code .npy}.
     */
    public static NumpyFile openFolder(Path folder) throws IOException {
        NumpyFile file = new NumpyFile(folder, null, false);
        List<Path> found;
        // Links are not followed: they could lead out of the folder, or round in circles.
        try (Stream<Path> walk = Files.walk(folder, MAX_DEPTH, new FileVisitOption[0])) {
            found = walk.filter(each -> each.toString().endsWith(SUFFIX) && !Files.isSymbolicLink(each))
                    .limit(MAX_ARRAYS + 1L)
                    .sorted()
                    .toList();
        }
        checkCount(folder, found.size());
        for (Path each : found) {
            String relative = folder.relativize(each).toString().replace('\\', '/');
            file.add(withoutSuffix(relative), each);
        }
        return file;
    }

    /**
     * Returns whether a zip archive has an entry whose name ends so, such as the pickle among what PyTorch writes. The
     * archive's layout is checked first, as before it is read.
     */
    public static boolean hasEntry(Path archive, String ending) throws IOException {
        try (ZipFile zip = openZip(archive)) {
            return zip.stream().anyMatch(entry -> entry.getName().endsWith(ending));
        }
    }

    /** Opens an npz archive. */
    public static NumpyFile openNpz(Path path) throws IOException {
        return openNpz(path, false);
    }

    private static NumpyFile openNpz(Path path, boolean texts) throws IOException {
        ZipFile zip = openZip(path);
        NumpyFile file = new NumpyFile(path, zip, texts);
        try {
            file.addAll(zip, Files.size(path));
            return file;
        } catch (Throwable e) {
            zip.close();
            throw e;
        }
    }

    private static ZipFile openZip(Path path) throws IOException {
        RegularFile.check(path);
        ZipLayout.check(path);
        try {
            return new ZipFile(path.toFile());
        } catch (ZipException | IllegalArgumentException e) {
            throw new StoreException(path, "it must be a zip archive, but is not: " + Text.shown(e), e);
        }
    }

    private void addAll(ZipFile zip, long fileBytes) throws IOException {
        checkCount(path, zip.size());
        for (ZipEntry entry : Collections.list(zip.entries())) {
            String name = entry.getName();
            String what = "entry " + Text.quoted(name);
            if (!name.endsWith(SUFFIX) || name.length() > MAX_NAME || !Text.isWellFormed(name)) {
                throw refused(what + " must have a name that ends in .npy, of at most " + MAX_NAME + " characters");
            }
            long packed = entry.getCompressedSize();
            long size = entry.getSize();
            boolean stored = entry.getMethod() == ZipEntry.STORED;
            if (!stored && entry.getMethod() != ZipEntry.DEFLATED) {
                throw refused(what + " must be stored or deflated, but is packed in another way");
            }
            if (packed < 0
                    || packed > fileBytes
                    || size < 0
                    || (stored ? size != packed : size / MAX_GROWTH > packed)) {
                throw refused(what + " must have a size that the file has room for, but declares " + size + " bytes in "
                        + packed);
            }
            put(withoutSuffix(name), what, size, () -> open(zip, entry));
        }
    }

    private InputStream open(ZipFile archive, ZipEntry entry) throws IOException {
        InputStream in = archive.getInputStream(entry);
        if (in == null) {
            throw refused("entry " + Text.quoted(entry.getName()) + " cannot be found again");
        }
        return new VerifiedEntry(in, entry);
    }

    private void add(String name, Path file) throws IOException {
        RegularFile.check(file);
        put(name, "array " + Text.quoted(name), Files.size(file), () -> Files.newInputStream(file));
    }

    private void put(String name, String what, long size, Bytes bytes) throws IOException {
        NumpyHeader header;
        try (InputStream in = bytes.open()) {
            header = NumpyHeader.read(path, what, in, texts);
        } catch (ZipException | IllegalArgumentException e) {
            throw new StoreException(path, what + " cannot be unpacked: " + Text.shown(e), e);
        }
        long data = size - header.bytes();
        int width = header.info().type().bytes();
        // Compared by division: the product may not fit.
        if (data % width != 0 || data / width != header.info().shape().elements()) {
            throw refused(what + " must hold " + header.info().shape().elements() + " elements of " + width
                    + " bytes for " + header.info() + ", but holds " + data + " bytes after its header");
        }
        if (members.put(name, new Member(header, bytes)) != null) {
            throw refused(what + " must be given once, but is given again");
        }
    }

    private static void checkCount(Path path, int arrays) throws StoreException {
        if (arrays > MAX_ARRAYS) {
            throw new StoreException(path, "it must hold at most " + MAX_ARRAYS + " arrays, but holds " + arrays);
        }
    }

    @Override
    public Path path() {
        return path;
    }

    @Override
    public Set<String> names() {
        return Collections.unmodifiableSet(members.keySet());
    }

    /** Returns whether arrays have an order: an archive keeps that in which they were added, a folder has none. */
    @Override
    public boolean keepsOrder() {
        return zip != null;
    }

    @Override
    public TensorInfo info(String name) throws StoreException {
        return member(name).header().info();
    }

    @Override
    public double[] doubles(String name) throws IOException {
        return read(name, ArrayDecoder.DOUBLES, NumpyOrder::rowMajor);
    }

    @Override
    public long[] longs(String name) throws IOException {
        return read(name, ArrayDecoder.LONGS, NumpyOrder::rowMajor);
    }

    /** Returns whether an array is one of texts. */
    public boolean isText(String name) throws StoreException {
        return member(name).header().text();
    }

    /** Returns the texts of an array. */
    public List<String> texts(String name) throws IOException {
        String what = "array " + Text.quoted(name);
        TensorInfo info = info(name);
        if (!isText(name)) {
            throw new StoreException(path, what + " must be one of texts, but is " + info);
        }
        // An archive of a few bytes can claim any number of them.
        if (info.shape().size(1) == 0) {
            throw new StoreException(path, what + " must have texts of at least one character, but all are empty");
        }
        List<String> all = new ArrayList<>();
        try (NumpyRows rows = rows(name)) {
            double[] characters = new double[rows.width()];
            while (rows.next(characters)) {
                all.add(text(what + ", text " + all.size(), characters, info.type()));
            }
        }
        return all;
    }

    private String text(String what, double[] characters, DataType type) throws StoreException {
        int length = characters.length;
        while (length > 0 && characters[length - 1] == 0) {
            length--;
        }
        try {
            if (type == DataType.U8) {
                byte[] bytes = new byte[length];
                for (int i = 0; i < length; i++) {
                    bytes[i] = (byte) characters[i];
                }
                return StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(bytes))
                        .toString();
            }
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < length; i++) {
                text.appendCodePoint((int) Math.min(characters[i], Integer.MAX_VALUE));
            }
            return text.toString();
        } catch (CharacterCodingException | IllegalArgumentException e) {
            throw new StoreException(path, what + " must have characters of Unicode, but has others", e);
        }
    }

    /**
     * Opens an array of at least one axis, to be read along the first. An array whose first axis runs fastest is held in
     * memory, any other only a row at a time.
     */
    public NumpyRows rows(String name) throws IOException {
        Member member = member(name);
        NumpyHeader header = member.header();
        String what = "array " + Text.quoted(name);
        long width = NumpyRows.width(path, what, header.info());
        // Of a column, and of texts, both orders are the same.
        if (header.fortran() && !header.text() && width > 1) {
            return NumpyRows.of(path, what, header.info(), stored(name, ArrayDecoder.NUMBERS));
        }
        InputStream in = new BufferedInputStream(member.bytes().open(), BUFFER);
        try {
            in.skipNBytes(header.bytes());
            return NumpyRows.of(path, what, header.info(), header.order(), in);
        } catch (IOException e) {
            in.close();
            throw new StoreException(path, what + ": " + Text.shown(e), e);
        }
    }

    private Member member(String name) throws StoreException {
        Member member = members.get(name);
        if (member == null) {
            throw refused("there is no array " + Text.quoted(name));
        }
        return member;
    }

    private <A> A read(String name, ArrayDecoder<A> decoder, BiFunction<A, Shape, A> rowMajor) throws IOException {
        NumpyHeader header = member(name).header();
        A values = stored(name, decoder);
        return header.fortran() ? rowMajor.apply(values, header.info().shape()) : values;
    }

    /** Returns the numbers of an array in the order in which they are stored. */
    private <A> A stored(String name, ArrayDecoder<A> decoder) throws IOException {
        Member member = member(name);
        NumpyHeader header = member.header();
        String what = "array " + Text.quoted(name);
        try (InputStream in = member.bytes().open()) {
            in.skipNBytes(header.bytes());
            A values = decoder.read(path, what, header.info(), header.order(), (buffer, offset) -> fill(in, buffer));
            if (in.read() >= 0) {
                throw refused(what + " must end after its numbers, but goes on");
            }
            return values;
        } catch (StoreException e) {
            throw e;
        } catch (IOException e) {
            throw new StoreException(path, what + ": " + Text.shown(e), e);
        }
    }

    private static void fill(InputStream in, ByteBuffer buffer) throws IOException {
        buffer.put(in.readNBytes(buffer.remaining()));
        if (buffer.hasRemaining()) {
            throw new IOException("it ends " + buffer.remaining() + " bytes or more before its last number");
        }
    }

    private static String withoutSuffix(String name) {
        return name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : name;
    }

    private StoreException refused(String problem) {
        return new StoreException(path, problem);
    }

    @Override
    public void close() throws IOException {
        if (zip != null) {
            zip.close();
        }
    }
}
