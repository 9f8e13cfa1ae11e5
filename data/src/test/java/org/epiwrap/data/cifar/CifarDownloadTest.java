package org.epiwrap.data.cifar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.epiwrap.data.Sha256;
import org.epiwrap.data.source.FileCheck;
import org.epiwrap.random.RandomStreams;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class CifarDownloadTest {
    private static final byte[] TRAIN = noise(1, 300_000);
    private static final byte[] TEST = noise(2, 100_000);

    private final List<String> requested = new ArrayList<>();
    private final List<Long> progress = new ArrayList<>();
    private HttpServer server;
    private CifarArchive archive;
    private byte[] served;

    /** How the server answers. */
    private Answer answer = CifarDownloadTest::ranges;

    @TempDir
    private Path folder;

    @BeforeEach
    void serve() throws IOException {
        archive = new CifarArchive(
                "small.tar.gz", "root", "small", List.of(entry("train.bin", TRAIN), entry("test.bin", TEST)));
        served = tarGz(Map.of("root/train.bin", TRAIN, "root/readme.html", new byte[9], "root/test.bin", TEST));
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/data/", exchange -> {
            try (exchange) {
                String range = exchange.getRequestHeaders().getFirst("Range");
                requested.add(exchange.getRequestURI().getPath() + (range == null ? "" : " " + range));
                answer.to(exchange, range, served);
            }
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void fetchesUnpacksAndTidies() throws Exception {
        fetch();
        assertThat(files()).containsOnlyKeys("small/train.bin", "small/test.bin");
        assertThat(files().get("small/train.bin")).isEqualTo(TRAIN);
        assertThat(files().get("small/test.bin")).isEqualTo(TEST);
        assertThat(progress).isSorted().startsWith(0L).endsWith((long) served.length);
        fetch();
        assertThat(requested).as("what is there is not fetched again").containsExactly("/data/small.tar.gz");
    }

    @Test
    void whatWasUnpackedByHandIsFetchedOnlyIfItIsWrong() throws Exception {
        Path byHand = Files.createDirectories(folder.resolve("root"));
        Files.write(byHand.resolve("train.bin"), TRAIN);
        Files.write(byHand.resolve("test.bin"), TEST);
        fetch();
        assertThat(requested).isEmpty();
        assertThat(files()).containsOnlyKeys("root/train.bin", "root/test.bin");

        Files.write(byHand.resolve("train.bin"), new byte[TRAIN.length]);
        fetch();
        assertThat(files().get("small/train.bin")).isEqualTo(TRAIN);
        fetch();
        assertThat(requested).as("what was fetched counts").hasSize(1);
    }

    @Test
    void filesAreCheckedPlainOrGzipped() throws Exception {
        assertThat(archive.check(folder))
                .containsExactly(
                        new FileCheck("train.bin", FileCheck.Result.MISSING),
                        new FileCheck("test.bin", FileCheck.Result.MISSING));
        Path place = Files.createDirectories(folder.resolve("small"));
        try (OutputStream gzip = new GZIPOutputStream(Files.newOutputStream(place.resolve("train.bin.gz")))) {
            gzip.write(TRAIN);
        }
        Files.write(place.resolve("test.bin"), TRAIN);
        assertThat(archive.check(folder))
                .containsExactly(
                        new FileCheck("train.bin", FileCheck.Result.RIGHT),
                        new FileCheck("test.bin", FileCheck.Result.WRONG));
        Files.write(place.resolve("train.bin.gz"), TRAIN);
        assertThat(archive.check(folder).get(0).result()).as("no gzip at all").isEqualTo(FileCheck.Result.WRONG);
    }

    @Test
    void filesCanBeReadByThoseWhoCanReadAnyNewFile() throws Exception {
        fetch();
        Path usual = Files.createFile(folder.resolve("usual"));
        assumeTrue(Files.getFileStore(folder).supportsFileAttributeView(PosixFileAttributeView.class));
        for (String name : List.of("small/train.bin", "small/test.bin")) {
            assertThat(Files.getPosixFilePermissions(folder.resolve(name)))
                    .isEqualTo(Files.getPosixFilePermissions(usual));
        }
    }

    @Test
    void goesOnWhereTheConnectionWasCut() throws Exception {
        answer = (exchange, range, bytes) -> cut(exchange, bytes);
        assertThatThrownBy(this::fetch)
                .isInstanceOf(DownloadException.class)
                .hasMessageMatching("the connection ended after \\d+ of " + served.length
                        + " bytes, which are kept; the next attempt resumes there");
        assertThat(files()).containsOnlyKeys("small/small.tar.gz.part");
        int kept = (int) Files.size(folder.resolve("small/small.tar.gz.part"));
        assertThat(kept).isPositive().isLessThanOrEqualTo(served.length / 2);

        answer = CifarDownloadTest::ranges;
        progress.clear();
        fetch();
        assertThat(requested).last().isEqualTo("/data/small.tar.gz bytes=" + kept + "-");
        assertThat(progress).startsWith((long) kept).endsWith((long) served.length);
        assertThat(files()).containsOnlyKeys("small/train.bin", "small/test.bin");
    }

    /** The server keeps the connection open and sends nothing more, until the client has given up. */
    @Test
    @Timeout(60)
    void givesUpWhenNothingComesAndGoesOnLater() throws Exception {
        CountDownLatch givenUp = new CountDownLatch(1);
        answer = (exchange, range, bytes) -> {
            cut(exchange, bytes);
            try {
                givenUp.await();
            } catch (InterruptedException e) {
                throw new InterruptedIOException();
            }
        };
        try {
            assertThatThrownBy(() -> fetch(new CifarDownload(base(), new DownloadTimeout(Duration.ofSeconds(1)))))
                    .isInstanceOf(DownloadException.class)
                    .hasMessageMatching("the download stalled \\(no data for 1\\.0 s\\) after \\d+ of " + served.length
                            + " bytes, which are kept; the next attempt resumes there");
        } finally {
            givenUp.countDown();
        }
        assertThat(files()).containsOnlyKeys("small/small.tar.gz.part");
        int kept = (int) Files.size(folder.resolve("small/small.tar.gz.part"));
        assertThat(kept).isPositive().isLessThanOrEqualTo(served.length / 2);

        answer = CifarDownloadTest::ranges;
        fetch();
        assertThat(requested).last().isEqualTo("/data/small.tar.gz bytes=" + kept + "-");
        assertThat(files()).containsOnlyKeys("small/train.bin", "small/test.bin");
    }

    @Test
    void startsAnewIfTheServerIgnoresTheRange() throws Exception {
        part(Arrays.copyOf(served, 1000));
        answer = (exchange, range, bytes) -> whole(exchange, bytes);
        fetch();
        assertThat(requested).containsExactly("/data/small.tar.gz bytes=1000-");
        assertThat(progress).startsWith(0L);
        assertThat(files().get("small/train.bin")).isEqualTo(TRAIN);
    }

    @Test
    void aWholePartNeedsNothingMore() throws Exception {
        part(served);
        fetch();
        assertThat(progress).isEmpty();
        assertThat(files()).containsOnlyKeys("small/train.bin", "small/test.bin");
    }

    @Test
    void aPartOfSomethingLongerIsDeleted() throws Exception {
        part(new byte[served.length + 1]);
        assertThatThrownBy(this::fetch)
                .isInstanceOf(DownloadException.class)
                .hasMessageContaining("is shorter than the " + (served.length + 1) + " bytes of");
        assertThat(files()).isEmpty();
    }

    @Test
    void theWrongRangeIsRefused() throws IOException {
        part(Arrays.copyOf(served, 1000));
        answer = (exchange, range, bytes) -> {
            exchange.getResponseHeaders().set("Content-Range", "bytes 7-9/10");
            exchange.sendResponseHeaders(206, 3);
            exchange.getResponseBody().write(new byte[3]);
        };
        assertThatThrownBy(this::fetch)
                .isInstanceOf(DownloadException.class)
                .hasMessageEndingWith("must respond with the bytes from 1000, but responds with those from 7");
    }

    @Test
    void errorsOfTheServerAreNamed() {
        answer = (exchange, range, bytes) -> exchange.sendResponseHeaders(404, -1);
        assertThatThrownBy(this::fetch)
                .isInstanceOf(DownloadException.class)
                .hasMessageEndingWith("/data/small.tar.gz must respond with status 200 or 206, but responds with 404");
        server.stop(0);
        assertThatThrownBy(this::fetch).isInstanceOf(DownloadException.class).hasMessageContaining("cannot be reached");
    }

    @Test
    void aWrongChecksumLeavesNothing() throws Exception {
        byte[] other = TEST.clone();
        other[5]++;
        served = tarGz(Map.of("root/train.bin", TRAIN, "root/test.bin", other));
        refuses("small.tar.gz.part: test.bin must have the SHA-256 " + Sha256.of(new ByteArrayInputStream(TEST))
                + ", but has " + Sha256.of(new ByteArrayInputStream(other)));
    }

    @Test
    void filesThatWereThereStayIfTheNewOnesAreWrong() throws Exception {
        Files.createDirectories(folder.resolve("small"));
        Files.write(folder.resolve("small/test.bin"), TEST);
        served = tarGz(Map.of("root/train.bin", TEST));
        assertThatThrownBy(this::fetch).isInstanceOf(DownloadException.class);
        assertThat(files()).containsOnlyKeys("small/test.bin");
    }

    @Test
    void namesThatLeadElsewhereAreNeverWritten() throws Exception {
        Map<String, byte[]> hostile = new LinkedHashMap<>();
        hostile.put("../train.bin", TRAIN);
        hostile.put("root/../../evil", TRAIN);
        hostile.put("/train.bin", TRAIN);
        hostile.put("root/sub/train.bin", TRAIN);
        hostile.put("root/test.bin", TEST);
        served = tarGz(hostile);
        refuses("must contain root/train.bin, but does not");
        assertThat(folder.resolveSibling("evil")).doesNotExist();
    }

    @Test
    void linksAreNotFiles() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(new GZIPOutputStream(bytes))) {
            TarArchiveEntry link = new TarArchiveEntry("root/train.bin", TarConstants.LF_SYMLINK);
            link.setLinkName("/etc/passwd");
            tar.putArchiveEntry(link);
            tar.closeArchiveEntry();
        }
        served = bytes.toByteArray();
        refuses("must contain root/train.bin, but does not");
    }

    @Test
    void wrongSizesAndDuplicatesAreRefused() throws Exception {
        served = tarGz(Map.of("root/train.bin", new byte[TRAIN.length + 1]));
        refuses("train.bin must have 300000 bytes, but has 300001");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(new GZIPOutputStream(bytes))) {
            put(tar, "root/test.bin", TEST);
            put(tar, "root/test.bin", TEST);
        }
        served = bytes.toByteArray();
        refuses("test.bin must occur once, but occurs twice");
    }

    @Test
    void archivesThatUnpackWithoutEndAreRefused() throws Exception {
        served = tarGz(Map.of("root/bomb", new byte[17 << 20]));
        assertThat(served.length).isLessThan(100_000);
        refuses("must unpack to at most " + archive.limit() + " bytes, but has more");
    }

    @Test
    void bodiesThatAreTooLongAreRefusedWhetherTheySaySoOrNot() throws Exception {
        served = new byte[17 << 20];
        refuses("must have at most " + archive.limit() + " bytes, but has more");
        answer = (exchange, range, bytes) -> {
            exchange.sendResponseHeaders(200, 0);
            try (OutputStream body = exchange.getResponseBody()) {
                body.write(bytes);
            } catch (IOException e) {
                // The client has heard enough.
            }
        };
        assertThatThrownBy(this::fetch)
                .isInstanceOf(DownloadException.class)
                .hasMessageEndingWith("must have at most " + archive.limit() + " bytes, but has more");
        assertThat(files().values()).allSatisfy(bytes -> assertThat(bytes).isEmpty());
    }

    @Test
    void whatIsNoArchiveIsRefused() throws Exception {
        byte[] whole = served;
        served = noise(3, 5000);
        refuses("is not a complete tar.gz archive");
        served = Arrays.copyOf(whole, whole.length / 2);
        refuses("is not a complete tar.gz archive");
    }

    @Test
    void theOfficialArchivesHaveTheOfficialSizes() {
        assertThat(CifarArchive.cifar10().entries())
                .hasSize(6)
                .allSatisfy(entry -> assertThat(entry.size()).isEqualTo(10_000 * 3073));
        assertThat(CifarArchive.cifar100().entries())
                .extracting(CifarArchive.Entry::size)
                .containsExactly(50_000 * 3074, 10_000 * 3074);
        assertThat(CifarDownload.official()).isNotNull();
    }

    @Test
    void entriesAreFileNamesWithChecksums() {
        String sha256 = "0".repeat(64);
        for (String name : List.of("../x", "a/b", "", ".", "..", "a\\b")) {
            assertThatThrownBy(() -> new CifarArchive.Entry(name, 1, sha256))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("name must be a file name without a folder, but is " + name);
        }
        assertThatThrownBy(() -> new CifarArchive.Entry("x", 1, "abc")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new CifarArchive.Entry("x", -1, sha256)).isInstanceOf(IllegalArgumentException.class);
    }

    private void refuses(String message) throws IOException {
        assertThatThrownBy(this::fetch).isInstanceOf(DownloadException.class).hasMessageContaining(message);
        assertThat(files()).isEmpty();
    }

    private URI base() {
        return URI.create("http://" + server.getAddress().getAddress().getHostAddress() + ":"
                + server.getAddress().getPort() + "/data/");
    }

    private void fetch() throws IOException, InterruptedException {
        fetch(CifarDownload.from(base()));
    }

    private void fetch(CifarDownload download) throws IOException, InterruptedException {
        download.fetch(archive, folder, (name, bytes, total) -> {
            assertThat(name).isEqualTo("small.tar.gz");
            assertThat(total).isIn(OptionalLong.of(served.length), OptionalLong.empty());
            progress.add(bytes);
        });
    }

    private void part(byte[] bytes) throws IOException {
        Files.write(Files.createDirectories(folder.resolve("small")).resolve("small.tar.gz.part"), bytes);
    }

    private Map<String, byte[]> files() throws IOException {
        Map<String, byte[]> files = new LinkedHashMap<>();
        try (var paths = Files.walk(folder)) {
            for (Path path : paths.filter(Files::isRegularFile).toList()) {
                files.put(folder.relativize(path).toString().replace('\\', '/'), Files.readAllBytes(path));
            }
        }
        return files;
    }

    private interface Answer {
        void to(HttpExchange exchange, @Nullable String range, byte[] bytes) throws IOException;
    }

    private static void whole(HttpExchange exchange, byte[] bytes) throws IOException {
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    private static void ranges(HttpExchange exchange, @Nullable String range, byte[] bytes) throws IOException {
        if (range == null) {
            whole(exchange, bytes);
            return;
        }
        int from = Integer.parseInt(range.replaceAll("\\D", ""));
        if (from >= bytes.length) {
            exchange.getResponseHeaders().set("Content-Range", "bytes */" + bytes.length);
            exchange.sendResponseHeaders(416, -1);
            return;
        }
        exchange.getResponseHeaders()
                .set("Content-Range", "bytes " + from + "-" + (bytes.length - 1) + "/" + bytes.length);
        exchange.sendResponseHeaders(206, bytes.length - from);
        exchange.getResponseBody().write(bytes, from, bytes.length - from);
    }

    /** Promises all and sends half; the connection is closed when the answer ends. */
    private static void cut(HttpExchange exchange, byte[] bytes) throws IOException {
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes, 0, bytes.length / 2);
        exchange.getResponseBody().flush();
    }

    private static byte[] noise(long seed, int length) {
        byte[] bytes = new byte[length];
        new RandomStreams(seed).stream(0).nextBytes(bytes);
        return bytes;
    }

    private static CifarArchive.Entry entry(String name, byte[] bytes) throws IOException {
        return new CifarArchive.Entry(name, bytes.length, Sha256.of(new ByteArrayInputStream(bytes)));
    }

    private static byte[] tarGz(Map<String, byte[]> entries) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(new GZIPOutputStream(bytes))) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                put(tar, entry.getKey(), entry.getValue());
            }
        }
        return bytes.toByteArray();
    }

    private static void put(TarArchiveOutputStream tar, String name, byte[] bytes) throws IOException {
        TarArchiveEntry entry = new TarArchiveEntry(name, true);
        entry.setSize(bytes.length);
        tar.putArchiveEntry(entry);
        tar.write(bytes);
        tar.closeArchiveEntry();
    }
}
