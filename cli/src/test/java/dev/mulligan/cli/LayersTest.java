package dev.mulligan.cli;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Dependencies point one way. */
class LayersTest {

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.mulligan");

    @Test
    void everyLayerKnowsOnlyTheOnesBelow() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("failure")
                .definedBy("dev.mulligan.failure..")
                .layer("explain")
                .definedBy("dev.mulligan.explain..")
                .layer("core")
                .definedBy(
                        "dev.mulligan",
                        "dev.mulligan.policy..",
                        "dev.mulligan.guard..",
                        "dev.mulligan.escalate..",
                        "dev.mulligan.attempt..",
                        "dev.mulligan.decide..",
                        "dev.mulligan.event..",
                        "dev.mulligan.internal..",
                        "dev.mulligan.redact..",
                        "dev.mulligan.test..")
                .layer("record")
                .definedBy("dev.mulligan.record..")
                .layer("text")
                .definedBy("dev.mulligan.text..")
                .layer("provider")
                .definedBy("dev.mulligan.provider..")
                .layer("config")
                .definedBy("dev.mulligan.config..")
                .layer("workspace")
                .definedBy("dev.mulligan.workspace..")
                .layer("agent")
                .definedBy("dev.mulligan.agent..")
                .layer("orchestrator")
                .definedBy("dev.mulligan.orchestrator..")
                .layer("simulator")
                .definedBy("dev.mulligan.simulator..")
                .layer("store")
                .definedBy("dev.mulligan.store..")
                .layer("gateway")
                .definedBy("dev.mulligan.gateway..")
                .layer("mcp")
                .definedBy("dev.mulligan.mcp..")
                .layer("server")
                .definedBy("dev.mulligan.server..")
                .layer("cli")
                .definedBy("dev.mulligan.cli..")
                .whereLayer("cli")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("server")
                .mayOnlyBeAccessedByLayers("cli")
                .whereLayer("orchestrator")
                .mayOnlyBeAccessedByLayers("cli")
                .whereLayer("provider")
                .mayOnlyAccessLayers("core", "failure", "text")
                .whereLayer("simulator")
                .mayOnlyAccessLayers("provider", "text")
                .whereLayer("gateway")
                .mayOnlyAccessLayers("provider", "config", "record", "core", "failure", "text")
                .whereLayer("mcp")
                .mayOnlyAccessLayers("store", "explain", "record", "core", "failure", "text")
                .whereLayer("agent")
                .mayOnlyAccessLayers("provider", "core", "failure", "text")
                .whereLayer("store")
                .mayOnlyAccessLayers("record", "core", "failure", "text")
                .whereLayer("failure")
                .mayNotAccessAnyLayer()
                .whereLayer("text")
                .mayNotAccessAnyLayer()
                .whereLayer("explain")
                .mayOnlyAccessLayers("failure")
                .whereLayer("core")
                .mayOnlyAccessLayers("failure")
                .whereLayer("record")
                .mayOnlyAccessLayers("core", "failure")
                .whereLayer("config")
                .mayOnlyAccessLayers("core", "failure", "text")
                .whereLayer("workspace")
                .mayOnlyAccessLayers("core", "failure", "text")
                .check(CLASSES);
    }

    @Test
    void theRoomsOfTheCommandLineFormNoCircle() {
        slices().matching("dev.mulligan.cli.(*)..").should().beFreeOfCycles().check(CLASSES);
    }
}
