package org.epiwrap.data.profile;

import java.util.ArrayList;
import java.util.List;
import org.epiwrap.data.Dataset;

/** A table's profile and what to beware of in it. */
public record DataDescription(TableProfile profile, List<DataWarning> warnings) implements Description {
    /** Copies the list. */
    public DataDescription {
        warnings = List.copyOf(warnings);
    }

    /** Describes a table by its profile alone. */
    public static DataDescription of(TableProfile profile) {
        return new DataDescription(profile, ProfileWarnings.of(profile));
    }

    /** Describes a table by its profile and its rows, which may repeat each other or tell the label. */
    public static DataDescription of(TableProfile profile, Dataset rows) {
        List<DataWarning> warnings = new ArrayList<>(ProfileWarnings.of(profile));
        warnings.addAll(LeakSearch.warnings(rows));
        RowHashes.of(rows).duplicates().ifPresent(warnings::add);
        return new DataDescription(profile, warnings);
    }

    /** Returns this description with a warning ahead of all others. */
    public DataDescription withFirst(DataWarning warning) {
        List<DataWarning> more = new ArrayList<>(List.of(warning));
        more.addAll(warnings);
        return new DataDescription(profile, more);
    }

    @Override
    public String name() {
        return profile.name();
    }

    /** Returns this description with the warning, if there is one, that rows to test on are also rows to train on. */
    public DataDescription withTest(Dataset train, Dataset test) {
        List<DataWarning> more = new ArrayList<>(warnings);
        RowHashes.of(train).sharedBy(RowHashes.of(test)).ifPresent(more::add);
        return new DataDescription(profile, more);
    }
}
