package dev.mulligan.cli.run;

import dev.mulligan.cli.support.Command;
import dev.mulligan.orchestrator.engine.Engine;
import java.util.function.Function;
import picocli.CommandLine.Mixin;

/** A command that carries out a run and stays until it is over. */
abstract class RunSessionCommand extends Command {

    @Mixin
    RunScreenFlags screenFlags = new RunScreenFlags();

    @Mixin
    RunPlace place = new RunPlace();

    /** {@code begin} starts or resumes the run and returns its id. */
    final int carryOut(Function<Engine, String> begin) throws InterruptedException {
        return new RunSession(this, place, screenFlags).run(begin);
    }
}
