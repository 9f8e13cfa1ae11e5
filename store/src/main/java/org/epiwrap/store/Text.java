package org.epiwrap.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.EOFException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Text from files: whether UTF-8 can carry it, and how a message may quote it. */
public final class Text {
    /** What a message shows of a name. */
    private static final int SHOWN = 80;

    private static final Pattern CONTROL =
            Pattern.compile("[\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\\x{202a}-\\x{202e}\\x{2066}-\\x{2069}]");

    private Text() {}

    /** Returns whether a text has characters that control a terminal, break a line or change the direction of writing. */
    public static boolean hasControl(String text) {
        return CONTROL.matcher(text).find();
    }

    /** Returns whether every surrogate has its partner; JSON's escapes can spell text that UTF-8 cannot. */
    public static boolean isWellFormed(String text) {
        return StandardCharsets.UTF_8.newEncoder().canEncode(text);
    }

    /**
     * Returns the text on one line, without control characters, and not too long, so that a hostile name cannot garble
     * a message.
     */
    public static String quoted(String text) {
        return "'" + visible(new String(JsonStringEncoder.getInstance().quoteAsString(cut(text)))) + "'";
    }

    /** Returns a name that can be shown: without control characters, and not too long. */
    public static String shown(String name) {
        return visible(cut(name));
    }

    private static String cut(String text) {
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
    }

    /** Returns the message of a JSON parser on one line, without the place where the outer object began. */
    static String reason(JsonProcessingException e) {
        String message = e.getOriginalMessage();
        int aside = message.indexOf(" (start marker");
        return visible(aside < 0 ? message : message.substring(0, aside));
    }

    /** Returns the message of an exception on one line. */
    public static String shown(Exception e) {
        if (e.getMessage() == null) {
            return e instanceof EOFException ? "it breaks off" : "it is damaged";
        }
        return visible(e.getMessage());
    }

    /** Spells out what a terminal would obey rather than show; JSON's own escapes leave the delete character alone. */
    public static String visible(String text) {
        StringBuilder shown = new StringBuilder();
        text.codePoints().forEach(character -> {
            switch (Character.getType(character)) {
                case Character.CONTROL,
                        Character.FORMAT,
                        Character.LINE_SEPARATOR,
                        Character.PARAGRAPH_SEPARATOR,
                        Character.SURROGATE -> shown.append(String.format("\\u%04x", character));
                default -> shown.appendCodePoint(character);
            }
        });
        return shown.toString();
    }
}
