package dev.mulligan.server.policy;

import dev.mulligan.policy.PolicyLint;
import dev.mulligan.policy.PolicyTemplates;
import dev.mulligan.policy.RetryPolicy;
import dev.mulligan.server.http.Call;
import dev.mulligan.server.http.Problem;
import dev.mulligan.server.http.Reply;
import dev.mulligan.server.http.ServerContext;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Policies: read, changed while the gateway runs, tried out on paper. */
public final class PolicyApi {

    private final ServerContext context;
    private final Policies policies;

    public PolicyApi(ServerContext context, Policies policies) {
        this.context = context;
        this.policies = policies;
    }

    public Reply getDefault(Call call) {
        return shown(Policies.DEFAULT, policies.get(Policies.DEFAULT));
    }

    public Reply putDefault(Call call) {
        return put(Policies.DEFAULT, call);
    }

    public Reply resetDefault(Call call) {
        return reset(Policies.DEFAULT, call);
    }

    public Reply getOfProject(Call call) {
        return shown(project(call), policies.get(project(call)));
    }

    public Reply putOfProject(Call call) {
        return put(project(call), call);
    }

    public Reply resetOfProject(Call call) {
        return reset(project(call), call);
    }

    private static String project(Call call) {
        String name = call.part("id");
        if (name.isBlank() || name.length() > 100) {
            throw Problem.field("id", "id: the name of a project has 1 to 100 characters");
        }
        return name;
    }

    private Policies.Entry asRead(String scope, Call call) {
        Policies.Entry before = policies.get(scope);
        Optional<String> condition = call.header("if-match");
        if (condition.isPresent()
                && !condition.get().equals("*")
                && !condition.get().equals(tag(scope, before))) {
            throw changed(scope);
        }
        return before;
    }

    private Reply reset(String scope, Call call) {
        Policies.Entry before = asRead(scope, call);
        Policies.Entry after = policies.isChanged(scope)
                ? policies.reset(scope, before.version()).orElseThrow(() -> changed(scope))
                : before;
        return shown(scope, after);
    }

    private Reply put(String scope, Call call) {
        Policies.Entry before = asRead(scope, call);
        RetryPolicy policy = PolicyDocument.over(before.policy(), call.json());
        Policies.Entry after = policies.put(scope, policy, before.version()).orElseThrow(() -> changed(scope));
        return shown(scope, after);
    }

    private static Problem changed(String scope) {
        return Problem.of(
                412, "Changed meanwhile", "the policy of " + scope + " was changed since it was read; read it again");
    }

    private static String tag(String scope, Policies.Entry entry) {
        return "\"" + Integer.toHexString(scope.hashCode()) + "-" + entry.version() + "\"";
    }

    private Reply shown(String scope, Policies.Entry entry) {
        return Reply.json(document(scope, entry)).with("etag", tag(scope, entry));
    }

    private Map<String, Object> document(String scope, Policies.Entry entry) {
        Map<String, Object> document = PolicyDocument.of(scope, entry.policy());
        document.put("warnings", warnings(entry.policy()));
        document.put("inherited", !policies.isOwn(scope));
        document.put("changed", policies.isChanged(scope));
        document.put("version", entry.version());
        return document;
    }

    private List<JsonObject> warnings(RetryPolicy policy) {
        List<JsonObject> warnings = new ArrayList<>();
        PolicyLint.check(policy)
                .forEach(found -> warnings.add(
                        Json.object("field", PolicyDocument.publicName(found.field()), "message", found.message())));
        if (policy.escalateAfter() > 0 && context.options().ladder().isEmpty()) {
            warnings.add(Json.object(
                    "field",
                    "autoEscalate",
                    "message",
                    "this gateway was started without --escalate, so it never changes models by itself"));
        }
        return warnings;
    }

    /** What the document would mean and change, without saving it. */
    public Reply preview(Call call) {
        String scope = call.asked("project").orElse(Policies.DEFAULT);
        RetryPolicy before = policies.get(scope).policy();
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
            if (!PolicyDocument.SHOWN_ONLY.contains(field) && !Objects.equals(old, now)) {
                changes.add(Json.object("field", field, "from", old, "to", now));
            }
        });
        return changes;
    }

    public Reply all(Call call) {
        List<Map<String, Object>> documents = new ArrayList<>();
        policies.all().forEach((scope, entry) -> documents.add(document(scope, entry)));
        List<Map<String, Object>> templates = new ArrayList<>();
        PolicyTemplates.all().forEach((name, template) -> {
            Map<String, Object> document = new LinkedHashMap<>(PolicyDocument.of(name, template.policy()));
            document.put("purpose", template.purpose());
            templates.add(document);
        });
        return Reply.json(
                Json.object("policies", documents, "templates", templates, "errors", PolicyDocument.errorNames()));
    }
}
