package dev.mulligan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Only the command that is asked for is built; nobody may notice. */
class CommandsTest {

    static Iterable<Commands.Named> all() {
        return Commands.ALL;
    }

    @ParameterizedTest
    @MethodSource("all")
    void isFoundUnderItsOwnNameAndShownInTheHelp(Commands.Named command) {
        assertThat(command.type().getAnnotation(CommandLine.Command.class).name())
                .isEqualTo(command.name());
        assertThat(Cli.run("--help").out()).containsPattern("(?m)^  " + command.name() + " ");
        Cli own = Cli.run(command.name(), "--help");
        assertThat(own.exit()).isZero();
        assertThat(own.out()).startsWith("Usage: mulligan " + command.name());
    }
}
