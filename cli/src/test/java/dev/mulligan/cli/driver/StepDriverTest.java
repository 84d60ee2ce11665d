package dev.mulligan.cli.driver;

import dev.mulligan.text.Json;
import java.util.List;
import java.util.Map;

/** The agent of a plan's step. */
class StepDriverTest extends PlanDriver {

    @Override
    String plan(String script, Map<String, Object> policy) {
        return Json.write(Json.object(
                "name",
                "contract",
                "level",
                "L1",
                "agents",
                Json.object("coder", agent(script)),
                "steps",
                List.of(Json.object(
                        "id", "it",
                        "prompt", "Do it",
                        "verify", "grep -q done work.txt",
                        "policy", policy))));
    }

    @Override
    boolean isAbout(String operation) {
        return operation.equals("it/code");
    }
}
