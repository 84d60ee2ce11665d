package dev.mulligan.cli.run;

import dev.mulligan.cli.support.Command;
import dev.mulligan.cli.support.ExitCode;
import dev.mulligan.orchestrator.plan.PlanSchema;

/** {@code mulligan plan schema}. */
@picocli.CommandLine.Command(
        name = "schema",
        description = "Prints the JSON Schema of plans, for editors that complete and check while you type.",
        footer = {
            "",
            "Example:",
            "  mulligan plan schema > plan.schema.json",
            "and as the first line of a plan, for editors with the YAML language server:",
            "  # yaml-language-server: $$schema=plan.schema.json"
        })
final class PlanSchemaCommand extends Command {

    @Override
    public Integer call() {
        spec.commandLine().getOut().print(PlanSchema.text());
        spec.commandLine().getOut().flush();
        return ExitCode.OK;
    }
}
