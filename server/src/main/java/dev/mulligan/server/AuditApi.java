package dev.mulligan.server;

import dev.mulligan.server.access.AuditLog;
import dev.mulligan.server.http.Call;
import dev.mulligan.server.http.Problem;
import dev.mulligan.server.http.Reply;
import dev.mulligan.text.Json;
import java.util.Optional;

/** The audit log, newest first. */
final class AuditApi {

    private final AuditLog audit;

    AuditApi(AuditLog audit) {
        this.audit = audit;
    }

    Reply list(Call call) {
        Optional<Long> before = call.asked("cursor").map(text -> {
            try {
                return Long.parseLong(text);
            } catch (NumberFormatException e) {
                throw Problem.field("cursor", "cursor: '" + text + "' is not the 'next' of an earlier page");
            }
        });
        AuditLog.Page page = audit.page(before, call.number("limit", 100, 1000));
        return Reply.json(
                Json.object("entries", page.entries(), "next", page.before().map(String::valueOf)));
    }
}
