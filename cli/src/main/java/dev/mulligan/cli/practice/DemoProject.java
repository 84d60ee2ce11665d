package dev.mulligan.cli.practice;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A small repository with a real bug, in a language every machine has. */
final class DemoProject {

    private static final String CART = """
            # Prints the price of a cart: total PRICE QUANTITY PERCENT_OFF
            total() {
              echo $(( $1 * $2 - $3 ))
            }
            """;

    private static final String TESTS = """
            . ./cart.sh
            n=0
            failed=0
            check() {
              n=$((n + 1))
              if [ "$2" = "$3" ]; then echo "ok $n - $1"; else
                failed=1
                echo "not ok $n - $1"
                echo "# expected $2, got $3"
              fi
            }
            echo "1..3"
            check "no discount" 60 "$(total 20 3 0)"
            check "ten percent off" 54 "$(total 20 3 10)"
            check "half price" 30 "$(total 20 3 50)"
            exit $failed
            """;

    private DemoProject() {}

    static void create(Path folder) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("cart.sh"), CART);
        Files.writeString(folder.resolve("tests.sh"), TESTS);
        git(folder, "init", "-q", "-b", "main");
        git(folder, "add", "-A");
        git(
                folder,
                "-c",
                "user.name=Demo",
                "-c",
                "user.email=demo@localhost",
                "commit",
                "-q",
                "-m",
                "A cart that gives odd discounts");
    }

    static String plan(String gateway) {
        return """
                name: mend the discount
                project: demo
                agents:
                  model: {kind: api, provider: anthropic, model: claude-haiku-4-5, url: '%s'}
                verify: sh tests.sh
                budget: {cost: 1, attempts: 30, time: 5m}
                steps:
                  - id: discount
                    prompt: The third argument of total in cart.sh is a discount in percent. Make the tests pass.
                    files: [cart.sh]
                """.formatted(gateway);
    }

    private static void git(Path folder, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("git " + String.join(" ", arguments) + ": " + said);
        }
    }
}
