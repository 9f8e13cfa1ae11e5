package org.epiwrap.experiments;

import java.util.ArrayList;
import java.util.List;
import org.epiwrap.architecture.Backbone;
import org.epiwrap.experiments.measurement.Quantity;
import org.epiwrap.experiments.workspace.Setting;
import org.epiwrap.experiments.workspace.Workspace;
import org.epiwrap.network.Estimator;
import org.epiwrap.report.Cell;
import org.epiwrap.report.Column;
import org.epiwrap.report.Table;

/** The measurements of {@link BackboneExperiment}. */
final class BackboneTables {
    private BackboneTables() {}

    static Table table(Workspace workspace) {
        BackboneExperiment.Size whole = BackboneExperiment.Size.of(Backbone.named("lenet-5"), workspace.size());
        BackboneExperiment.Size deep = BackboneExperiment.Size.of(Backbone.named("resnet-18/4"), workspace.size());
        List<List<Cell>> rows = new ArrayList<>();
        for (Setting setting : BackboneExperiment.settings()) {
            for (Estimator estimator : BackboneExperiment.estimators()) {
                String name = estimator == Estimator.FLIPOUT ? "Flipout (BNNF)" : "local (BNNR)";
                rows.add(workspace
                        .measurements()
                        .row(
                                List.of(setting.toString(), name),
                                BackboneExperiment.key(workspace, setting, estimator),
                                List.of(
                                        Quantity.IMAGES,
                                        Quantity.EPOCHS,
                                        Quantity.AVERAGE,
                                        Quantity.MEAN,
                                        Quantity.WRAPPED,
                                        Quantity.MILLISECONDS_PER_IMAGE,
                                        Quantity.FULL_MILLISECONDS_PER_IMAGE,
                                        Quantity.FULL_HOURS)));
            }
        }
        return new Table(
                "backbones",
                "Convolutional networks on CIFAR with the choices of sound (the paper gives no figures), one run, all"
                        + " weights wrapped, radii calibrated to lose at most a point on " + whole.heldOut()
                        + " held-out images (deep networks: " + deep.heldOut() + "), tested on " + deep.testImages()
                        + ". Deep networks have a quarter of their channels (/4) and begin with an epoch that trains their"
                        + " means alone. Full size is all channels, all " + BackboneExperiment.FULL_IMAGES
                        + " images and " + BackboneExperiment.FULL_EPOCHS
                        + " epochs; the minimum time per image is measured by a few steps, and the hours of training,"
                        + " without warm start, wrapping and tests, follow from it",
                List.of(
                        Column.text("network").grouping(),
                        Column.text("estimator"),
                        Column.number("images", 0),
                        Column.number("epochs", 0),
                        Column.percent("average of draws", 1).higherIsBetter(),
                        Column.percent("mean network", 1).higherIsBetter(),
                        Column.percent("wrapped, radii calibrated", 1).higherIsBetter(),
                        Column.number("training, ms per image", 1),
                        Column.number("full size, ms per image", 1),
                        Column.number("full size, hours", 1)),
                rows);
    }
}
