package org.epiwrap.cli;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.epiwrap.experiments.Task;

/**
 * Processes that run the same command to share its work: the tensor engine collects gradients for one computation a
 * process. What one of them does not do, for it failed or was killed, is done by the others.
 */
final class FellowProcesses {
    private FellowProcesses() {}

    /**
     * Does work here while so many others, with the arguments of this one, share it.
     *
     * @param name the command's, which is one of the arguments
     */
    static void share(int count, String name, List<String> arguments, Task.Work work) throws IOException {
        List<String> theirs =
                withParent(arguments, name, ProcessHandle.current().pid());
        List<Process> fellows = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                fellows.add(start(theirs));
            }
            work.run();
        } finally {
            // What they may still be doing is no longer wanted.
            fellows.forEach(Process::destroy);
        }
    }

    /** Says whose fellow it is right behind the command's name: later a {@code --} could have ended the options. */
    static List<String> withParent(List<String> arguments, String name, long parent) {
        List<String> all = new ArrayList<>(arguments);
        all.addAll(all.indexOf(name) + 1, List.of("--parent", String.valueOf(parent)));
        return all;
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
