package org.epiwrap.store;

/** Whether what was read from a file is known to be what was written to it. */
public enum Verification {
    /** Every byte has the SHA-256 that was stored with it; so has, of course, what never was in a file. */
    VERIFIED,
    /** The file is of a format that stores no hashes: a changed number would not be noticed. */
    UNVERIFIED
}
