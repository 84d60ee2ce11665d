package dev.mulligan.server;

import dev.mulligan.policy.PolicyLint;
import dev.mulligan.policy.PolicyTemplates;
import dev.mulligan.policy.RetryPolicy;
import dev.mulligan.wire.Json;
import dev.mulligan.wire.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Policies: read, changed while the gateway runs, tried out on paper. */
final class PolicyApi {

    private static final List<String> SHOWN_ONLY =
            List.of("id", "delays", "warnings", "inherited", "changed", "version");

    private final Desk desk;

    PolicyApi(Desk desk) {
        this.desk = desk;
    }

    Reply getDefault(Call call) {
        return shown(PolicyBook.DEFAULT, desk.policies().get(PolicyBook.DEFAULT));
    }

    Reply putDefault(Call call) {
        return put(PolicyBook.DEFAULT, call);
    }

    Reply resetDefault(Call call) {
        return reset(PolicyBook.DEFAULT, call);
    }

    Reply getOfProject(Call call) {
        return shown(project(call), desk.policies().get(project(call)));
    }

    Reply putOfProject(Call call) {
        return put(project(call), call);
    }

    Reply resetOfProject(Call call) {
        return reset(project(call), call);
    }

    private static String project(Call call) {
        String name = call.part("id");
        if (name.isBlank() || name.length() > 100) {
            throw Problem.field("id", "id: the name of a project has 1 to 100 characters");
        }
        return name;
    }

    private PolicyBook.Entry asRead(String scope, Call call) {
        PolicyBook.Entry before = desk.policies().get(scope);
        Optional<String> condition = call.header("if-match");
        if (condition.isPresent()
                && !condition.get().equals("*")
                && !condition.get().equals(tag(scope, before))) {
            throw changed(scope);
        }
        return before;
    }

    private Reply reset(String scope, Call call) {
        PolicyBook.Entry before = asRead(scope, call);
        PolicyBook.Entry after = desk.policies().isChanged(scope)
                ? desk.policies().reset(scope, before.version()).orElseThrow(() -> changed(scope))
                : before;
        return shown(scope, after);
    }

    private Reply put(String scope, Call call) {
        PolicyBook.Entry before = asRead(scope, call);
        RetryPolicy policy = PolicyDocument.over(before.policy(), call.json());
        PolicyBook.Entry after =
                desk.policies().put(scope, policy, before.version()).orElseThrow(() -> changed(scope));
        return shown(scope, after);
    }

    private static Problem changed(String scope) {
        return Problem.of(
                412, "Changed meanwhile", "the policy of " + scope + " was changed since it was read; read it again");
    }

    private static String tag(String scope, PolicyBook.Entry entry) {
        return "\"" + Integer.toHexString(scope.hashCode()) + "-" + entry.version() + "\"";
    }

    private Reply shown(String scope, PolicyBook.Entry entry) {
        return Reply.json(document(scope, entry)).with("etag", tag(scope, entry));
    }

    private Map<String, Object> document(String scope, PolicyBook.Entry entry) {
        Map<String, Object> document = PolicyDocument.of(scope, entry.policy());
        document.put("warnings", warnings(entry.policy()));
        document.put("inherited", !desk.policies().isOwn(scope));
        document.put("changed", desk.policies().isChanged(scope));
        document.put("version", entry.version());
        return document;
    }

    private List<JsonObject> warnings(RetryPolicy policy) {
        List<JsonObject> warnings = new ArrayList<>();
        PolicyLint.check(policy)
                .forEach(found -> warnings.add(Json.object("field", found.field(), "message", found.message())));
        if (policy.escalateAfter() > 0 && desk.options().ladder().isEmpty()) {
            warnings.add(Json.object(
                    "field",
                    "autoEscalate",
                    "message",
                    "this gateway was started without --climb, so it never changes models by itself"));
        }
        return warnings;
    }

    /** What the document would mean and change, without saving it. */
    Reply preview(Call call) {
        String scope = call.asked("project").orElse(PolicyBook.DEFAULT);
        RetryPolicy before = desk.policies().get(scope).policy();
        RetryPolicy after = PolicyDocument.over(before, call.json());
        Map<String, Object> document = PolicyDocument.of(scope, after);
        document.put("warnings", warnings(after));
        document.put("changes", changes(PolicyDocument.of(scope, before), document));
        return Reply.json(document);
    }

    private static List<JsonObject> changes(Map<String, Object> before, Map<String, Object> after) {
        List<JsonObject> changes = new ArrayList<>();
        before.forEach((field, old) -> {
            Object now = after.get(field);
            if (!SHOWN_ONLY.contains(field) && !Objects.equals(old, now)) {
                changes.add(Json.object("field", field, "from", old, "to", now));
            }
        });
        return changes;
    }

    Reply all(Call call) {
        List<Map<String, Object>> policies = new ArrayList<>();
        desk.policies().all().forEach((scope, entry) -> policies.add(document(scope, entry)));
        List<Map<String, Object>> templates = new ArrayList<>();
        PolicyTemplates.all().forEach((name, template) -> {
            Map<String, Object> document = new LinkedHashMap<>(PolicyDocument.of(name, template.policy()));
            document.put("purpose", template.purpose());
            templates.add(document);
        });
        return Reply.json(
                Json.object("policies", policies, "templates", templates, "errors", PolicyDocument.errorNames()));
    }
}
