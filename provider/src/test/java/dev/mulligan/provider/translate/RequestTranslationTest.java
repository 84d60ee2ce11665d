package dev.mulligan.provider.translate;

import static dev.mulligan.provider.Wire.ANTHROPIC;
import static dev.mulligan.provider.Wire.CHAT;
import static dev.mulligan.provider.Wire.RESPONSES;
import static dev.mulligan.provider.translate.Told.at;
import static dev.mulligan.provider.translate.Told.body;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mulligan.provider.Wire;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What each member of a request becomes on another wire, and what is refused. */
class RequestTranslationTest {

    private static final String TOOL =
            "'tools':[{'name':'Write','description':'d','input_schema':{'type':'object','properties':{'a':{'type':'string'}}}}]";

    /** Anthropic's member, chat's path and value, the Responses' path and value. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            'system':'Be brief.'                                   | messages[0].role          | system     | instructions         | Be brief.
            'system':[{'type':'text','text':'A'},{'type':'text','text':'B'}] | messages[0].content | `A\n\nB` | instructions         | `A\n\nB`
            'max_tokens':77                                        | max_tokens                | 77         | max_output_tokens    | 77
            'temperature':0.5                                      | temperature               | 0.5        | temperature          | 0.5
            'top_p':0.9                                            | top_p                     | 0.9        | top_p                | 0.9
            'stream':true                                          | stream_options.include_usage | true    | stream               | true
            TOOL                                                   | tools[0].function.name    | Write      | tools[0].name        | Write
            TOOL                                                   | tools[0].type             | function   | tools[0].type        | function
            TOOL                                                   | tools[0].function.parameters.type | object | tools[0].parameters.type | object
            TOOL,'tool_choice':{'type':'auto'}                     | tool_choice               | auto       | tool_choice          | auto
            TOOL,'tool_choice':{'type':'any'}                      | tool_choice               | required   | tool_choice          | required
            TOOL,'tool_choice':{'type':'none'}                     | tool_choice               | none       | tool_choice          | none
            TOOL,'tool_choice':{'type':'tool','name':'Write'}      | tool_choice.function.name | Write      | tool_choice.name     | Write
            TOOL,'tool_choice':{'type':'auto','disable_parallel_tool_use':true} | parallel_tool_calls | false | parallel_tool_calls | false
            'output_config':{'format':{'type':'json_schema','schema':{'type':'object'}}} | response_format.json_schema.schema.type | object | text.format.schema.type | object
            """)
    void anthropicMembers(String member, String chatPath, String chat, String responsesPath, String responses) {
        String request =
                "{'model':'m','messages':[{'role':'user','content':'hi'}]," + member.replace("TOOL", TOOL) + "}";
        assertThat(at(body(ANTHROPIC, CHAT, request), chatPath)).asString().isEqualTo(chat);
        assertThat(at(body(ANTHROPIC, RESPONSES, request), responsesPath))
                .asString()
                .isEqualTo(responses);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            'max_tokens':9                               | max_tokens                 | 9
            'max_completion_tokens':9                    | max_tokens                 | 9
            'model':'m'                                  | max_tokens                 | 32000
            'temperature':1.7                            | temperature                | 1
            'stop':'END'                                 | stop_sequences[0]          | END
            TOOL                                         | tools[0].input_schema.type | object
            TOOL,'tool_choice':'required'                | tool_choice.type           | any
            TOOL,'tool_choice':{'type':'function','function':{'name':'w'}} | tool_choice.name | w
            TOOL,'parallel_tool_calls':false             | tool_choice.disable_parallel_tool_use | true
            'response_format':{'type':'json_schema','json_schema':{'name':'n','schema':{'type':'object'}}} | output_config.format.schema.type | object
            """)
    void chatMembers(String member, String path, String value) {
        String tool = "'tools':[{'type':'function','function':{'name':'w','parameters':{'type':'object'}}}]";
        String request = "{'messages':[{'role':'user','content':'hi'}]," + member.replace("TOOL", tool) + "}";
        assertThat(at(body(CHAT, ANTHROPIC, request), path)).asString().isEqualTo(value);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            ANTHROPIC | 'mcp_servers':[{'url':'x'}]                                                    | mcp_servers
            ANTHROPIC | 'container':'c'                                                                | container
            ANTHROPIC | 'tools':[{'type':'web_search_20250305','name':'web_search'}]                   | tools[0].type
            ANTHROPIC | 'tool_choice':{'type':'later'}                                                 | tool_choice.type
            ANTHROPIC | 'messages':[{'role':'user','content':[{'type':'document','source':{}}]}]       | messages[0].content[0]
            ANTHROPIC | 'messages':[{'role':'user','content':[{'type':'text','text':'a','citations':[{}]}]}] | messages[0].content[0].citations
            ANTHROPIC | 'messages':[{'role':'user','content':[{'type':'image','source':{'type':'file','file_id':'f'}}]}] | messages[0].content[0].source.type
            ANTHROPIC | 'messages':[{'role':'assistant','content':[{'type':'thinking','thinking':'t','signature':'s'}]}] | messages[0].content[0]
            ANTHROPIC | 'messages':[{'role':'assistant','content':[{'type':'redacted_thinking','data':'EmwK'}]}] | messages[0].content[0]
            ANTHROPIC | 'messages':[{'role':'assistant','content':[{'type':'server_tool_use','id':'1'}]}] | messages[0].content[0]
            ANTHROPIC | 'something_new':1                                                              | something_new
            CHAT      | 'n':2                                                                          | n
            CHAT      | 'logprobs':true                                                                | logprobs
            CHAT      | 'audio':{'voice':'x'}                                                          | audio
            CHAT      | 'modalities':['text','audio']                                                  | modalities
            CHAT      | 'frequency_penalty':0.5                                                        | frequency_penalty
            CHAT      | 'tools':[{'type':'custom','custom':{'name':'p'}}]                              | tools[0].type
            CHAT      | 'messages':[{'role':'user','content':[{'type':'input_audio','input_audio':{}}]}] | messages[0].content[0].type
            CHAT      | 'response_format':{'type':'json_object'}                                       | response_format.type
            RESPONSES | 'previous_response_id':'resp_1'                                                | previous_response_id
            RESPONSES | 'background':true                                                              | background
            RESPONSES | 'conversation':'c'                                                             | conversation
            RESPONSES | 'truncation':'auto'                                                            | truncation
            RESPONSES | 'tools':[{'type':'web_search'}]                                                | tools[0].type
            RESPONSES | 'tools':[{'type':'custom','name':'apply_patch'}]                               | tools[0].type
            RESPONSES | 'input':[{'type':'reasoning','encrypted_content':'abc'}]                       | input[0].encrypted_content
            RESPONSES | 'input':[{'type':'item_reference','id':'x'}]                                   | input[0]
            RESPONSES | 'input':[{'type':'message','role':'user','content':[{'type':'input_file','file_id':'f'}]}] | input[0].content[0].type
            """)
    void whatOtherWiresCannotSayIsRefusedByName(Wire from, String member, String field) {
        Wire to = from == ANTHROPIC ? CHAT : ANTHROPIC;
        assertThatThrownBy(() -> body(from, to, "{'model':'m'," + member + "}"))
                .isInstanceOf(UntranslatableException.class)
                .satisfies(refused ->
                        assertThat(((UntranslatableException) refused).field()).isEqualTo(field))
                .hasMessageStartingWith(field + " ");
    }

    @Test
    void stopSequencesAreNotForResponses() {
        assertThatThrownBy(() -> body(ANTHROPIC, RESPONSES, "{'model':'m','stop_sequences':['a']}"))
                .hasMessageContaining("stop_sequences cannot be said on the responses wire");
        assertThatThrownBy(() -> body(ANTHROPIC, CHAT, "{'model':'m','stop_sequences':['a','b','c','d','e']}"))
                .hasMessageContaining("stop_sequences");
    }

    @Test
    void resultsComeBeforeWhatTheUserSays() {
        JsonObject chat = body(ANTHROPIC, CHAT, """
                {'model':'m','messages':[
                 {'role':'user','content':'go'},
                 {'role':'assistant','content':[{'type':'text','text':'ok'},{'type':'tool_use','id':'a','name':'R','input':{'p':1}},{'type':'tool_use','id':'b','name':'R','input':{}}]},
                 {'role':'user','content':[{'type':'text','text':'and now'},
                   {'type':'tool_result','tool_use_id':'a','content':'one'},
                   {'type':'tool_result','tool_use_id':'b','is_error':true,'content':[{'type':'text','text':'two'},{'type':'image','source':{'type':'base64','media_type':'image/png','data':'QQ=='}}]}]}]}""");
        assertThat(at(chat, "messages"))
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.LIST)
                .hasSize(5);
        assertThat(at(chat, "messages[1].tool_calls[0].function.arguments")).isEqualTo("{\"p\":1}");
        assertThat(at(chat, "messages[1].tool_calls[1].function.arguments")).isEqualTo("{}");
        assertThat(at(chat, "messages[2].tool_call_id")).isEqualTo("a");
        assertThat(at(chat, "messages[3].content")).isEqualTo("Error: two");
        assertThat(at(chat, "messages[4].content[0].image_url.url")).isEqualTo("data:image/png;base64,QQ==");
        assertThat(at(chat, "messages[4].content[1].text")).isEqualTo("and now");
    }

    @Test
    void resultsOfOpenAiClientsStandFirstInOneTurn() {
        JsonObject anthropic = body(CHAT, ANTHROPIC, """
                {'model':'m','messages':[{'role':'developer','content':'S'},{'role':'user','content':'go'},
                 {'role':'assistant','content':null,'tool_calls':[{'id':'x.1','type':'function','function':{'name':'R','arguments':''}}]},
                 {'role':'system','content':'hurry'},
                 {'role':'tool','tool_call_id':'x.1','content':'done'},{'role':'user','content':'next'}]}""");
        assertThat(at(anthropic, "system[0].text")).isEqualTo("S");
        assertThat(at(anthropic, "messages[1].content[0].input")).isEqualTo(Json.object());
        assertThat(at(anthropic, "messages[2].content[0].type")).isEqualTo("tool_result");
        assertThat(at(anthropic, "messages[2].content[0].tool_use_id"))
                .isEqualTo(at(anthropic, "messages[1].content[0].id"))
                .isEqualTo("x_1");
        assertThat(at(anthropic, "messages[2].content[1].text")).asString().contains("hurry");
        assertThat(at(anthropic, "messages[2].content[2].cache_control.type")).isEqualTo("ephemeral");
    }

    @Test
    void imagesAreKept() {
        String image =
                "{'model':'m','messages':[{'role':'user','content':[{'type':'image','source':{'type':'url','url':'https://e/x.png'}},{'type':'text','text':'see'}]}]}";
        assertThat(at(body(ANTHROPIC, CHAT, image), "messages[0].content[0].image_url.url"))
                .isEqualTo("https://e/x.png");
        assertThat(at(body(ANTHROPIC, RESPONSES, image), "input[0].content[0].image_url"))
                .isEqualTo("https://e/x.png");
        String data =
                "{'model':'m','input':[{'role':'user','content':[{'type':'input_image','image_url':'data:image/jpeg;base64,QUJD'}]}]}";
        assertThat(at(body(RESPONSES, ANTHROPIC, data), "messages[0].content[0].source.media_type"))
                .isEqualTo("image/jpeg");
        assertThat(at(body(RESPONSES, ANTHROPIC, data), "messages[0].content[0].source.data"))
                .isEqualTo("QUJD");
    }

    @Test
    void modelsThatReasonGetTheirOwnMembers() {
        String request =
                "{'model':'m','max_tokens':5,'temperature':0.2,'thinking':{'type':'enabled','budget_tokens':2500},'messages':[]}";
        Translation other = Told.translated(ANTHROPIC, CHAT, request);
        assertThat(Told.body(other).has("max_tokens")).isTrue();
        assertThat(other.dropped()).containsExactly("thinking");

        Translation gpt = Told.translated(ANTHROPIC, CHAT, request.replace("'m'", "'openai/gpt-5.1'"));
        JsonObject body = Told.body(gpt);
        assertThat(body.members().keySet())
                .contains("max_completion_tokens", "reasoning_effort")
                .doesNotContain("max_tokens", "temperature");
        assertThat(body.text("reasoning_effort")).contains("medium");
        assertThat(gpt.dropped()).containsExactly("temperature");
    }

    @Test
    void theTargetsModelDecidesWhatItAccepts() {
        JsonObject body = Told.body(Translation.of(
                ANTHROPIC, CHAT, Told.bytes("{'model':'claude-x','max_tokens':5,'messages':[]}"), "gpt-5.1", Set.of()));
        assertThat(body.members().keySet()).contains("max_completion_tokens");
        assertThat(body.text("model")).contains("gpt-5.1");
    }

    @Test
    void longToolNamesAreShortAndComeBack() {
        String name = "mcp__some_server_with_a_long_name__and_a_tool_whose_name_is_even_longer_than_that";
        Translation translation = Told.translated(
                ANTHROPIC,
                CHAT,
                "{'model':'m','messages':[],'tools':[{'name':'" + name + "','type':'custom','input_schema':{}}]}");
        String sent = String.valueOf(at(Told.body(translation), "tools[0].function.name"));
        assertThat(sent).hasSizeLessThanOrEqualTo(64);
        assertThat(at(Told.body(translation), "tools[0].function"))
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.type(JsonObject.class))
                .satisfies(function -> assertThat(function.has("type")).isFalse());
        List<JsonObject> events = Told.events(
                translation,
                "{'choices':[{'delta':{'tool_calls':[{'index':0,'id':'c','function':{'name':'" + sent
                        + "','arguments':'{}'}}]}}]}");
        assertThat(events).anySatisfy(event -> assertThat(event.toString()).contains(name));
    }

    @Test
    void aThoughtComesBackToWhereItWasThought() {
        Translation first = Told.translated(ANTHROPIC, CHAT, "{'model':'deepseek','messages':[]}");
        JsonObject answer = Json.parseObject(new String(
                first.answer(
                        Told.bytes(
                                "{'id':'1','choices':[{'message':{'reasoning_content':'hm','tool_calls':[{'id':'c','function':{'name':'R','arguments':'{}'}}]},'finish_reason':'stop'}]}")),
                StandardCharsets.UTF_8));
        assertThat(answer.text("stop_reason")).contains("tool_use");
        assertThat(answer.toString()).doesNotContain("signature");

        JsonObject next = body(
                ANTHROPIC,
                CHAT,
                "{'model':'deepseek','messages':[{'role':'assistant','content':" + Json.write(answer.list("content"))
                        + "}]}");
        assertThat(at(next, "messages[0].reasoning_content")).isEqualTo("hm");
    }

    @Test
    void claudeCodesOwnRequestIsTranslated() throws Exception {
        Translation translation = Translation.of(
                ANTHROPIC, CHAT, Told.bytes(Told.recorded("claude-code-request.json")), "gpt-5.1", Set.of());
        JsonObject body = Told.body(translation);
        assertThat(at(body, "messages[0].content")).asString().doesNotContain("billing");
        assertThat(body.list("tools")).hasSize(24);
        assertThat(body.text("reasoning_effort")).contains("high");
        assertThat(translation.dropped())
                .contains("metadata", "context_management", "messages[].content[].cache_control");
        Translation responses = Told.translated(ANTHROPIC, RESPONSES, Told.recorded("claude-code-request.json"));
        assertThat(at(Told.body(responses), "store")).isEqualTo(false);
    }

    @Test
    void codexsOwnRequestIsTranslatedOnceItsWebSearchMayBeMissing() throws Exception {
        String request = Told.recorded("codex-request.json");
        assertThatThrownBy(() -> Told.translated(RESPONSES, ANTHROPIC, request))
                .hasMessageContaining("web_search is a tool that the provider itself runs");
        Translation translation = Translation.of(RESPONSES, ANTHROPIC, Told.bytes(request), "", Set.of("web_search"));
        JsonObject body = Told.body(translation);
        assertThat(body.list("tools")).hasSize(9);
        assertThat(body.toString()).contains("multi_agent_v1__close_agent");
        assertThat(translation.dropped()).contains("tools[].type web_search", "client_metadata", "include");
        List<JsonObject> events = Told.events(
                translation,
                "{'type':'content_block_start','index':0,'content_block':{'type':'tool_use','id':'t','name':'multi_agent_v1__close_agent','input':{}}}");
        assertThat(events)
                .anySatisfy(event -> assertThat(event.toString())
                        .contains("\"name\":\"close_agent\"", "\"namespace\":\"multi_agent_v1\""));
    }

    /** From one wire to another and back, what counts is the same. */
    @Test
    void thereAndBackAgain() {
        String request = """
                {'model':'m','max_tokens':50,'system':[{'type':'text','text':'S'}],'messages':[
                 {'role':'user','content':[{'type':'text','text':'go'},{'type':'image','source':{'type':'base64','media_type':'image/png','data':'QQ=='}}]},
                 {'role':'assistant','content':[{'type':'text','text':'ok'},{'type':'tool_use','id':'a','name':'R','input':{'p':[1,'x']}}]},
                 {'role':'user','content':[{'type':'tool_result','tool_use_id':'a','content':[{'type':'text','text':'one'}]}]}],
                 'tools':[{'name':'R','description':'d','input_schema':{'type':'object'}}],'tool_choice':{'type':'any'},'stream':true}""";
        for (Wire wire : List.of(CHAT, RESPONSES)) {
            ModelRequest there = RequestReader.read(ANTHROPIC, Json.parseObject(request.replace('\'', '"')), Set.of());
            ModelRequest back = RequestReader.read(wire, body(ANTHROPIC, wire, request), Set.of());
            assertThat(Parts.sides(back.turns())).as(wire.name()).isEqualTo(Parts.sides(there.turns()));
            assertThat(back.toolUse().choice()).isEqualTo(there.toolUse().choice());
            assertThat(back.tools().getFirst().schema())
                    .isEqualTo(there.tools().getFirst().schema());
            assertThat(back.sampling().maxTokens()).isEqualTo(there.sampling().maxTokens());
            JsonObject again = body(wire, ANTHROPIC, Json.write(body(ANTHROPIC, wire, request)));
            ModelRequest twice = RequestReader.read(ANTHROPIC, again, Set.of());
            assertThat(twice.turns()).as(wire.name()).isEqualTo(there.turns());
        }
    }
}
