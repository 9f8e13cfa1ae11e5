package org.epiwrap.experiments;

import java.util.Optional;
import org.epiwrap.architecture.Backbone;
import org.epiwrap.network.Estimator;
import org.epiwrap.report.Cell;
import org.epiwrap.report.Column;
import org.epiwrap.report.Table;

/** The measurements of {@link BackboneStudy}. */
final class BackboneTables {
    private BackboneTables() {}

    static Table table(Lab lab) {
        BackboneStudy.Size whole = BackboneStudy.Size.of(Backbone.named("lenet-5"), lab.effort());
        BackboneStudy.Size deep = BackboneStudy.Size.of(Backbone.named("resnet-18/4"), lab.effort());
        Table table = Table.of(
                "backbones",
                "Convolutional networks on CIFAR with the choices of sound (the paper gives no figures), one run, all weights"
                        + " wrapped, radii calibrated to lose at most a point on " + whole.heldOut()
                        + " held-out images (deep networks: " + deep.heldOut() + "), tested on " + deep.testImages()
                        + ". Deep networks have a quarter of their channels (/4) and begin with an epoch that trains their"
                        + " means alone. Full size is all channels, all " + BackboneStudy.FULL_IMAGES + " images and "
                        + BackboneStudy.FULL_EPOCHS
                        + " epochs; what an image takes there at least is measured by a few steps, and the hours of"
                        + " training, without warm start, wrapping and tests, follow from it",
                Column.text("network"),
                Column.text("estimator"),
                Column.number("images", 0),
                Column.number("epochs", 0),
                Column.percent("average of draws", 1).higherIsBetter(),
                Column.percent("mean network", 1).higherIsBetter(),
                Column.percent("wrapped, radii calibrated", 1).higherIsBetter(),
                Column.number("training, ms an image", 1),
                Column.number("full size, ms an image", 1),
                Column.number("full size, hours", 1));
        for (Setting setting : BackboneStudy.settings()) {
            for (Estimator estimator : BackboneStudy.estimators()) {
                Optional<Measurement> found = lab.measurements().newest(BackboneStudy.place(lab, setting, estimator));
                table = table.row(
                        Cell.of(setting.net() + " on " + setting.data()),
                        Cell.of(estimator == Estimator.FLIPOUT ? "Flipout (BNNF)" : "local (BNNR)"),
                        cell(found, "images"),
                        cell(found, "epochs"),
                        cell(found, "average"),
                        cell(found, "mean"),
                        cell(found, "wrapped"),
                        cell(found, "milliseconds-an-image"),
                        cell(found, "whole-milliseconds-an-image"),
                        cell(found, "full-hours"));
            }
        }
        return table;
    }

    private static Cell cell(Optional<Measurement> found, String name) {
        return found.map(measurement -> Cell.of(measurement.spread(name).mean()))
                .orElseGet(Cell::missing);
    }
}
