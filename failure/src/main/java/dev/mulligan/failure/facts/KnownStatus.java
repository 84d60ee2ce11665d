package dev.mulligan.failure.facts;

/** The HTTP status of a failure: the one it carries, else the one its text mentions, looked for when first asked. */
public final class KnownStatus {
    private final EvidenceFacts facts;
    private int status;
    private boolean looked;

    public KnownStatus(EvidenceFacts facts) {
        this.facts = facts;
        this.status = facts.answered() ? EvidenceFacts.NONE : facts.status();
        this.looked = status > 0;
    }

    public int value() {
        if (!looked) {
            looked = true;
            status = StatusInText.find(facts.parts());
        }
        return status;
    }
}
