package dev.mulligan.gateway.exchange;

import dev.mulligan.failure.Failure;

/** How an attempt ended, for whoever decides what is next. */
interface AttemptEnd {

    /** It has a good answer, which is on its way to the client. */
    void good();

    void bad(Failure failure);

    /** Nobody waits for it any more. */
    void gone();
}
