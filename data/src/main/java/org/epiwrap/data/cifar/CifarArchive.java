package org.epiwrap.data.cifar;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.epiwrap.check.Check;
import org.epiwrap.data.DataException;
import org.epiwrap.data.Sha256;
import org.epiwrap.data.source.FileCheck;
import org.epiwrap.data.source.Source;

/**
 * A {@code tar.gz} archive and the files to unpack from it. Everything else in the archive is skipped; no other file is
 * ever written, whatever the names inside.
 *
 * <p>The names inside CIFAR's archives are those that TensorFlow Datasets reads too; the checksums of their files are
 * also those in the Ruby library torchvision.
 *
 * @param name the file name of the archive
 * @param root the folder inside the archive that contains the files
 * @param folder the folder inside the data folder that the files are unpacked to
 * @param entries the files to unpack
 */
public record CifarArchive(String name, String root, String folder, List<Entry> entries) {
    /** Allowance for what an archive contains besides these files: a few pages of text and the blocks of tar. */
    private static final long SLACK = 16 << 20;

    public CifarArchive {
        entries = List.copyOf(entries);
    }

    /** Returns the archive of CIFAR-10. */
    public static CifarArchive cifar10() {
        return new CifarArchive("cifar-10-binary.tar.gz", "cifar-10-batches-bin", Cifar10.NAME, entries("""
                data_batch_1.bin 30730000 cee916563c9f80d84e3cc88e17fdc0941787f1244f00a67874d45b261883ada5
                data_batch_2.bin 30730000 a591ca11fa1708a91ee40f54b3da4784ccd871ecf2137de63f51ada8b3fa57ed
                data_batch_3.bin 30730000 bbe8596564c0f86427f876058170b84dac6670ddf06d79402899d93ceea26f67
                data_batch_4.bin 30730000 014e562d6e23c72197cc727519169a60359f5eccd8945ad5a09d710285ff4e48
                data_batch_5.bin 30730000 755304fc0b379caeae8c14f0dac912fbc7d6cd469eb67a1029a08a39453a9add
                test_batch.bin 30730000 8e2eb146ae340b09e24670f29cabc6326dba54da8789dab6768acf480273f65b
                """));
    }

    /** Returns the archive of CIFAR-100. */
    public static CifarArchive cifar100() {
        return new CifarArchive("cifar-100-binary.tar.gz", "cifar-100-binary", Cifar100.NAME, entries("""
                train.bin 153700000 f31298fc616915fa142368359df1c4ca2ae984d6915ca468b998a5ec6aeebf29
                test.bin 30740000 d8b1e6b7b3bee4020055f0699b111f60b1af1e262aeb93a0b659061746f8224a
                """));
    }

    /** Reads a table with the name, the size and the SHA-256 of a file in each line. */
    private static List<Entry> entries(String table) {
        return table.lines()
                .map(line -> line.split(" ", -1))
                .map(row -> new Entry(row[0], Integer.parseInt(row[1]), row[2]))
                .toList();
    }

    /** Returns the maximum number of bytes of the archive, packed or unpacked. */
    long limit() {
        return SLACK + entries.stream().mapToLong(Entry::size).sum();
    }

    /**
     * Returns the folders that may contain the files: the one that {@link #unpack} uses, and the one that tar itself
     * creates.
     */
    List<Path> folders(Path dataFolder) {
        return List.of(dataFolder.resolve(folder), dataFolder.resolve(root));
    }

    /** Returns whether all files are in the data folder, unpacked and with the published content. */
    public boolean isUnpacked(Path dataFolder) throws IOException {
        for (Entry entry : entries) {
            Optional<Path> file = folders(dataFolder).stream()
                    .map(place -> place.resolve(entry.name()))
                    .filter(Files::isRegularFile)
                    .findFirst();
            if (file.isEmpty() || !entry.isIn(file.get())) {
                return false;
            }
        }
        return true;
    }

    /** Compares the files in the data folder, plain or gzipped, with the published ones. */
    public List<FileCheck> check(Path dataFolder) {
        return entries.stream()
                .map(entry -> FileCheck.of(
                        entry.name(), () -> Source.inFolders(folders(dataFolder), entry.name()), entry.sha256()))
                .toList();
    }

    /** Returns whether any of the files is in the data folder, plain or gzipped, whatever its content. */
    public boolean isIn(Path dataFolder) {
        return entries.stream()
                .anyMatch(entry -> folders(dataFolder).stream()
                        .anyMatch(place -> Files.exists(place.resolve(entry.name()))
                                || Files.exists(place.resolve(entry.name() + ".gz"))));
    }

