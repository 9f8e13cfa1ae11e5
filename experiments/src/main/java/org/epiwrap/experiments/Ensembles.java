package org.epiwrap.experiments;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.epiwrap.credal.Disagreement;
import org.epiwrap.data.Dataset;
import org.epiwrap.data.Normalisation;
import org.epiwrap.network.BayesianNetwork;
import org.epiwrap.network.Predictive;

/** What ensembles of plain networks say of images: that of run i has the members i to i + 4. */
final class Ensembles {
    /** The probabilities of a member: [images][classes]. */
    private final List<double[][]> members = new ArrayList<>();

    private Ensembles() {}

    static Ensembles of(List<BayesianNetwork> plain, Dataset images, Normalisation normalisation) {
        Ensembles ensembles = new Ensembles();
        for (BayesianNetwork network : plain) {
            Predictive predictive = Predictive.mean(network, images, normalisation);
            for (int run = 0; run < predictive.runs(); run++) {
                ensembles.members.add(probabilities(predictive, run, images.size()));
            }
        }
        return ensembles;
    }

    private static double[][] probabilities(Predictive predictive, int run, int images) {
        double[][] result = new double[images][predictive.classes()];
        for (int i = 0; i < images; i++) {
            for (int c = 0; c < result[i].length; c++) {
                result[i][c] = predictive.probability(run, i, c);
            }
        }
        return result;
    }

    private List<double[][]> of(int run) {
        return members.subList(run, run + Lab.MEMBERS);
    }

    private Disagreement disagreement(int run, int image) {
        return Disagreement.of(of(run).stream().map(member -> member[image]).toArray(double[][]::new));
    }

    double[] mutualInformation(int run) {
        double[] information = new double[images()];
        Arrays.setAll(information, i -> disagreement(run, i).mutualInformation());
        return information;
    }

    /** Of the mean probabilities. */
    double[] entropies(int run) {
        double[] entropies = new double[images()];
        Arrays.setAll(entropies, i -> disagreement(run, i).totalEntropy());
        return entropies;
    }

    private int images() {
        return members.get(0).length;
    }

    /** Whether each image's most probable class is its label. */
    boolean[] right(int run, Dataset images) {
        boolean[] right = new boolean[images()];
        for (int i = 0; i < right.length; i++) {
            double[] sum = new double[members.get(0)[i].length];
            for (double[][] member : of(run)) {
                for (int c = 0; c < sum.length; c++) {
                    sum[c] += member[i][c];
                }
            }
            int best = 0;
            for (int c = 1; c < sum.length; c++) {
                best = sum[c] > sum[best] ? c : best;
            }
            right[i] = best == images.label(i);
        }
        return right;
    }

    double accuracy(int run, Dataset images) {
        int count = 0;
        for (boolean right : right(run, images)) {
            count += right ? 1 : 0;
        }
        return (double) count / images();
    }
}
