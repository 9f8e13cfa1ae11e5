package org.epiwrap.experiments.measurement;

import java.util.Locale;

/**
 * What is measured: one number a run. Shares and accuracies are from 0 to 1.
 *
 * @param id the name in the file
 */
public record Quantity(String id) {
    /** The accuracy on test examples. */
    public static final Quantity ACCURACY = new Quantity("accuracy");
    /** The accuracy of the Bayesian average of draws. */
    public static final Quantity AVERAGE = new Quantity("average");
    /** The accuracy of one random pass. */
    public static final Quantity ONE_PASS = new Quantity("one-pass");
    /** The accuracy of the mean network. */
    public static final Quantity MEAN = new Quantity("mean");
    /** The accuracy of the wrapped network by the default choices. */
    public static final Quantity WRAPPED = new Quantity("wrapped");
    /** The accuracy of the wrapped network by the midpoints of its bounds, with its original radii. */
    public static final Quantity WRAPPED_UNSCALED = new Quantity("wrapped-unscaled");
    /** The accuracy of an ensemble of plain networks. */
    public static final Quantity ENSEMBLE = new Quantity("ensemble");
    /** The share of weights whose bounds have crossed. */
    public static final Quantity CROSSED = new Quantity("crossed");
    /** The mean mutual information of test examples, in nats. */
    public static final Quantity INFORMATION = new Quantity("information");
    /** The area under the ROC curve. */
    public static final Quantity AUROC = new Quantity("auroc");
    /** The area under the precision–recall curve. */
    public static final Quantity AUPRC = new Quantity("auprc");
    /** The share of positives: the AUPRC of a score that knows nothing. */
    public static final Quantity PREVALENCE = new Quantity("prevalence");
    /** The false positive rate at a true positive rate of 95 %. */
    public static final Quantity FPR95 = new Quantity("fpr95");
    /** The area under the accuracy–rejection curve. */
    public static final Quantity AREA = new Quantity("area");
    /** The area under the risk–coverage curve. */
    public static final Quantity AURC = new Quantity("aurc");
    /** The area under the generalised risk. */
    public static final Quantity AUGRC = new Quantity("augrc");
    /** A number of examples that were scored. */
    public static final Quantity EXAMPLES = new Quantity("examples");
    /** The mean width of probability intervals. */
    public static final Quantity WIDTH = new Quantity("width");
    /** The set coverage: how often, or with which mass, sets hold the true class. */
    public static final Quantity SET_COVERAGE = new Quantity("coverage");
    /** The mean number of classes in a set. */
    public static final Quantity SET_SIZE = new Quantity("size");
    /** The mass of the set of all classes. */
    public static final Quantity VACUOUS = new Quantity("vacuous");
    /** The accuracy of decisions by random sets. */
    public static final Quantity DECIDED = new Quantity("decided");
    /** The accuracy of decisions by pignistic probabilities. */
    public static final Quantity PIGNISTIC = new Quantity("pignistic");
    /** The smallest set coverage of the examples with sets of one size. */
    public static final Quantity SIZE_STRATIFIED = new Quantity("size-stratified");
    /** The share that a promise is about, mean over divisions. */
    public static final Quantity MEASURED = new Quantity("measured");
    /** The standard deviation of that share over divisions. */
    public static final Quantity DEVIATION = new Quantity("deviation");
    /** The share of divisions in which a promise looks broken. */
    public static final Quantity BROKEN = new Quantity("broken");
    /** The share of divisions in which it should look broken, by what its rule supposes. */
    public static final Quantity PREDICTED = new Quantity("predicted");
    /** The share of examples that are decided, mean over divisions. */
    public static final Quantity DECIDED_SHARE = new Quantity("decided-share");
    /** The share of divisions in which a promise was refused. */
    public static final Quantity REFUSED = new Quantity("refused");
    /** A number of training examples. */
    public static final Quantity IMAGES = new Quantity("images");
    /** A number of epochs. */
    public static final Quantity EPOCHS = new Quantity("epochs");
    /** The time of training, per example and epoch. */
    public static final Quantity MILLISECONDS_PER_IMAGE = new Quantity("milliseconds-an-image");
    /** The same for the network with all its channels. */
    public static final Quantity FULL_MILLISECONDS_PER_IMAGE = new Quantity("whole-milliseconds-an-image");
    /** The hours that training the network with all its channels on all examples would take. */
    public static final Quantity FULL_HOURS = new Quantity("full-hours");
    /** The time a task took. */
    public static final Quantity SECONDS = new Quantity("seconds");

    /** Returns the accuracy after so many percent of the examples, those with the highest scores, are rejected. */
    public static Quantity discarding(int percent) {
        return new Quantity(String.format(Locale.ROOT, "discarding-%02d", percent));
    }

    @Override
    public String toString() {
        return id;
    }
}
