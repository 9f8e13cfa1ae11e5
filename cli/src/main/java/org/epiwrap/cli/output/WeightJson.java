package org.epiwrap.cli.output;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.epiwrap.belief.FocalInterval;
import org.epiwrap.belief.NestedBelief;
import org.epiwrap.dirichlet.Components;
import org.epiwrap.dirichlet.IntervalLaw;
import org.epiwrap.wrap.WrappedPosterior;

/**
 * A wrapped weight as JSON. {@code focal} is empty on the exact grid, where the focal intervals are a continuum;
 * {@code alpha} is null where the law is one fixed interval and no Dirichlet distribution.
 */
public final class WeightJson {
    private static final ObjectMapper JSON = new ObjectMapper();

    private WeightJson() {}

    /** Returns every step at full precision. */
    public static ObjectNode of(WrappedPosterior wrapped) {
        ObjectNode object = JSON.createObjectNode();
        object.put("lower", wrapped.posterior().domain().lower());
        object.put("upper", wrapped.posterior().domain().upper());
        ArrayNode focal = object.putArray("focal");
        if (wrapped.belief() instanceof NestedBelief nested) {
            for (FocalInterval entry : nested.focal()) {
                focal.addObject()
                        .put("a", entry.interval().lower())
                        .put("b", entry.interval().upper())
                        .put("mass", entry.mass());
            }
        }
        object.set("l1", array(wrapped.moments().mean()));
        object.set("l2", array(wrapped.moments().variance()));
        if (wrapped.law() instanceof IntervalLaw.Dirichlet dirichlet) {
            object.set("alpha", array(dirichlet.alpha()));
        } else {
            object.putNull("alpha");
        }
        object.putArray("interval")
                .add(wrapped.interval().lower())
                .add(wrapped.interval().upper());
        return object;
    }

    private static ArrayNode array(Components components) {
        return JSON.createArrayNode()
                .add(components.below())
                .add(components.inside())
                .add(components.above());
    }
}