    /**
     * Unpacks the files into the data folder. They are written under temporary names first and renamed only after all
     * of them have the right checksums and are synced to disk.
     *
     * @throws DataException if a file is missing, duplicated or has the wrong content; then none is put in place
     */
    public void unpack(Path tarGz, Path dataFolder) throws IOException {
        Path target = Files.createDirectories(dataFolder.resolve(folder));
        Map<Entry, Path> unpacked = new HashMap<>();
        try {
            try (InputStream file = new BufferedInputStream(Files.newInputStream(tarGz), 1 << 16);
                    InputStream bounded = new BoundedStream(tarGz, new GzipCompressorInputStream(file), limit());
                    TarArchiveInputStream tar = new TarArchiveInputStream(bounded)) {
                for (TarArchiveEntry found = tar.getNextEntry(); found != null; found = tar.getNextEntry()) {
                    Optional<Entry> wanted = wanted(found);
                    if (wanted.isPresent()) {
                        unpack(tarGz, wanted.get(), found.getSize(), tar, target, unpacked);
                    }
                }
            } catch (DataException | FileSystemException e) {
                throw e;
            } catch (IOException | RuntimeException e) {
                // The tar reader reports some damage by exceptions other than IOException.
                throw new DataException(tarGz + " is not a complete tar.gz archive" + DataException.because(e), e);
            }
            for (Entry entry : entries) {
                if (!unpacked.containsKey(entry)) {
                    throw new DataException(tarGz + " must contain " + root + "/" + entry.name() + ", but does not");
                }
            }
            for (Entry entry : entries) {
                Path file = target.resolve(entry.name());
                Files.move(unpacked.get(entry), file, REPLACE_EXISTING, ATOMIC_MOVE);
            }
        } finally {
            for (Path temporary : unpacked.values()) {
                Files.deleteIfExists(temporary);
            }
        }
    }

    private Optional<Entry> wanted(TarArchiveEntry found) {
        // isFile() is true for links too. A sparse file can be longer than the archive.
        boolean plain = found.getLinkFlag() == TarConstants.LF_NORMAL || found.getLinkFlag() == TarConstants.LF_OLDNORM;
        return entries.stream()
                .filter(entry -> plain && !found.isSparse() && found.getName().equals(root + "/" + entry.name()))
                .findFirst();
    }

    private static void unpack(
            Path tarGz, Entry entry, long size, InputStream content, Path target, Map<Entry, Path> unpacked)
            throws IOException {
        if (size != entry.size()) {
            throw new DataException(
                    tarGz + ": " + entry.name() + " must have " + entry.size() + " bytes, but has " + size);
        }
        if (unpacked.containsKey(entry)) {
            throw new DataException(tarGz + ": " + entry.name() + " must occur once, but occurs twice");
        }
        // Not by createTempFile, whose files only the owner can read.
        Path temporary = target.resolve("." + UUID.randomUUID() + ".tmp");
        unpacked.put(entry, temporary);
        String checksum = write(content, entry.size(), temporary);
        if (!checksum.equals(entry.sha256())) {
            throw new DataException(
                    tarGz + ": " + entry.name() + " must have the SHA-256 " + entry.sha256() + ", but has " + checksum);
        }
    }

    /** Writes and syncs the content, never much more than its expected size, and returns its SHA-256. */
    private static String write(InputStream content, int size, Path file) throws IOException {
        MessageDigest digest = Sha256.digest();
        byte[] buffer = new byte[1 << 16];
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            for (int read = content.read(buffer);
                    read >= 0 && channel.position() <= size;
                    read = content.read(buffer)) {
                digest.update(buffer, 0, read);
                ByteBuffer bytes = ByteBuffer.wrap(buffer, 0, read);
                onDisk(file, () -> {
                    while (bytes.hasRemaining()) {
                        channel.write(bytes);
                    }
                });
            }
            onDisk(file, () -> channel.force(true));
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private interface Step {
        void run() throws IOException;
    }

    /** Runs a step so that its failure, such as a full disk, is not reported as damage of the archive. */
    private static void onDisk(Path file, Step step) throws FileSystemException {
        try {
            step.run();
        } catch (IOException e) {
            throw new FileSystemException(file.toString(), null, e.getMessage());
        }
    }

    /**
     * A file in an archive.
     *
     * @param size in bytes
     * @param sha256 in hexadecimal digits
     */
    public record Entry(String name, int size, String sha256) {
        public Entry {
            if (!name.matches("[A-Za-z0-9_][A-Za-z0-9_.-]*")) {
                throw new IllegalArgumentException("name must be a file name without a folder, but is " + name);
            }
            Check.atLeast("size", size, 0);
            if (!sha256.matches("[0-9a-f]{64}")) {
                throw new IllegalArgumentException("sha256 must be 64 hexadecimal digits, but is " + sha256);
            }
        }

        private boolean isIn(Path file) throws IOException {
            return Files.size(file) == size && Sha256.of(file).equals(sha256);
        }
    }
}
