package dev.mulligan.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Dependencies point one way. */
class LayersTest {

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.mulligan");

    private static final int MOST_TYPES = 30;

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
    void noPackageKnowsOneThatKnowsIt() {
        slices().assignedFrom(PACKAGES).should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void theLoopsPartsAreTheLibrarysOwn() {
        noClasses()
                .that()
                .resideOutsideOfPackages("dev.mulligan", "dev.mulligan.internal")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.mulligan.internal")
                .check(CLASSES);
    }

    @Test
    void aPackageHoldsOneTopic() {
        Map<String, Long> sizes = CLASSES.stream()
                .filter(LayersTest::isTopLevel)
                .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));
        sizes.values().removeIf(types -> types <= MOST_TYPES);

        assertThat(sizes)
                .as("packages of more than %d types: divide them by topic", MOST_TYPES)
                .isEmpty();
    }

    @Test
    void noTwoClassesHaveOneName() {
        Map<String, Set<String>> places = CLASSES.stream()
                .filter(LayersTest::isTopLevel)
                .collect(Collectors.groupingBy(
                        JavaClass::getSimpleName, Collectors.mapping(JavaClass::getPackageName, Collectors.toSet())));
        places.values().removeIf(packages -> packages.size() < 2);

        assertThat(places).as("one name, two classes").isEmpty();
    }

    private static final SliceAssignment PACKAGES = new SliceAssignment() {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            return type.getPackageName().startsWith("dev.mulligan")
                    ? SliceIdentifier.of(type.getPackageName())
                    : SliceIdentifier.ignore();
        }

        @Override
        public String getDescription() {
            return "packages";
        }
    };

    private static boolean isTopLevel(JavaClass type) {
        return type.getEnclosingClass().isEmpty() && !type.getSimpleName().equals("package-info");
    }

    @Test
    void theRoomsOfTheEngineAndItsAgentsFormNoCircle() {
        slices().matching("dev.mulligan.orchestrator.(*)..")
                .should()
                .beFreeOfCycles()
                .check(CLASSES);
        slices().matching("dev.mulligan.(agent..)").should().beFreeOfCycles().check(CLASSES);
    }
}
