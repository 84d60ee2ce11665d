package dev.mulligan.cli;

import java.util.Map;

/**
 * The smallest agent: one question to the address in {@code ANTHROPIC_BASE_URL}. Prints its arguments, the address and
 * the status, and ends with 7 when it was answered, or with 0 when told {@code plainly}.
 */
final class OneTurn {

    private OneTurn() {}

    public static void main(String[] args) throws Exception {
        Map<String, String> environment = System.getenv();
        String url = environment.getOrDefault("ANTHROPIC_BASE_URL", "");
        int status = new AgentClient(url).ask("one-turn", "hello").statusCode();
        System.out.println("arguments " + String.join("|", args));
        System.out.println("url " + url);
        System.out.println("codex " + environment.getOrDefault("OPENAI_BASE_URL", "none"));
        System.out.println("status " + status);
        System.exit(status != 200 ? 1 : args.length > 0 && args[0].equals("plainly") ? 0 : 7);
    }
}
