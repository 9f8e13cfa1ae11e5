package org.epiwrap.study;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.epiwrap.network.Estimator;
import org.epiwrap.report.Figure;
import org.epiwrap.report.Table;

/** What can be reproduced. */
public enum Study {
    /** Four criteria of the budget at 2, 4 and 8 hidden units, MNIST. */
    TABLE1("The budget's criterion, MNIST") {
        @Override
        public void run(Lab lab) throws IOException {
            PaperTables.table1().run(lab);
        }

        @Override
        public List<Table> tables(Lab lab) {
            return List.of(PaperTables.table1().table(lab));
        }
    },
    /** Fashion-MNIST. */
    TABLE2("Fashion-MNIST") {
        @Override
        public void run(Lab lab) throws IOException {
            PaperTables.table2().run(lab);
        }

        @Override
        public List<Table> tables(Lab lab) {
            return List.of(PaperTables.table2().table(lab));
        }
    },
    /** Which share of the weights is wrapped, chosen by what. */
    SHARE("The share of weights that are wrapped") {
        @Override
        public void run(Lab lab) throws IOException {
            PaperTables.share().run(lab);
        }

        @Override
        public List<Table> tables(Lab lab) {
            return List.of(PaperTables.share().table(lab));
        }
    },
    /** How fine the grid of intervals is. */
    INTERVALS("The points of the grid") {
        @Override
        public void run(Lab lab) throws IOException {
            PaperTables.intervals().run(lab);
        }

        @Override
        public List<Table> tables(Lab lab) {
            return List.of(PaperTables.intervals().table(lab));
        }
    },
    /** Clothes among digits, found by the disagreement that dropout makes. */
    TABLE3("Clothes among digits") {
        @Override
        public void run(Lab lab) throws IOException {
            dropout(lab);
        }

        @Override
        public List<Table> tables(Lab lab) {
            return List.of(new DropoutTables(lab).detection());
        }
    },
    /** Accuracy of what is left when the most uncertain is discarded. */
    ARC("Accuracy over rejection") {
        @Override
        public void run(Lab lab) throws IOException {
            dropout(lab);
        }

        @Override
        public List<Table> tables(Lab lab) {
            return List.of(new DropoutTables(lab).rejection());
        }

        @Override
        public List<Figure> figures(Lab lab) {
            return new DropoutTables(lab).figures();
        }
    },
    /** Strangers: shifted and foreign images, found by scores; and errors, found by the same. */
    OOD("Images from elsewhere") {
        @Override
        public void run(Lab lab) throws IOException {
            try (Lab own = lab.atMost(OodStudy.MOST_RUNS)) {
                for (Setting setting : OodStudy.settings()) {
                    new OodStudy(own, setting).run();
                }
            }
        }

        @Override
        public List<Table> tables(Lab lab) {
            try (Lab own = lab.atMost(OodStudy.MOST_RUNS)) {
                return new OodTables(own, OodStudy.settings()).all();
            }
        }
    },
    /** What each step contributes. */
    ABLATION("What each step contributes") {
        @Override
        public void run(Lab lab) throws IOException {
            try (Lab own = lab.atMost(AblationStudy.MOST_RUNS)) {
                for (Setting setting : AblationStudy.settings()) {
                    new AblationStudy(own, setting).run();
                }
            }
        }

        @Override
        public List<Table> tables(Lab lab) {
            try (Lab own = lab.atMost(AblationStudy.MOST_RUNS)) {
                return new AblationTables(own).all();
            }
        }
    },
    /** Convolutional networks on CIFAR. */
    BACKBONES("Convolutional networks on CIFAR") {
        @Override
        public List<NamedData> needs() {
            return List.of(NamedData.CIFAR_10, NamedData.CIFAR_100);
        }

        @Override
        public void run(Lab lab) throws IOException {
            try (Lab own = lab.atMost(1)) {
                for (Setting setting : BackboneStudy.settings()) {
                    for (Estimator estimator : BackboneStudy.estimators()) {
                        new BackboneStudy(own, setting, estimator).run();
                    }
                }
            }
        }

        @Override
        public List<Table> tables(Lab lab) {
            try (Lab own = lab.atMost(1)) {
                return List.of(BackboneTables.table(own));
            }
        }
    };

    private static void dropout(Lab lab) throws IOException {
        for (Preset preset : Preset.values()) {
            new DropoutStudy(lab, preset).run();
        }
    }

    private final String title;

    Study(String title) {
        this.title = title;
    }

    public String title() {
        return title;
    }

    /** Data without which it can't be measured. */
    public List<NamedData> needs() {
        return List.of();
    }

    /** Measures what has not been measured yet. */
    public abstract void run(Lab lab) throws IOException;

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
