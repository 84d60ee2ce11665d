package dev.mulligan.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.Recovery;
import dev.mulligan.policy.PolicyTemplates;
import dev.mulligan.simulator.ProviderSimulator;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Each test has a provider that fails as it is told, and nobody else's. */
@SimulatedProvider(answer = "hello")
class SimulatedProviderTest {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @Test
    void itIsHealthyUnlessToldOtherwise(ProviderSimulator provider) throws Exception {
        HttpResponse<String> answer = ask(provider);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("hello");
        assertThat(provider.requests()).hasSize(1);
    }

    @Nested
    class MyProgram {

        // tag::junit[]
        @Test
        @SimulatedProvider(faults = "[{fault: status, code: 529, times: 1}]", answer = "good again")
        void myProgramSurvivesAnOverloadedProvider(ProviderSimulator provider) throws Exception {
            String answer = Recovery.of(PolicyTemplates.get("default")).run(attempt -> {
                HttpResponse<String> response = ask(provider);
                if (response.statusCode() != 200) {
                    throw new IOException("HTTP " + response.statusCode() + ": " + response.body());
                }
                return response.body();
            });

            assertThat(answer).contains("good again");
            assertThat(provider.requests()).hasSize(2);
        }
        // end::junit[]
    }

    private static HttpResponse<String> ask(ProviderSimulator provider) throws IOException, InterruptedException {
        return HTTP.send(
                HttpRequest.newBuilder(URI.create(provider.url() + "/v1/messages"))
                        .header("x-api-key", "test")
                        .POST(
                                HttpRequest.BodyPublishers.ofString(
                                        "{\"model\":\"claude-sonnet-4-5\",\"max_tokens\":9,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }
}
