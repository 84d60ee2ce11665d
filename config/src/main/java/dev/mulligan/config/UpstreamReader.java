package dev.mulligan.config;

import dev.mulligan.failure.FailureType;
import dev.mulligan.text.YamlValue;
import dev.mulligan.text.YamlValue.Mapping;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads one entry of {@code upstreams:}. */
final class UpstreamReader {

    private static final List<String> WIRES = List.of("anthropic", "openai", "gemini");
    private static final List<String> TRANSLATED = List.of("anthropic", "openai");
    private static final String OUTAGE = "outage";
    private static final Set<FailureType> OUTAGES =
            Set.of(FailureType.OVERLOADED, FailureType.SERVER_ERROR, FailureType.TIMEOUT, FailureType.NETWORK);

    private UpstreamReader() {}

    static UpstreamConfig read(String name, YamlValue value) {
        Mapping upstream = value.asMapping("an upstream");
        upstream.allowOnly(
                "wire",
                "address",
                "keys",
                "keyHeader",
                "headers",
                "models",
                "on",
                "weight",
                "account",
                "translate",
                "api",
                "leaveOut");
        String wire = upstream.text("wire").orElse("");
        if (!WIRES.contains(wire)) {
            throw value.mistake(
                    "upstream " + name + ": wire is '" + wire + "'; there are anthropic, openai and gemini");
        }
        URI address = upstream.get("address")
                .map(UpstreamReader::address)
                .orElseThrow(() -> value.mistake("upstream " + name + " needs an address"));
        List<String> keys = words(upstream, "keys");
        boolean clientKey = keys.equals(List.of("client"));
        return new UpstreamConfig(
                name,
                wire,
                address,
                clientKey ? List.of() : keys,
                clientKey,
                upstream.get("keyHeader").map(UpstreamReader::headerName),
                headers(upstream),
                texts(upstream, "models"),
                kinds(upstream),
                weight(upstream, value),
                upstream.text("account"),
                translation(name, wire, clientKey, upstream, value));
    }

    private static TranslationConfig translation(
            String name, String wire, boolean clientKey, Mapping upstream, YamlValue at) {
        List<String> clients = words(upstream, "translate");
        for (String client : clients) {
            if (!TRANSLATED.contains(client) || client.equals(wire) || !TRANSLATED.contains(wire)) {
                throw at.mistake("upstream " + name + ": requests of '" + client + "' clients cannot be translated for "
                        + wire + "; there are anthropic for an openai upstream, and openai for an anthropic one");
            }
        }
        if (!clients.isEmpty() && clientKey) {
            throw at.mistake("upstream " + name
                    + ": keys: client would send it the keys of another provider's clients; give it a key of its own");
        }
        String api = upstream.text("api").orElse("chat");
        if (!List.of("chat", "responses").contains(api)
                || (upstream.text("api").isPresent() && !wire.equals("openai"))) {
            throw at.mistake("upstream " + name + ": api is '" + api
                    + "'; an openai upstream is called by chat or responses, others have one api");
        }
        return new TranslationConfig(
                Set.copyOf(clients), api.equals("responses"), Set.copyOf(words(upstream, "leaveOut")));
    }

    /** Paths of requests are added to it, so nothing may follow its own path; a password in it would go nowhere. */
    private static URI address(YamlValue value) {
        URI address = ConfigReader.address(value);
        if (address.getRawUserInfo() != null || address.getRawQuery() != null || address.getRawFragment() != null) {
            throw value.mistake("the address of an upstream has a host and a path and nothing else;"
                    + " what goes before @ belongs in keys: or headers:, and what goes after ? cannot be sent");
        }
        return address;
    }

    private static String headerName(YamlValue value) {
        String name = ConfigReader.word(value);
        if (HeaderSyntax.isName(name)) {
            return name;
        }
        throw value.mistake("'" + name + "' is no name of a header; it has letters, digits and dashes");
    }

    private static Map<String, String> headers(Mapping upstream) {
        Map<String, String> headers = new LinkedHashMap<>();
        upstream.mapping("headers").members().forEach((name, value) -> {
            String text = ConfigReader.word(value);
            if (!HeaderSyntax.isName(name)) {
                throw value.mistake("'" + name + "' is no name of a header; it has letters, digits and dashes");
            }
            if (!HeaderSyntax.isValue(text)) {
                throw value.mistake("the header " + name
                        + " cannot be sent: it holds a line break or another character that is not plain text");
            }
            headers.put(name, text);
        });
        return headers;
    }

    private static List<String> words(Mapping in, String field) {
        return in.list(field).stream().map(ConfigReader::word).toList();
    }

    private static Map<String, String> texts(Mapping in, String field) {
        Map<String, String> texts = new LinkedHashMap<>();
        in.mapping(field).members().forEach((name, value) -> texts.put(name, ConfigReader.word(value)));
        return texts;
    }

    private static Set<FailureType> kinds(Mapping upstream) {
        return upstream.list("on").stream()
                .flatMap(value -> {
                    String word = ConfigReader.word(value);
                    return word.equals(OUTAGE)
                            ? OUTAGES.stream()
                            : Optional.of(FailureType.ofWireName(word)
                                            .orElseThrow(() -> value.mistake("'" + word
                                                    + "' is no kind of failure; there are outage, " + names())))
                                    .stream();
                })
                .collect(Collectors.toUnmodifiableSet());
    }

    private static String names() {
        return java.util.Arrays.stream(FailureType.values())
                .map(FailureType::wireName)
                .collect(Collectors.joining(", "));
    }

    private static int weight(Mapping upstream, YamlValue at) {
        String text = upstream.text("weight").orElse("1");
        if (text.matches("[1-9][0-9]{0,3}")) {
            return Integer.parseInt(text);
        }
        throw at.mistake("weight is '" + text + "', but a whole number from 1 to 9999");
    }
}
