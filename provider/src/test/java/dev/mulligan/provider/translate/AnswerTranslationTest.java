package dev.mulligan.provider.translate;

import static dev.mulligan.provider.Wire.ANTHROPIC;
import static dev.mulligan.provider.Wire.CHAT;
import static dev.mulligan.provider.Wire.RESPONSES;
import static dev.mulligan.provider.translate.Told.at;
import static dev.mulligan.provider.translate.Told.events;
import static dev.mulligan.provider.translate.Told.types;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.escalate.Usage;
import dev.mulligan.provider.StreamWatch;
import dev.mulligan.provider.UsageReader;
import dev.mulligan.provider.Wire;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an answer becomes for the client of another wire. */
class AnswerTranslationTest {

    private static Translation forClient(Wire client, Wire upstream) {
        return Told.translated(
                client,
                upstream,
                client == RESPONSES
                        ? "{'model':'m','stream':true,'input':'hi'}"
                        : "{'model':'m','stream':true,'stream_options':{'include_usage':true},'messages':[]}"
                                .replace(client == ANTHROPIC ? "'stream_options':{'include_usage':true}," : "", ""));
    }

    private static String delta(String delta) {
        return "{'id':'c1','model':'up','choices':[{'index':0,'delta':{" + delta + "},'finish_reason':null}]}";
    }

    private static String end(String reason) {
        return "{'id':'c1','choices':[{'index':0,'delta':{},'finish_reason':'" + reason + "'}]}";
    }

    private static final String USAGE =
            "{'id':'c1','choices':[],'usage':{'prompt_tokens':100,'completion_tokens':7,'prompt_tokens_details':{'cached_tokens':60}}}";

    @Test
    void aChatStreamBecomesAnthropicsEvents() {
        List<JsonObject> events = events(
                forClient(ANTHROPIC, CHAT),
                delta("'role':'assistant','content':''"),
                delta("'content':'Hel'"),
                delta("'content':'lo'"),
                end("stop"),
                USAGE,
                "[DONE]");
        assertThat(types(events))
                .containsExactly(
                        "message_start",
                        "content_block_start",
                        "content_block_delta",
                        "content_block_delta",
                        "content_block_stop",
                        "message_delta",
                        "message_stop");
        assertThat(at(events.get(5), "delta.stop_reason")).isEqualTo("end_turn");
        // The usage comes after the reason to stop; both are told together.
        assertThat(at(events.get(5), "usage.input_tokens")).isEqualTo(40L);
        assertThat(at(events.get(5), "usage.cache_read_input_tokens")).isEqualTo(60L);
        assertThat(at(events.get(5), "usage.output_tokens")).isEqualTo(7L);
    }

    @Test
    void aToolFirstStreamStartsWithMessageStart() {
        List<JsonObject> events = events(
                forClient(ANTHROPIC, CHAT),
                delta("'tool_calls':[{'index':0,'id':'functions.R:0','function':{'name':'R','arguments':'{\\'a\\':'}}]")
                        .replace("\\'", "\\\""),
                delta("'tool_calls':[{'index':0,'function':{'arguments':'1}'}}]"),
                end("stop"));
        assertThat(types(events)).startsWith("message_start", "content_block_start", "content_block_delta");
        assertThat(at(events.get(1), "content_block.id")).isEqualTo("functions_R_0");
        // The piece that began the call held arguments already.
        assertThat(at(events.get(2), "delta.partial_json")).isEqualTo("{\"a\":");
        // "stop" although a tool was called: the client must run it.
        assertThat(at(events.get(events.size() - 2), "delta.stop_reason")).isEqualTo("tool_use");
    }

