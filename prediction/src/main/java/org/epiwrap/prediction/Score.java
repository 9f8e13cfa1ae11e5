package org.epiwrap.prediction;

/** A number from 0 to 1 that says how little is known of an image. */
public enum Score {
    /** For images from elsewhere. */
    EU {
        @Override
        public double of(Prediction prediction) {
            return prediction.epistemic();
        }
    },
    /** One score for images from elsewhere and for errors. */
    TU {
        @Override
        public double of(Prediction prediction) {
            return prediction.total();
        }
    },
    /** For errors among images like those of training. */
    TU0 {
        @Override
        public double of(Prediction prediction) {
            return prediction.totalInDistribution();
        }
    };

    public abstract double of(Prediction prediction);
}
