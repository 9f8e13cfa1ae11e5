package org.epiwrap.cli.command;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.epiwrap.experiments.workspace.Task;

/**
 * Worker processes that run the same command to share its work: the tensor engine collects gradients for one computation
 * per process. What a worker that fails or is killed leaves undone is done by the others.
 */
public final class WorkerProcesses {
    private static final String MAIN = "org.epiwrap.cli.Main";

    private WorkerProcesses() {}

    /**
     * Does work in this process while workers, started with its arguments, share it.
     *
     * @param name the command's, which is one of the arguments
     */
    static void share(int workers, String name, List<String> arguments, Task.Work work) throws IOException {
        List<String> theirs =
                withParent(arguments, name, ProcessHandle.current().pid());
        List<Process> started = new ArrayList<>();
        try {
            for (int i = 0; i < workers; i++) {
                started.add(start(theirs));
            }
            work.run();
        } finally {
            // What they may still be doing is no longer needed.
            started.forEach(Process::destroy);
        }
    }

    /** Adds the parent right after the command's name: further back, a {@code --} could have ended the options. */
    public static List<String> withParent(List<String> arguments, String name, long parent) {
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
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), MAIN));
        command.addAll(arguments);
        return new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** Ends this process when its parent ends, for whatever reason, or at once if it has ended. */
    static void endWith(long parent) {
        Thread watch = new Thread(() -> {
            ProcessHandle.of(parent).ifPresent(handle -> handle.onExit().join());
            Runtime.getRuntime().halt(1);
        });
        watch.setDaemon(true);
        watch.start();
    }
}
