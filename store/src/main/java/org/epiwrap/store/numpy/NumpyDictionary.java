package org.epiwrap.store.numpy;

import java.util.ArrayList;
import java.util.List;
import org.epiwrap.store.Shape;
import org.epiwrap.store.Text;
import org.jspecify.annotations.Nullable;

/**
 * The text of an npy header: a Python dictionary with exactly the keys {@code descr}, {@code fortran_order} and
 * {@code shape}, in any order. Nothing else that Python would evaluate has a place in it.
 */
record NumpyDictionary(String descr, boolean fortranOrder, Shape shape) {

    /** Parses a text; an {@link IllegalArgumentException} explains in one sentence what is wrong with it. */
    static NumpyDictionary parse(String text) {
        return new Parser(text).dictionary();
    }

    private static final class Parser {
        /** 2⁶³ − 1 has 19. */
        private static final int MAX_DIGITS = 19;

        private final String text;
        private int at;
        private @Nullable String descr;
        private @Nullable Boolean fortranOrder;
        private @Nullable Shape shape;

        Parser(String text) {
            this.text = text;
        }

        NumpyDictionary dictionary() {
            expect('{');
            while (!accept('}')) {
                String key = string();
                expect(':');
                boolean again = switch (key) {
                    case "descr" -> descr != null;
                    case "fortran_order" -> fortranOrder != null;
                    case "shape" -> shape != null;
                    default ->
                        throw refused(
                                "must have the keys descr, fortran_order and shape alone, but has " + Text.quoted(key));
                };
                if (again) {
                    throw refused("must give " + key + " once, but gives it again");
                }
                switch (key) {
                    case "descr" -> descr = string();
                    case "fortran_order" -> fortranOrder = bool();
                    default -> shape = new Shape(tuple());
                }
                if (!accept(',')) {
                    expect('}');
                    break;
                }
            }
            skipSpaces();
            if (at < text.length()) {
                throw refused("must hold nothing but spaces after the dictionary");
            }
            if (descr == null || fortranOrder == null || shape == null) {
                throw refused("must have the keys descr, fortran_order and shape, but lacks "
                        + (descr == null ? "descr" : fortranOrder == null ? "fortran_order" : "shape"));
            }
            return new NumpyDictionary(descr, fortranOrder, shape);
        }

        private String string() {
            skipSpaces();
            char quote = at < text.length() ? text.charAt(at) : ' ';
            int end = quote == '\'' || quote == '"' ? text.indexOf(quote, at + 1) : -1;
            if (end < 0 || text.substring(at, end).contains("\\")) {
                throw refused("must have a plain string at character " + at);
            }
            String value = text.substring(at + 1, end);
            at = end + 1;
            return value;
        }

        private boolean bool() {
            skipSpaces();
            for (boolean value : new boolean[] {true, false}) {
                String word = value ? "True" : "False";
                if (text.startsWith(word, at)) {
                    at += word.length();
                    return value;
                }
            }
            throw refused("must have True or False at character " + at);
        }

        private List<Long> tuple() {
            expect('(');
            List<Long> sizes = new ArrayList<>();
            while (!accept(')')) {
                sizes.add(number());
                if (sizes.size() > Shape.MAX_RANK) {
                    throw refused("must have a shape of at most " + Shape.MAX_RANK + " axes");
                }
                if (!accept(',')) {
                    if (sizes.size() == 1) {
                        throw refused("must have a comma after the only size of a shape");
                    }
                    expect(')');
                    break;
                }
            }
            return sizes;
        }

        private long number() {
            skipSpaces();
            int from = at;
            while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
                at++;
            }
            if (at == from || at - from > MAX_DIGITS) {
                throw refused("must have sizes that are whole numbers from 0 to 2^63 - 1 at character " + from);
            }
            try {
                return Long.parseLong(text.substring(from, at));
            } catch (NumberFormatException e) {
                throw refused("must have sizes of at most 2^63 - 1, but has " + text.substring(from, at));
            }
        }

        private boolean accept(char wanted) {
            skipSpaces();
            if (at < text.length() && text.charAt(at) == wanted) {
                at++;
                return true;
            }
            return false;
        }

        private void expect(char wanted) {
            if (!accept(wanted)) {
                throw refused("must have '" + wanted + "' at character " + at);
            }
        }

        private void skipSpaces() {
            while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\n')) {
                at++;
            }
        }

        private static IllegalArgumentException refused(String problem) {
            return new IllegalArgumentException("the npy header " + problem);
        }
    }
}
