package org.epiwrap.metrics;

import java.util.Arrays;
import org.epiwrap.check.Check;

/**
 * Scores of two kinds of images, sorted, as one walk through the distinct scores needs them. Each kind is sorted alone:
 * no permutation has to be carried along, and equal scores of both kinds are met together.
 */
final class Scores {
    private final double[] marked;
    private final double[] others;

    private Scores(double[] marked, double[] others) {
        this.marked = marked;
        this.others = others;
    }

    /** Scores of which some are marked; any number but NaN, infinite ones too. */
    static Scores of(String name, double[] scores, String markName, boolean[] mark) {
        Check.atLeast("the length of " + name, scores.length, 1);
        Check.sameLength(markName, mark.length, name, scores.length);
        checkNumbers(name, scores);
        double[] marked = new double[scores.length];
        double[] others = new double[scores.length];
        int count = 0;
        for (int i = 0; i < scores.length; i++) {
            if (mark[i]) {
                marked[count++] = scores[i];
            } else {
                others[i - count] = scores[i];
            }
        }
        return sorted(Arrays.copyOf(marked, count), Arrays.copyOf(others, scores.length - count));
    }

    static Scores of(String markedName, double[] marked, String othersName, double[] others) {
        checkNumbers(markedName, marked);
        checkNumbers(othersName, others);
        return sorted(marked.clone(), others.clone());
    }

    private static Scores sorted(double[] marked, double[] others) {
        Arrays.sort(marked);
        Arrays.sort(others);
        return new Scores(marked, others);
    }

    private static void checkNumbers(String name, double[] scores) {
        for (int i = 0; i < scores.length; i++) {
            if (Double.isNaN(scores[i])) {
                Check.number(name + "[" + i + "]", scores[i]);
            }
        }
    }

    int marked() {
        return marked.length;
    }

    int others() {
        return others.length;
    }

    /** One distinct score: how many of each kind have it. */
    interface Group {
        void accept(double score, int marked, int others);
    }

    void forEachRising(Group group) {
        int m = 0;
        int o = 0;
        while (m < marked.length || o < others.length) {
            double score =
                    m == marked.length ? others[o] : o == others.length ? marked[m] : Math.min(marked[m], others[o]);
            int firstMarked = m;
            int firstOther = o;
            while (m < marked.length && marked[m] == score) {
                m++;
            }
            while (o < others.length && others[o] == score) {
                o++;
            }
            group.accept(score, m - firstMarked, o - firstOther);
        }
    }
}
