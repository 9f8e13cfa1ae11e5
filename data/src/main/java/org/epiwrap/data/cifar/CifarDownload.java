package org.epiwrap.data.cifar;

import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.epiwrap.data.DataException;

/**
 * Downloads an archive and unpacks it into a data folder. An interrupted download is kept in a file ending in
 * {@code .part}; the next call resumes it if the server supports that, or else restarts it. A failure leaves no other
 * files behind.
 */
public final class CifarDownload {
    private static final URI OFFICIAL = URI.create("https://www.cs.toronto.edu/~kriz/");
    private static final Pattern CONTENT_RANGE = Pattern.compile("bytes (\\d{1,18})-\\d{1,18}/(\\d{1,18}|\\*)");

    private static final DownloadTimeout DEFAULT_TIMEOUT = new DownloadTimeout(Duration.ofMinutes(1));

    /** Reads response bodies, so that a stalled read can be abandoned. Idle threads end by themselves. */
    private static final ExecutorService READERS = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "cifar-download");
        thread.setDaemon(true);
        return thread;
    });

    private final URI base;
    private final DownloadTimeout readTimeout;
    private final HttpClient client;

    CifarDownload(URI base, DownloadTimeout readTimeout) {
        this.base = base;
        this.readTimeout = readTimeout;
        this.client = HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NORMAL)
                .connectTimeout(Duration.ofSeconds(30))
                .build();
    }

    /** Returns a download from the site where the datasets were published. */
    public static CifarDownload official() {
        return from(OFFICIAL);
    }

    /**
     * Returns a download from a mirror.
     *
     * @param base the address that the name of an archive is resolved against; it ends in a slash
     */
    public static CifarDownload from(URI base) {
        return new CifarDownload(base, DEFAULT_TIMEOUT);
    }

    /** Receives the progress of a download. */
    @FunctionalInterface
    public interface Progress {
        /**
         * Called after each block of bytes.
         *
         * @param total the size of the archive, if the server reports it
         */
        void update(String archive, long bytes, OptionalLong total);
    }

    /**
     * Downloads and unpacks an archive, unless all its files are already there with the published content.
     *
     * @throws DownloadException if the archive cannot be downloaded or has the wrong content
     */
    public void fetch(CifarArchive archive, Path dataFolder, Progress progress)
            throws IOException, InterruptedException {
        if (archive.isUnpacked(dataFolder)) {
            return;
        }
        Path part = dataFolder.resolve(archive.folder()).resolve(archive.name() + ".part");
        download(archive, part, progress);
        try {
            archive.unpack(part, dataFolder);
        } catch (DataException e) {
            // The download is complete but wrong, so resuming it would never help.
            Files.delete(part);
            throw new DownloadException(String.valueOf(e.getMessage()), e);
        }
        Files.delete(part);
    }

    private void download(CifarArchive archive, Path part, Progress progress) throws IOException, InterruptedException {
        URI address = base.resolve(archive.name());
        long have = Files.exists(part) ? Files.size(part) : 0;
        HttpRequest.Builder request = HttpRequest.newBuilder(address);
        if (have > 0) {
            request.header("Range", "bytes=" + have + "-");
        }
        HttpResponse<InputStream> response;
        try {
            // Not the timeout of the request: on newer Java versions it covers the whole body, however fast it arrives.
            response =
                    DEFAULT_TIMEOUT.await(client.sendAsync(request.build(), HttpResponse.BodyHandlers.ofInputStream()));
        } catch (IOException e) {
            throw new DownloadException(address + " cannot be reached" + DataException.because(e), e);
        }
        try (InputStream body = response.body()) {
            switch (response.statusCode()) {
                case 200 -> save(archive, part, 0, response, body, progress);
                case 206 -> {
                    long start = rangeStart(response);
                    if (start != have) {
                        throw new DownloadException(address + " must respond with the bytes from " + have
                                + ", but responds with those from " + start);
                    }
                    save(archive, part, have, response, body, progress);
                }
                case 416 -> {
                    // There are no bytes after ours: either ours are complete, or they are of another file.
                    String complete = "bytes */" + have;
                    if (!response.headers()
                            .firstValue("Content-Range")
                            .orElse("")
                            .equals(complete)) {
                        Files.delete(part);
                        throw new DownloadException(address + " is shorter than the " + have + " bytes of " + part
                                + ", which is deleted; try again");
                    }
                }
                default ->
                    throw new DownloadException(address + " must respond with status 200 or 206, but responds with "
                            + response.statusCode());
            }
        }
    }

    private static long rangeStart(HttpResponse<InputStream> response) {
        Matcher range = CONTENT_RANGE.matcher(
                response.headers().firstValue("Content-Range").orElse(""));
        return range.matches() ? Long.parseLong(range.group(1)) : -1;
    }

    private void save(
            CifarArchive archive,
            Path part,
            long from,
            HttpResponse<InputStream> response,
            InputStream body,
            Progress progress)
            throws IOException, InterruptedException {
        OptionalLong length = response.headers().firstValueAsLong("Content-Length");
        OptionalLong total = length.isPresent() ? OptionalLong.of(from + length.getAsLong()) : length;
        long have = from;
        if (total.orElse(0) > archive.limit()) {
            throw tooLong(archive, response);
        }
        Files.createDirectories(part.toAbsolutePath().getParent());
        try (FileChannel file = FileChannel.open(part, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            file.truncate(from);
            file.position(from);
            byte[] buffer = new byte[1 << 16];
            progress.update(archive.name(), have, total);
            for (int read = next(body, buffer, have, total); read >= 0; read = next(body, buffer, have, total)) {
                ByteBuffer bytes = ByteBuffer.wrap(buffer, 0, read);
                while (bytes.hasRemaining()) {
                    file.write(bytes);
                }
                have += read;
                if (have > archive.limit()) {
                    file.truncate(0);
                    throw tooLong(archive, response);
                }
                progress.update(archive.name(), have, total);
            }
        }
    }

    private int next(InputStream body, byte[] buffer, long have, OptionalLong total)
            throws IOException, InterruptedException {
        try {
            return readTimeout.await(READERS.submit(() -> body.read(buffer)));
        } catch (IOException e) {
            String event = e instanceof SocketTimeoutException
                    ? "the download stalled (no data for " + readTimeout + ")"
                    : "the connection ended";
            String of = total.isPresent() ? " of " + total.getAsLong() : "";
            throw new DownloadException(
                    event + " after " + have + of + " bytes, which are kept; the next attempt resumes there", e);
        }
    }

    private static DownloadException tooLong(CifarArchive archive, HttpResponse<InputStream> response) {
        return new DownloadException(response.uri() + " must have at most " + archive.limit() + " bytes, but has more");
    }
}
