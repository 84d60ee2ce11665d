package dev.mulligan.failure;

/** The HTTP status of a failure: the one it carries, else the one its text mentions, looked for when first asked. */
final class KnownStatus {
    private final Facts facts;
    private int status;
    private boolean looked;

    KnownStatus(Facts facts) {
        this.facts = facts;
        this.status = facts.answered() ? Facts.NONE : facts.status();
        this.looked = status > 0;
    }

    int value() {
        if (!looked) {
            looked = true;
            status = StatusInText.find(facts.parts());
        }
        return status;
    }
}
