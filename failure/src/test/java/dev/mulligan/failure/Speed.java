package dev.mulligan.failure;

import dev.mulligan.failure.classify.Classifier;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;

/** A quick look at the speed on one core; the measured benchmark lives elsewhere. */
final class Speed {
    private Speed() {}

    /** CPU time of this thread, so that a busy machine does not count against us. */
    private static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    public static void main(String[] arguments) {
        long start = cpuNanos();
        Classifier classifier = Classifier.standard();
        System.out.printf(Locale.ROOT, "start-up %.1f ms%n", (cpuNanos() - start) / 1e6);
        List<LabelledCase> cases = LabelledCase.read("errors-dev.jsonl");
        long failures = 0;
        for (int round = 0; round < 10; round++) {
            long began = cpuNanos();
            int count = 0;
            while (cpuNanos() - began < 1_000_000_000L) {
                for (LabelledCase one : cases) {
                    failures += classifier.classify(one.evidence()) instanceof Verdict.Failed ? 1 : 0;
                    count++;
                }
            }
            double nanos = (double) (cpuNanos() - began) / count;
            System.out.printf(Locale.ROOT, "%.0f ns each, %.0f a second%n", nanos, 1e9 / nanos);
        }
        System.out.println(failures + " failures seen");
    }
}
