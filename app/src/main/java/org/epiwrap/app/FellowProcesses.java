package org.epiwrap.app;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.epiwrap.study.Task;

/**
 * Processes that run the same command to share its work: the tensor engine collects gradients for one computation a
 * process. What one of them does not do, for it failed or was killed, is done by the others.
 */
final class FellowProcesses {
    private FellowProcesses() {}

    /** Does work here while so many others, with the arguments of this one, share it. */
    static void share(int count, List<String> arguments, Task.Work work) throws IOException {
        List<Process> fellows = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                fellows.add(start(arguments));
            }
            work.run();
        } finally {
            // What they may still be doing is no longer wanted.
            fellows.forEach(Process::destroy);
        }
    }

    private static Process start(List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        for (String option : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            if (option.startsWith("-D") || option.startsWith("-X")) {
                command.add(option);
            }
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
        command.addAll(arguments);
        command.addAll(
                List.of("--parent", String.valueOf(ProcessHandle.current().pid())));
        return new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** Lets this process end when that one does, however it ends, or at once if it has ended. */
    static void endWith(long parent) {
        Thread watch = new Thread(() -> {
            ProcessHandle.of(parent).ifPresent(handle -> handle.onExit().join());
            Runtime.getRuntime().halt(1);
        });
        watch.setDaemon(true);
        watch.start();
    }
}
