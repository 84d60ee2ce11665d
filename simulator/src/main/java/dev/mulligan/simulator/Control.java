package dev.mulligan.simulator;

import dev.mulligan.simulator.script.Script;
import dev.mulligan.simulator.script.ScriptReader;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import dev.mulligan.text.Yaml;
import dev.mulligan.text.YamlException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** What the simulator says about itself, under {@code /__sim/}. */
final class Control {

    private Control() {}

    record Answer(int status, JsonObject body) {

        static Answer good(Object... members) {
            return new Answer(200, Json.object(members));
        }

        static Answer wrong(int status, String why) {
            return new Answer(status, Json.object("error", why));
        }
    }

    static Answer answer(ProviderSimulator simulator, SimulatedRequestReader.Request request) {
        return switch (request.target()) {
            case "/__sim/health" -> Answer.good("ok", true, "connections", simulator.connections());
            case "/__sim/requests" ->
                Answer.good(
                        "requests",
                        simulator.requests().stream().map(Control::json).toList());
            case "/__sim/reset" -> {
                simulator.forgetRequests();
                simulator.script(Script.healthy());
                yield Answer.good("ok", true);
            }
            case "/__sim/script" -> script(simulator, request);
            default -> Answer.wrong(404, "there are /__sim/health, /__sim/requests, /__sim/reset and /__sim/script");
        };
    }

    private static Answer script(ProviderSimulator simulator, SimulatedRequestReader.Request request) {
        try {
            simulator.script(
                    ScriptReader.read(Yaml.parse("script", new String(request.body(), StandardCharsets.UTF_8))));
            return Answer.good("ok", true);
        } catch (YamlException e) {
            return Answer.wrong(400, String.valueOf(e.getMessage()));
        }
    }

    private static JsonObject json(SimRequest request) {
        Map<String, Object> headers = new LinkedHashMap<>();
        request.headers().forEach(header -> headers.put(header.getKey(), header.getValue()));
        return Json.object(
                "number",
                request.number(),
                "at",
                request.at().toString(),
                "method",
                request.method(),
                "target",
                request.target(),
                "headers",
                headers,
                "bodyBytes",
                request.body().length,
                "fault",
                request.fault(),
                "leftAt",
                request.leftAt());
    }
}
