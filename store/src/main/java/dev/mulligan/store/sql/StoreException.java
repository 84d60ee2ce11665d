package dev.mulligan.store.sql;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.sqlite.SQLiteException;

/** The store cannot do what was asked: what happened, why, and what to do. */
public final class StoreException extends RuntimeException {

    private final String advice;

    public StoreException(String what, String advice, Throwable cause) {
        super(what, cause);
        this.advice = advice;
    }

    /** Whether the server cannot be reached or takes nobody in at the moment: later it may. */
    public boolean isAway() {
        String state = state();
        return getCause() instanceof SQLTransientConnectionException
                || state.startsWith("08")
                || state.startsWith("57P")
                || state.startsWith("53");
    }

    private String state() {
        for (Throwable at = getCause(); at != null; at = at.getCause()) {
            if (at instanceof SQLException sql && sql.getSQLState() != null) {
                return sql.getSQLState();
            }
        }
        return "";
    }

    /** Whether the same store would take other data: trying the same again is in vain. */
    public boolean isAboutTheData() {
        if (getCause() instanceof SQLiteException lite) {
            String code = lite.getResultCode().name();
            return code.startsWith("SQLITE_CONSTRAINT")
                    || code.startsWith("SQLITE_TOOBIG")
                    || code.startsWith("SQLITE_MISMATCH");
        }
        String state = state();
        return state.startsWith("22") || state.startsWith("23");
    }

    public String advice() {
        return advice;
    }
}
