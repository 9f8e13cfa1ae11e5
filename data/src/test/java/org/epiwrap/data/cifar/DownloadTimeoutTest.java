package org.epiwrap.data.cifar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class DownloadTimeoutTest {
    private static final DownloadTimeout SHORT = new DownloadTimeout(Duration.ofMillis(20));

    @Test
    void waitsForWhatComes() throws Exception {
        CompletableFuture<String> later = new CompletableFuture<>();
        new Thread(() -> later.complete("there")).start();
        assertThat(new DownloadTimeout(Duration.ofMinutes(1)).await(later)).isEqualTo("there");
    }

    @Test
    void endsWhatTakesTooLong() {
        CompletableFuture<String> never = new CompletableFuture<>();
        assertThatThrownBy(() -> SHORT.await(never))
                .isInstanceOf(SocketTimeoutException.class)
                .hasMessage("timed out after 0.02 s");
        assertThat(never).isCancelled();
    }

    @Test
    void whoIsInterruptedWaitsNoLonger() {
        CompletableFuture<String> never = new CompletableFuture<>();
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> new DownloadTimeout(Duration.ofMinutes(1)).await(never))
                .isInstanceOf(InterruptedException.class);
        assertThat(never).isCancelled();
    }

    @Test
    void failuresAreThoseOfInputAndOutput() {
        IOException failure = new IOException("cut");
        assertThatThrownBy(() -> SHORT.await(CompletableFuture.failedFuture(failure)))
                .isSameAs(failure);
        RuntimeException odd = new IllegalStateException("odd");
        assertThatThrownBy(() -> SHORT.await(CompletableFuture.failedFuture(odd)))
                .isInstanceOf(IOException.class)
                .hasCause(odd);
    }
}
