package org.epiwrap.study;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
    /** Strangers: shifted and foreign images, found by scores; and errors, found by the same. */
    OOD("Images from elsewhere") {
        @Override
        public void run(Lab lab) throws IOException {
            for (Setting setting : settings()) {
                new OodStudy(lab, setting).run();
            }
        }

        @Override
        public List<Table> tables(Lab lab) {
            OodTables tables = new OodTables(lab, settings());
            return List.of(tables.summary(), tables.detections(), tables.accuracies(), tables.rejection());
        }

        private List<Setting> settings() {
            List<Setting> settings = new ArrayList<>();
            for (NamedData data : List.of(NamedData.MNIST, NamedData.FASHION_MNIST)) {
                for (String net : List.of("mlp:8", "mlp:32", "lenet-5")) {
                    settings.add(Setting.of(Preset.SOUND, data, net));
                }
            }
            return settings;
        }
    };

    private final String title;

    Study(String title) {
        this.title = title;
    }

    public String title() {
        return title;
    }

    /** Measures what has not been measured yet. */
    public abstract void run(Lab lab) throws IOException;

    /** What has been measured, as tables. */
    public abstract List<Table> tables(Lab lab);

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
