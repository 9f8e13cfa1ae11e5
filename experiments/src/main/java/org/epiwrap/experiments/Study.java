package org.epiwrap.experiments;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.epiwrap.network.Estimator;
import org.epiwrap.report.Figure;
import org.epiwrap.report.Table;

/** What can be reproduced. */
public enum Study {
    /** Four criteria of the budget at 2, 4 and 8 hidden units, MNIST. */
    TABLE1("The budget's criterion, MNIST", Accuracies.STUDY, Integer.MAX_VALUE) {
        @Override
        public List<Task> tasks(Lab lab) {
            return PaperTables.table1().tasks(lab);
        }

        @Override
        public List<Table> tables(Lab lab) {
            return PaperTables.table1().tables(lab);
        }
    },
    /** Fashion-MNIST. */
    TABLE2("Fashion-MNIST", Accuracies.STUDY, Integer.MAX_VALUE) {
        @Override
        public List<Task> tasks(Lab lab) {
            return PaperTables.table2().tasks(lab);
        }

        @Override
        public List<Table> tables(Lab lab) {
            return PaperTables.table2().tables(lab);
        }
    },
    /** Which share of the weights is wrapped, chosen by what. */
    SHARE("The share of weights that are wrapped", Accuracies.STUDY, Integer.MAX_VALUE) {
        @Override
        public List<Task> tasks(Lab lab) {
            return PaperTables.share().tasks(lab);
        }

        @Override
        public List<Table> tables(Lab lab) {
            return PaperTables.share().tables(lab);
        }
    },
    /** How fine the grid of intervals is. */
    INTERVALS("The points of the grid", Accuracies.STUDY, Integer.MAX_VALUE) {
        @Override
        public List<Task> tasks(Lab lab) {
            return PaperTables.intervals().tasks(lab);
        }

        @Override
        public List<Table> tables(Lab lab) {
            return PaperTables.intervals().tables(lab);
        }
    },
    /** Clothes among digits, found by the disagreement that dropout makes. */
    TABLE3("Clothes among digits", DropoutStudy.STUDY, Integer.MAX_VALUE) {
        @Override
        public List<Task> tasks(Lab lab) {
            return dropout(lab);
        }

        @Override
        public List<Table> tables(Lab lab) {
            return List.of(new DropoutTables(lab).detection());
        }
    },
    /** Accuracy of what is left when the most uncertain is discarded. */
    ARC("Accuracy over rejection", DropoutStudy.STUDY, Integer.MAX_VALUE) {
        @Override
        public List<Task> tasks(Lab lab) {
            return dropout(lab);
        }

        @Override
        public List<Table> tables(Lab lab) {
            return List.of(new DropoutTables(lab).rejection());
        }

        @Override
        IntStream mostRuns(Lab lab) {
            return IntStream.concat(super.mostRuns(lab), IntStream.of(DropoutStudy.MOST_ENSEMBLES));
        }

        @Override
        public List<Figure> figures(Lab lab) {
            return new DropoutTables(lab).figures();
        }
    },
    /** Strangers: shifted and foreign images, found by scores; and errors, found by the same. */
    OOD("Images from elsewhere", OodStudy.STUDY, OodStudy.MOST_RUNS) {
        @Override
        public List<NamedData> wishes() {
            return List.of(NamedData.CIFAR_10);
        }

        @Override
        public List<Task> tasks(Lab lab) {
            // The longest first: processes that share them end together.
            return OodStudy.settings().stream()
                    .sorted(Comparator.comparing(setting -> !setting.net().isConvolutional()))
                    .map(setting -> new Task(
                            OodStudy.STUDY + "-" + setting.fileName(),
                            calibrated(setting),
                            OodStudy.mostRuns(setting),
                            () -> {
                                try (Lab own = lab.atMost(OodStudy.mostRuns(setting))) {
                                    new OodStudy(own, setting).run();
                                }
                            }))
                    .toList();
        }

        @Override
        public List<Table> tables(Lab lab) {
            try (Lab own = own(lab)) {
                return new OodTables(own, OodStudy.settings()).all();
            }
        }
    },
    /** What each step contributes. */
    ABLATION("What each step contributes", AblationStudy.STUDY, AblationStudy.MOST_RUNS) {
        @Override
        public List<Task> tasks(Lab lab) {
            return AblationStudy.settings().stream()
                    .map(setting -> new Task(
                            AblationStudy.STUDY + "-" + setting.fileName(),
                            calibrated(setting),
                            AblationStudy.MOST_RUNS,
                            () -> {
                                try (Lab own = own(lab);
                                        AblationStudy study = new AblationStudy(own, setting)) {
                                    study.run();
                                }
                            }))
                    .toList();
        }

        @Override
        public List<Table> tables(Lab lab) {
            try (Lab own = own(lab)) {
                return new AblationTables(own).all();
            }
        }
    },
    /** Convolutional networks on CIFAR. */
    BACKBONES("Convolutional networks on CIFAR", BackboneStudy.STUDY, 1) {
        @Override
        public List<NamedData> needs() {
            return List.of(NamedData.CIFAR_10, NamedData.CIFAR_100);
        }

        @Override
        public List<Task> tasks(Lab lab) {
            List<Task> tasks = new ArrayList<>();
            for (Setting setting : BackboneStudy.settings()) {
                for (Estimator estimator : BackboneStudy.estimators()) {
                    String name = BackboneStudy.STUDY + "-" + setting.fileName() + "-" + estimator;
                    tasks.add(new Task(name, name, 1, () -> {
                        try (Lab own = own(lab)) {
                            new BackboneStudy(own, setting, estimator).run();
                        }
                    }));
                }
            }
            return tasks;
        }

        @Override
        public List<Table> tables(Lab lab) {
            try (Lab own = own(lab)) {
                return List.of(BackboneTables.table(own));
            }
        }
    };