    @Test
    void interleavedCallsAreUntangled() {
        List<JsonObject> events = events(
                forClient(ANTHROPIC, CHAT),
                delta("'tool_calls':[{'index':0,'id':'a','function':{'name':'R','arguments':''}}]"),
                delta("'tool_calls':[{'index':1,'id':'b','function':{'name':'W','arguments':''}}]"),
                delta("'tool_calls':[{'index':0,'function':{'arguments':'[0'}}]"),
                delta("'tool_calls':[{'index':1,'function':{'arguments':'[1'}}]"),
                delta(
                        "'tool_calls':[{'index':0,'function':{'arguments':',0]'}},{'index':1,'function':{'arguments':',1]'}}]"),
                delta("'content':'after'"),
                end("tool_calls"));
        StringBuilder first = new StringBuilder();
        StringBuilder second = new StringBuilder();
        int open = -1;
        for (JsonObject event : events) {
            int index = event.integer("index").orElse(-1);
            switch (event.text("type", "")) {
                case "content_block_start" -> {
                    assertThat(open).isEqualTo(-1);
                    open = index;
                }
                case "content_block_stop" -> {
                    assertThat(open).isEqualTo(index);
                    open = -1;
                }
                case "content_block_delta" -> {
                    assertThat(open).isEqualTo(index);
                    event.object("delta")
                            .flatMap(d -> d.text("partial_json"))
                            .ifPresent(json -> (index == 0 ? first : second).append(json));
                }
                default -> {}
            }
        }
        assertThat(first).hasToString("[0,0]");
        assertThat(second).hasToString("[1,1]");
        assertThat(types(events)).endsWith("message_delta", "message_stop");
        assertThat(events.toString()).contains("after");
    }

    @Test
    void aCallWithoutArgumentsHasAnEmptyObject() {
        List<JsonObject> events = events(
                forClient(ANTHROPIC, CHAT),
                delta("'tool_calls':[{'index':0,'id':'a','function':{'name':'R','arguments':''}}]"),
                end("tool_calls"));
        assertThat(at(events.get(2), "delta.partial_json")).isEqualTo("{}");
    }

    @ParameterizedTest
    @CsvSource({
        "stop,end_turn",
        "length,max_tokens",
        "tool_calls,tool_use",
        "content_filter,refusal",
        "whatever,end_turn",
    })
    void reasonsToStop(String chat, String anthropic) {
        List<JsonObject> events = events(forClient(ANTHROPIC, CHAT), delta("'content':'x'"), end(chat));
        assertThat(at(events.get(events.size() - 2), "delta.stop_reason")).isEqualTo(anthropic);
    }

    private static final String[] CLAUDE = {
        "{'type':'message_start','message':{'id':'msg_1','model':'claude','usage':{'input_tokens':10,'cache_read_input_tokens':5,'cache_creation_input_tokens':3,'output_tokens':1}}}",
        "{'type':'ping'}",
        "{'type':'content_block_start','index':0,'content_block':{'type':'text','text':''}}",
        "{'type':'content_block_delta','index':0,'delta':{'type':'text_delta','text':'Hi'}}",
        "{'type':'content_block_stop','index':0}",
        "{'type':'content_block_start','index':1,'content_block':{'type':'tool_use','id':'toolu_1','name':'R','input':{}}}",
        "{'type':'content_block_delta','index':1,'delta':{'type':'input_json_delta','partial_json':'[1'}}",
        "{'type':'content_block_delta','index':1,'delta':{'type':'input_json_delta','partial_json':',2]'}}",
        "{'type':'content_block_stop','index':1}",
        "{'type':'message_delta','delta':{'stop_reason':'tool_use'},'usage':{'output_tokens':9}}",
        "{'type':'message_stop'}",
    };

    @Test
    void anthropicsStreamBecomesChatChunks() {
        List<JsonObject> events = events(forClient(CHAT, ANTHROPIC), CLAUDE);
        assertThat(at(events.getFirst(), "choices[0].delta.role")).isEqualTo("assistant");
        assertThat(at(events.get(1), "choices[0].delta.content")).isEqualTo("Hi");
        assertThat(at(events.get(2), "choices[0].delta.tool_calls[0].index")).isEqualTo(0L);
        assertThat(at(events.get(5), "choices[0].finish_reason")).isEqualTo("tool_calls");
        assertThat(at(events.get(6), "usage.prompt_tokens")).isEqualTo(18L);
        assertThat(at(events.get(6), "usage.prompt_tokens_details.cached_tokens"))
                .isEqualTo(5L);
    }

