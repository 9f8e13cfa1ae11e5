package org.epiwrap.credal;

/** What hidden units hand on: a function of each pre-activation, and its extremes over an interval. */
public interface Response {
    /** Values as they are. */
    Response IDENTITY = new Response() {
        @Override
        public double lower(double low, double high) {
            return low;
        }

        @Override
        public double upper(double low, double high) {
            return high;
        }
    };

    /** Nothing below 0. */
    Response RECTIFIED = new Response() {
        @Override
        public double lower(double low, double high) {
            return Math.max(0, low);
        }

        @Override
        public double upper(double low, double high) {
            return Math.max(0, high);
        }
    };

    /** Returns the smallest value over an interval. */
    double lower(double low, double high);

    /** Returns the largest value over an interval. */
    double upper(double low, double high);

    /** Returns the value at a point. */
    default double value(double x) {
        return lower(x, x);
    }
}
