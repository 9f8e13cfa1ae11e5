package org.epiwrap.exchange.layer;

import java.math.BigInteger;
import java.util.Comparator;

/** Orders names naturally: digits in them are compared as numbers, so that fc10 comes after fc2. */
public final class NaturalOrder implements Comparator<String> {

    @Override
    public int compare(String one, String other) {
        String[] parts = split(one);
        String[] others = split(other);
        for (int i = 0; i < Math.min(parts.length, others.length); i++) {
            int order = isNumber(parts[i]) && isNumber(others[i])
                    ? new BigInteger(parts[i]).compareTo(new BigInteger(others[i]))
                    : parts[i].compareTo(others[i]);
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(parts.length, others.length);
    }

    private static String[] split(String name) {
        return name.split("(?<=\\d)(?=\\D)|(?<=\\D)(?=\\d)", -1);
    }

    private static boolean isNumber(String part) {
        return part.matches("\\d+");
    }
}
