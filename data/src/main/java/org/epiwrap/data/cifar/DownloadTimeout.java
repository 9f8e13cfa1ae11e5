package org.epiwrap.data.cifar;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The maximum time to wait for a server.
 *
 * @param limit positive
 */
record DownloadTimeout(Duration limit) {

    /**
     * Returns the result of input or output in the background, and cancels it if it is not done in time or this thread is
     * interrupted.
     *
     * @throws SocketTimeoutException if the limit is exceeded
     */
    <T> T await(Future<T> result) throws IOException, InterruptedException {
        try {
            return result.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            SocketTimeoutException timeout = new SocketTimeoutException("timed out after " + this);
            timeout.initCause(e);
            throw timeout;
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException failure ? failure : new IOException(e.getCause());
        } finally {
            result.cancel(true);
        }
    }

    @Override
    public String toString() {
        return limit.toMillis() / 1e3 + " s";
    }
}
