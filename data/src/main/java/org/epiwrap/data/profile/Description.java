package org.epiwrap.data.profile;

import java.util.List;

/** What data is, and what to beware of in it. */
public sealed interface Description permits DataDescription, PictureDescription {

    /** Returns the name of the data. */
    String name();

    /** Returns what to beware of, the gravest first. */
    List<DataWarning> warnings();
}