    /** Two studies show different sides of the same. */
    private static List<Task> dropout(Lab lab) {
        return Arrays.stream(Preset.values())
                .map(preset -> new Task(
                        DropoutStudy.STUDY + "-" + preset,
                        Accuracies.networks(DropoutStudy.setting(preset)),
                        Integer.MAX_VALUE,
                        () -> new DropoutStudy(lab, preset).run()))
                .toList();
    }

    /** Networks that two studies use. */
    private static String calibrated(Setting setting) {
        return "calibrated-" + setting.fileName();
    }

    private final String title;
    /** The name of its measurements' keys. */
    private final String kind;

    private final int mostRuns;

    Study(String title, String kind, int mostRuns) {
        this.title = title;
        this.kind = kind;
        this.mostRuns = mostRuns;
    }

    /** The lab with as many runs as this study takes at most. */
    final Lab own(Lab lab) {
        return lab.atMost(mostRuns);
    }

    /** Whether any of it has been measured in a lab. */
    public boolean isBegun(Lab lab) {
        try (Lab own = own(lab)) {
            return own.holds(kind);
        }
    }

    /** Whether a measurement's key is of this study, or of one that shares its measurements. */
    boolean isOf(Map<String, String> key) {
        return kind.equals(key.get(Key.STUDY));
    }

    public String title() {
        return title;
    }

    /** Data without which it can't be measured. */
    public List<NamedData> needs() {
        return List.of();
    }

    /** Data that it would also look at, and leaves out where they are missing. */
    public List<NamedData> wishes() {
        return List.of();
    }

    /** Of how many runs its measurements are at most. */
    IntStream mostRuns(Lab lab) {
        return tasks(lab).stream().mapToInt(Task::mostRuns);
    }

    /** What it consists of; those of another study may be among them. */
    public abstract List<Task> tasks(Lab lab);

    /** What has been measured, as tables. */
    public abstract List<Table> tables(Lab lab);

    /** And as pictures, where there are any. */
    public List<Figure> figures(Lab lab) {
        return List.of();
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
