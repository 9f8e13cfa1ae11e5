package org.epiwrap.data;

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

/**
 * Fetches an archive and unpacks it into a data folder. What has come is kept in a file ending in {@code .part}; the
 * next call goes on from there if the server can, or starts anew. Nothing else is left when it fails.
 */
public final class CifarDownload {
    private static final URI OFFICIAL = URI.create("https://www.cs.toronto.edu/~kriz/");
    private static final Pattern CONTENT_RANGE = Pattern.compile("bytes (\\d{1,18})-\\d{1,18}/(\\d{1,18}|\\*)");

    private static final Patience ONE_MINUTE = new Patience(Duration.ofMinutes(1));

    /** Reads bodies, so that a read that never ends can be given up. Its threads end when they have nothing to do. */
    private static final ExecutorService READERS = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "cifar-download");
        thread.setDaemon(true);
        return thread;
    });

    private final URI base;
    private final Patience betweenBytes;
    private final HttpClient client;

    CifarDownload(URI base, Patience betweenBytes) {
        this.base = base;
        this.betweenBytes = betweenBytes;
        this.client = HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NORMAL)
                .connectTimeout(Duration.ofSeconds(30))
                .build();
    }

    /** From where the datasets were published. */
    public static CifarDownload official() {
        return from(OFFICIAL);
    }

    /** From a mirror: the address, ending in a slash, that the archives' names are appended to. */
    public static CifarDownload from(URI base) {
        return new CifarDownload(base, ONE_MINUTE);
    }

    /** Is told how far a download is. */
    @FunctionalInterface
    public interface Progress {
        /** The total is the size of the archive, if the server says it. */
        void update(String archive, long bytes, OptionalLong total);
    }

    /**
     * Does nothing if all files are there already with the right content.
     *
     * @throws DownloadException if the archive does not come, or is not the right one
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
            // It is whole and wrong: going on from it would never help.
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
            // Not the request's own timeout: on newer platforms that is for the whole body, however well it flows.
            response = ONE_MINUTE.await(client.sendAsync(request.build(), HttpResponse.BodyHandlers.ofInputStream()));
        } catch (IOException e) {
            throw new DownloadException(address + " cannot be reached" + DataException.because(e), e);
        }
        try (InputStream body = response.body()) {
            switch (response.statusCode()) {
                case 200 -> save(archive, part, 0, response, body, progress);
                case 206 -> {
                    long start = rangeStart(response);
                    if (start != have) {
                        throw new DownloadException(address + " must answer with the bytes from " + have
                                + ", but answers with those from " + start);
                    }
                    save(archive, part, have, response, body, progress);
                }
                case 416 -> {
                    // There is nothing after what we have. Is it all, or is it something else?
                    String whole = "bytes */" + have;
                    if (!response.headers()
                            .firstValue("Content-Range")
                            .orElse("")
                            .equals(whole)) {
                        Files.delete(part);
                        throw new DownloadException(address + " is shorter than the " + have + " bytes of " + part
                                + ", which is deleted; try again");
                    }
                }
                default ->
                    throw new DownloadException(
                            address + " must answer 200 or 206, but answers " + response.statusCode());
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
            return betweenBytes.await(READERS.submit(() -> body.read(buffer)));
        } catch (IOException e) {
            String event = e instanceof SocketTimeoutException
                    ? "the download stalled, no byte for " + betweenBytes + ","
                    : "the connection ended";
            String of = total.isPresent() ? " of " + total.getAsLong() : "";
            throw new DownloadException(
                    event + " after " + have + of + " bytes; they are kept, and the next try goes on there", e);
        }
    }

    private static DownloadException tooLong(CifarArchive archive, HttpResponse<InputStream> response) {
        return new DownloadException(response.uri() + " must have at most " + archive.limit() + " bytes, but has more");
    }
}
