package org.epiwrap.data.input;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;

/** A way of writing dates, with or without a time of the day. */
public enum DateForm {
    /** Such as 2024-01-31, 2024-01-31T12:00:00Z or, as Parquet files have it, 2024-01-31T12:00:00.000+0000. */
    ISO("uuuu-MM-dd", true),
    /** Such as 2024/01/31. */
    YEAR_FIRST("uuuu/MM/dd", true),
    /** Such as 31.1.2024. */
    DOTS("d.M.uuuu", true),
    /** Such as 31/1/2024. */
    DAY_FIRST("d/M/uuuu", false),
    /** Such as 1/31/2024. */
    MONTH_FIRST("M/d/uuuu", false);

    private static final int MIN_LENGTH = 8;
    private static final int MAX_LENGTH = 40;
    private static final LocalDateTime START = LocalDate.EPOCH.atStartOfDay();

    private final DateTimeFormatter formatter;
    private final boolean unambiguous;

    DateForm(String date, boolean unambiguous) {
        this.formatter = DateTimeFormatter.ofPattern(
                        date + "[['T'][' ']H:mm[:ss[.SSSSSSSSS][.SSSSSS][.SSS]][XXX][XX]]", Locale.ROOT)
                .withResolverStyle(ResolverStyle.STRICT);
        this.unambiguous = unambiguous;
    }

    /** Returns whether a date in this form cannot be read as another date in another form. */
    public boolean isUnambiguous() {
        return unambiguous;
    }

    /** Returns the days since the start of 1970, or NaN if a text is no date in this form. */
    public double days(String text) {
        if (text.length() < MIN_LENGTH || text.length() > MAX_LENGTH || !Character.isDigit(text.charAt(0))) {
            return Double.NaN;
        }
        try {
            return days(formatter.parseBest(text, OffsetDateTime::from, LocalDateTime::from, LocalDate::from));
        } catch (DateTimeException e) {
            return Double.NaN;
        }
    }

    private static double days(TemporalAccessor date) {
        LocalDateTime time;
        if (date instanceof OffsetDateTime offset) {
            time = offset.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime();
        } else {
            time = date instanceof LocalDateTime local
                    ? local
                    : LocalDate.from(date).atStartOfDay();
        }
        return Duration.between(START, time).toSeconds()
                / (double) Duration.ofDays(1).toSeconds();
    }

    /** Returns the days since the start of 1970 if a text is a date in any unambiguous form, or else NaN. */
    public static double anyDays(String text) {
        for (DateForm form : values()) {
            double days = form.unambiguous ? form.days(text) : Double.NaN;
            if (!Double.isNaN(days)) {
                return days;
            }
        }
        return Double.NaN;
    }
}
