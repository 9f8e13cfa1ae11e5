package org.epiwrap.data;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** How long to wait for what may never come. */
record Patience(Duration most) {

    /**
     * What the input or output in the background gives. When this ends without it, that is told to end too.
     *
     * @throws SocketTimeoutException if it takes too long
     */
    <T> T await(Future<T> result) throws IOException, InterruptedException {
        try {
            return result.get(most.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            SocketTimeoutException stalled = new SocketTimeoutException("nothing came for " + this);
            stalled.initCause(e);
            throw stalled;
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException failure ? failure : new IOException(e.getCause());
        } finally {
            result.cancel(true);
        }
    }

    @Override
    public String toString() {
        return most.toMillis() / 1e3 + " s";
    }
}
