package dev.mulligan.mcp;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CountDownLatch;

/** Lets somebody wait for the end of a stream that another thread reads. */
final class EndNoticing extends FilterInputStream {

    private final CountDownLatch end = new CountDownLatch(1);

    EndNoticing(InputStream in) {
        super(in);
    }

    void awaitEnd() throws InterruptedException {
        end.await();
    }

    @Override
    public int read() throws IOException {
        return noticed(super.read());
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        try {
            return noticed(super.read(bytes, from, length));
        } catch (IOException e) {
            end.countDown();
            throw e;
        }
    }

    private int noticed(int read) {
        if (read < 0) {
            end.countDown();
        }
        return read;
    }

    @Override
    public void close() throws IOException {
        end.countDown();
        super.close();
    }
}
