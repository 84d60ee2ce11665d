package dev.mulligan.cli.report;

import dev.mulligan.cli.support.Command;
import dev.mulligan.cli.support.ExitCode;
import dev.mulligan.cli.support.StorePlace;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.event.Positioned;
import dev.mulligan.store.lab.Cases;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Mixin;

/** {@code mulligan lab replay}: recorded failures against other policies. */
@picocli.CommandLine.Command(
        name = "replay",
        description = "Predicts what policies would have done with the failures recorded here.")
final class LabReplay extends Command {

    private static final int PAGE = 5000;

    @Mixin
    StorePlace place = new StorePlace();

    @Mixin
    LabPolicies policies = new LabPolicies();

    @Override
    public Integer call() throws IOException {
        Cases cases = place.with(errors(), environment(), LabReplay::cases);
        policies.compare(cases.closed(), screen());
        return ExitCode.OK;
    }

    private static Cases cases(EventStore store) {
        Cases cases = new Cases();
        long last = 0;
        for (List<Positioned> page = store.since(last, PAGE); !page.isEmpty(); page = store.since(last, PAGE)) {
            page.forEach(event -> cases.add(event.recorded()));
            last = page.getLast().position();
        }
        return cases;
    }
}
