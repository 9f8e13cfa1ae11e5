package org.epiwrap.predict;

/** A number from 0 to 1 that says how little is known of an image. */
public enum Score {
    /** EU, for images from elsewhere. */
    EPISTEMIC("EU") {
        @Override
        public double of(Prediction prediction) {
            return prediction.epistemic();
        }
    },
    /** TU, one score for images from elsewhere and for errors. */
    TOTAL("TU") {
        @Override
        public double of(Prediction prediction) {
            return prediction.total();
        }
    },
    /** TU0, for errors among images like those of training. */
    TOTAL_IN_DISTRIBUTION("TU0") {
        @Override
        public double of(Prediction prediction) {
            return prediction.totalInDistribution();
        }
    };

    private final String symbol;

    Score(String symbol) {
        this.symbol = symbol;
    }

    public abstract double of(Prediction prediction);

    /** Short, as in tables. */
    public String symbol() {
        return symbol;
    }
}