    @Test
    void codexGetsItemsThatAreDone() {
        List<JsonObject> events = events(forClient(RESPONSES, ANTHROPIC), CLAUDE);
        assertThat(types(events))
                .containsSubsequence(
                        "response.created",
                        "response.output_item.added",
                        "response.output_text.delta",
                        "response.output_item.done",
                        "response.output_item.added",
                        "response.function_call_arguments.delta",
                        "response.output_item.done",
                        "response.completed");
        JsonObject last = events.getLast();
        assertThat(at(last, "response.output[0].content[0].text")).isEqualTo("Hi");
        assertThat(at(last, "response.output[1].arguments")).isEqualTo("[1,2]");
        assertThat(at(last, "response.output[1].call_id")).isEqualTo("toolu_1");
        assertThat(at(last, "response.usage.input_tokens")).isEqualTo(18L);
    }

    @Test
    void anAnswerThatIsCutShortIsIncomplete() {
        List<JsonObject> events = events(
                forClient(RESPONSES, ANTHROPIC),
                CLAUDE[0],
                CLAUDE[2],
                CLAUDE[3],
                "{'type':'message_delta','delta':{'stop_reason':'max_tokens'}}");
        assertThat(types(events)).endsWith("response.incomplete");
        assertThat(at(events.getLast(), "response.incomplete_details.reason")).isEqualTo("max_output_tokens");
    }

    /** Every answer says the same on every wire, streamed or whole, and our own watch takes it for good. */
    @Test
    void tokensAndContentSurviveEveryDirection() {
        Usage usage = new Usage(10, 9, 5, 0);
        String chat =
                "{'id':'1','model':'m','choices':[{'index':0,'message':{'content':'Hi','tool_calls':[{'id':'a','type':'function','function':{'name':'R','arguments':'{\\'p\\':1}'}}]},'finish_reason':'tool_calls'}],'usage':{'prompt_tokens':15,'completion_tokens':9,'prompt_tokens_details':{'cached_tokens':5}}}";
        String anthropic = new String(forClient(ANTHROPIC, CHAT).answer(Told.bytes(chat)), StandardCharsets.UTF_8);
        String responses = new String(forClient(RESPONSES, CHAT).answer(Told.bytes(chat)), StandardCharsets.UTF_8);
        for (Wire upstream : List.of(ANTHROPIC, CHAT, RESPONSES)) {
            String body = upstream == ANTHROPIC ? anthropic : upstream == CHAT ? chat : responses;
            for (Wire client : List.of(ANTHROPIC, CHAT, RESPONSES)) {
                if (client == upstream) {
                    continue;
                }
                JsonObject whole = Json.parseObject(
                        new String(forClient(client, upstream).answer(Told.bytes(body)), StandardCharsets.UTF_8));
                assertThat(UsageReader.of(client, whole.object("usage").orElseThrow()))
                        .as(upstream + " to " + client)
                        .isEqualTo(usage);
                assertThat(whole.toString())
                        .contains("Hi")
                        .containsPattern("p.{1,2}:1")
                        .contains("\"R\"");

                StreamWatch watch = StreamWatch.of(client);
                Told.parsed(forClient(client, upstream).streamOf(Told.bytes(body)))
                        .forEach(event -> {
                            byte[] data = event.toString().getBytes(StandardCharsets.UTF_8);
                            watch.see(event.text("type", ""), data, 0, data.length);
                        });
                assertThat(watch.hasContent() && watch.hasEnded())
                        .as(upstream + " to " + client)
                        .isTrue();
                assertThat(watch.usage()).as(upstream + " to " + client).isEqualTo(usage);
            }
        }
    }
}
