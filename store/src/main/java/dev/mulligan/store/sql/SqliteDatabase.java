package dev.mulligan.store.sql;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.mulligan.store.trace.PrivateFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.locks.ReentrantLock;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.JournalMode;
import org.sqlite.SQLiteConfig.SynchronousMode;
import org.sqlite.SQLiteConfig.TransactionMode;
import org.sqlite.SQLiteDataSource;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/**
 * The embedded default. Write-ahead log, forced to the disk at every commit: what was acknowledged survives a power cut.
 * One writer at a time inside this process; other processes wait for the file's lock.
 */
public final class SqliteDatabase implements Database {

    private static final int MOST_IDLE_READERS = 4;
    private static final int SCHEDULER_CONNECTIONS = 3;
    private static final int BUSY_MILLIS = 20_000;

    private final Path file;
    private final ReentrantLock writing = new ReentrantLock(true);
    private final ConcurrentLinkedDeque<Connection> readers = new ConcurrentLinkedDeque<>();
    private @Nullable Connection writer;
    private @Nullable HikariDataSource scheduling;

    public SqliteDatabase(Path file) {
        this.file = file.toAbsolutePath();
        try {
            Path folder = this.file.getParent();
            if (folder != null) {
                PrivateFiles.folder(folder);
            }
        } catch (IOException e) {
            throw new StoreException(
                    "the folder of the store cannot be made: " + this.file.getParent(),
                    "Choose another place with --store, or make the folder writable.",
                    e);
        }
        try {
            // Before SQLite makes it: the files beside it get the permissions of this one.
            PrivateFiles.file(this.file);
        } catch (IOException e) {
            // The first use says what is wrong with it, and what to do.
        }
    }

    private Connection connect(TransactionMode mode) throws SQLException {
        return StatementCache.around(config(mode).createConnection("jdbc:sqlite:" + file));
    }

    private static SQLiteConfig config(TransactionMode mode) {
        SQLiteConfig config = new SQLiteConfig();
        config.setJournalMode(JournalMode.WAL);
        config.setSynchronous(SynchronousMode.FULL);
        config.setBusyTimeout(BUSY_MILLIS);
        // For writers IMMEDIATE: taking the lock at the start avoids the one deadlock SQLite has: two readers that both
        // want to write.
        config.setTransactionMode(mode);
        config.setCacheSize(-32_000);
        // Nobody asks for them, and each insert would be followed by a query.
        config.setGetGeneratedKeys(false);
        return config;
    }

    @Override
    public String name() {
        return file.toString();
    }

    @Override
    public Connection forWriting() throws SQLException {
        writing.lock();
        try {
            // On first use: whoever only reads need not wait for it.
            Connection open = writer == null ? connect(TransactionMode.IMMEDIATE) : writer;
            writer = open;
            open.setAutoCommit(false);
            return open;
        } catch (SQLException e) {
            writing.unlock();
            throw e;
        }
    }

    @Override
    public Connection forReading() throws SQLException {
        Connection idle = readers.poll();
        return idle == null ? connect(TransactionMode.DEFERRED) : idle;
    }

    /** The driver's own commit begins the next transaction at once and with it takes the file's lock; this does not. */
    @Override
    public void commit(Connection connection) throws SQLException {
        connection.setAutoCommit(true);
    }

    @Override
    public void release(Connection connection, boolean broken) {
        if (connection.equals(writer)) {
            letGo(connection);
            writing.unlock();
        } else if (broken || readers.size() >= MOST_IDLE_READERS) {
            closeQuietly(connection);
        } else {
            readers.push(connection);
        }
    }

    /** After a rollback, too, the driver holds the lock for a transaction that nobody has asked for yet. */
    private static void letGo(Connection writer) {
        try {
            if (!writer.getAutoCommit()) {
                writer.setAutoCommit(true);
            }
        } catch (SQLException e) {
            // The next transaction says what is wrong.
        }
    }

    private static void closeQuietly(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            // Closing is the last thing anybody wants from it.
        }
    }

    @Override
    public String rowidType() {
        return "integer";
    }

    @Override
    public String bytesType() {
        return "blob";
    }

    @Override
    public String timeType() {
        return "timestamp";
    }

    @Override
    public String truthType() {
        return "bit";
    }

    @Override
    public boolean isServer() {
        return false;
    }

    @Override
    public synchronized DataSource forScheduler() {
        HikariDataSource open = scheduling;
        if (open == null) {
            SQLiteConfig config = config(TransactionMode.IMMEDIATE);
            // Its own transactions only say who holds what. After a power cut nobody holds anything, so they need not
            // be
            // forced to the disk one by one; what it does inside one of ours is.
            config.setSynchronous(SynchronousMode.NORMAL);
            SQLiteDataSource source = new SQLiteDataSource(config);
            source.setUrl("jdbc:sqlite:" + file);
            HikariConfig pool = new HikariConfig();
            pool.setDataSource(StatementCache.around(source));
            pool.setMaximumPoolSize(SCHEDULER_CONNECTIONS);
            pool.setMinimumIdle(0);
            pool.setPoolName("mulligan-scheduler");
            open = new HikariDataSource(pool);
            scheduling = open;
        }
        return open;
    }

    @Override
    public String nowSql() {
        return "cast((julianday('now') - 2440587.5) * 86400000 as integer)";
    }

    @Override
    public StoreException explain(String doing, SQLException e) {
        SQLiteErrorCode code = e instanceof SQLiteException own ? own.getResultCode() : SQLiteErrorCode.UNKNOWN_ERROR;
        String kind = code.name();
        String what = doing + " failed, " + file + ": ";
        if (kind.startsWith("SQLITE_CORRUPT") || kind.startsWith("SQLITE_NOTADB")) {
            return new StoreException(
                    what + "the file is damaged",
                    "Run mulligan doctor --repair: it keeps the damaged file, saves what can be read, and adds what the"
                            + " traces hold.",
                    e);
        }
        if (kind.startsWith("SQLITE_FULL") || kind.startsWith("SQLITE_IOERR")) {
            return new StoreException(
                    what + "the disk is full or cannot be written (" + e.getMessage() + ")",
                    "Free some space. Events are in the traces too and are imported the next time.",
                    e);
        }
        if (kind.startsWith("SQLITE_READONLY") || kind.startsWith("SQLITE_CANTOPEN")) {
            return new StoreException(
                    what + "the file or its folder cannot be written",
                    "Make it writable, or choose another place with --store.",
                    e);
        }
        if (kind.startsWith("SQLITE_BUSY") || kind.startsWith("SQLITE_LOCKED")) {
            return new StoreException(
                    what + "another program has held it for " + BUSY_MILLIS / 1000 + " s",
                    "End the other program, or use PostgreSQL where several write at once.",
                    e);
        }
        return new StoreException(what + e.getMessage(), "Run mulligan doctor.", e);
    }

    @Override
    public synchronized void close() {
        if (scheduling != null) {
            scheduling.close();
        }
        readers.forEach(SqliteDatabase::closeQuietly);
        writing.lock();
        try {
            if (writer != null) {
                closeQuietly(writer);
            }
        } finally {
            writing.unlock();
        }
    }
}
