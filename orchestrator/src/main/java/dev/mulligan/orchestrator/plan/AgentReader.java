package dev.mulligan.orchestrator.plan;

import dev.mulligan.agent.Permissions;
import dev.mulligan.agent.client.AgentProgram;
import dev.mulligan.text.YamlValue;
import dev.mulligan.text.YamlValue.Mapping;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Optional;

/** Reads one entry of {@code agents:}. */
final class AgentReader {

    private AgentReader() {}

    static AgentSpec named(String name, YamlValue at) {
        if (AgentProgram.named(name).isEmpty()) {
            throw at.mistake("agent " + name + " is not known; use one of " + String.join(", ", AgentProgram.names())
                    + ", or describe it under agents:");
        }
        return new AgentSpec(
                name, name, List.of(), Optional.empty(), Permissions.EDIT, "", Optional.empty(), List.of());
    }

    static AgentSpec read(String name, YamlValue value) {
        Mapping agent = value.asMapping("agent " + name);
        agent.allowOnly("kind", "command", "model", "permissions", "provider", "url", "env");
        List<String> command = PlanFields.words(agent, "command");
        String kind = agent.text("kind").orElse(command.isEmpty() ? name : "command");
        if (!AgentSpec.KINDS.contains(kind)) {
            throw PlanFields.at(agent, "kind")
                    .mistake("kind of agent " + name + " is one of " + String.join(", ", AgentSpec.KINDS) + ", not "
                            + kind);
        }
        if (kind.equals("command") && command.isEmpty()) {
            throw value.mistake("agent " + name + " needs a command: [program, argument, …]");
        }
        String provider = agent.text("provider").orElse("anthropic");
        if (!List.of("anthropic", "openai").contains(provider)) {
            throw PlanFields.at(agent, "provider").mistake("provider is anthropic or openai, not " + provider);
        }
        if (kind.equals("api") && agent.text("model").isEmpty()) {
            throw value.mistake("agent " + name + " needs a model");
        }
        return new AgentSpec(
                name,
                kind,
                command,
                agent.text("model"),
                permissions(agent),
                provider,
                url(agent),
                PlanFields.names(agent, "env"));
    }

    private static Optional<String> url(Mapping agent) {
        Optional<String> written = agent.text("url");
        if (written.isPresent() && !isWeb(written.get())) {
            throw PlanFields.at(agent, "url")
                    .mistake("url '" + written.get() + "' is not an address such as https://api.example.com");
        }
        return written;
    }

    private static boolean isWeb(String text) {
        try {
            URI address = new URI(text);
            return List.of("http", "https").contains(String.valueOf(address.getScheme())) && address.getHost() != null;
        } catch (URISyntaxException e) {
            return false;
        }
    }

    private static Permissions permissions(Mapping agent) {
        return switch (agent.text("permissions").orElse("edit")) {
            case "read" -> Permissions.READ_ONLY;
            case "edit" -> Permissions.EDIT;
            case "everything" -> Permissions.EVERYTHING;
            default -> throw PlanFields.at(agent, "permissions").mistake("permissions are read, edit or everything");
        };
    }
}
