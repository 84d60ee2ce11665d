package dev.mulligan.cli.driver;

import dev.mulligan.text.Json;
import java.util.List;
import java.util.Map;

/** A call of the reviewer, as one of the panel. */
class PanelDriverTest extends PlanDriver {

    @Override
    String plan(String script, Map<String, Object> policy) {
        return Json.write(Json.object(
                "name",
                "contract",
                "level",
                "L3",
                "l3",
                Json.object("bestOfN", 2, "maxRounds", 1, "enableJudge", false),
                "agent",
                "coder",
                "agents",
                Json.object(
                        "coder",
                        Json.object(
                                "command",
                                List.of("sh", "-c", "cat > /dev/null; echo $$ > work.txt"),
                                "model",
                                LADDER.getFirst()),
                        "reviewer",
                        agent(script)),
                "steps",
                List.of(Json.object(
                        "id", "it",
                        "prompt", "Do it",
                        "verify", "grep -q done work.txt",
                        "policy", policy))));
    }

    @Override
    String good() {
        return "echo '{\"ranking\": [\"c1\", \"c2\"]}'";
    }

    @Override
    boolean isAbout(String operation) {
        return operation.startsWith("it/reviewer");
    }
}
