package org.epiwrap.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The arrows of ARCHITECTURE.md. */
@AnalyzeClasses(packages = "org.epiwrap", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    /**
     * In the order the data flows; a package depends only on those before it: network → interval network → prediction →
     * evaluation → report, and the shell last.
     */
    private static final List<String> ORDER = List.of(
            "check",
            "configuration",
            "statistics",
            "concurrent",
            "random",
            "file",
            "store",
            "store.numpy",
            "data",
            "data.source",
            "data.input",
            "data.profile",
            "data.table",
            "data.image",
            "data.array",
            "data.corruption",
            "data.shift",
            "data.cifar",
            "data.builtin",
            "data.load",
            "data.parquet",
            "interval",
            "posterior",
            "belief",
            "dirichlet",
            "wrap",
            "credal",
            "promise",
            "familiarity",
            "metrics",
            "tensor",
            "activation",
            "architecture",
            "network",
            "intervalnet.pass",
            "intervalnet",
            "scoring",
            "explanation",
            "randomset",
            "baseline",
            "prediction",
            "prediction.table",
            "prediction.promise",
            "evaluation",
            "model.manifest",
            "model.calibration",
            "model.promise",
            "model",
            "report.svg",
            "report.plot",
            "report",
            "report.weight",
            "report.data",
            "report.evaluation",
            "onnx",
            "onnx.read",
            "exchange.file",
            "exchange.convention",
            "exchange.layer",
            "exchange.reference",
            "exchange.draws",
            "exchange",
            "experiments.measurement",
            "experiments.workspace",
            "experiments.hard",
            "experiments.promises",
            "experiments",
            "cli.terminal",
            "cli.output",
            "cli.option",
            "cli.command",
            "cli");

    private static final int MAX_CLASSES = 20;

    /** The mathematics: no input, no output, no file format. */
    private static final List<String> PURE = Stream.concat(
                    Stream.of("check", "statistics", "random"),
                    ORDER.subList(ORDER.indexOf("interval"), ORDER.indexOf("metrics") + 1).stream())
            .toList();

    @ArchTest
    static void everyPackageHasItsPlace(JavaClasses classes) {
        TreeSet<String> found = new TreeSet<>();
        for (JavaClass type : classes) {
            found.add(type.getPackageName().replace("org.epiwrap.", ""));
        }
        assertThat(found).containsExactlyInAnyOrderElementsOf(ORDER);
    }

    @ArchTest
    static void packagesAreSmall(JavaClasses classes) {
        Map<String, Long> sizes = classes.stream()
                .filter(type -> type.isTopLevelClass() && !type.getSimpleName().equals("package-info"))
                .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));
        // Templates are generated into the package of their writer.
        sizes.remove("org.epiwrap.report");
        assertThat(sizes).allSatisfy((name, size) -> assertThat(size).as(name).isLessThanOrEqualTo(MAX_CLASSES));
    }

    @ArchTest
    static void noPackageTurnsBack(JavaClasses classes) {
        for (int i = 0; i < ORDER.size(); i++) {
            String[] later = packages(ORDER.subList(i + 1, ORDER.size()));
            if (later.length > 0) {
                noClasses()
                        .that()
                        .resideInAPackage("org.epiwrap." + ORDER.get(i))
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(later)
                        .check(classes);
            }
        }
    }

    @ArchTest
    static void noCycles(JavaClasses classes) {
        slices().matching("org.epiwrap.(*)..").should().beFreeOfCycles().check(classes);
    }

    @ArchTest
    static void theMathematicsTouchesNothingOutside(JavaClasses classes) {
        noClasses()
                .that()
                .resideInAnyPackage(packages(PURE))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.io..", "java.nio..", "java.net..", "com.fasterxml..", "picocli..", "ai.djl..")
                .check(classes);
    }

    @ArchTest
    static void theEngineStaysBehindOnePackage(JavaClasses classes) {
        noClasses()
                .that()
                .resideOutsideOfPackage("org.epiwrap.tensor")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("ai.djl..")
                .check(classes);
    }

    @ArchTest
    static void randomnessIsAnArgument(JavaClasses classes) {
        noClasses()
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.util.Random")
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.util.concurrent.ThreadLocalRandom")
                .orShould()
                .callMethod(Math.class, "random")
                .check(classes);
    }

    @ArchTest
    static void nothingIsRunFromBytes(JavaClasses classes) {
        noClasses()
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.io.ObjectInputStream")
                .check(classes);
    }

    private static String[] packages(List<String> names) {
        return names.stream().map(name -> "org.epiwrap." + name).toArray(String[]::new);
    }
}
