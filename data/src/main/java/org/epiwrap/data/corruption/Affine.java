package org.epiwrap.data.corruption;

import org.apache.commons.rng.UniformRandomProvider;
import org.epiwrap.data.Volume;

/** Moves pixels by a linear map about the centre of the image, and a distance. */
final class Affine implements Corruptor {
    private final Volume shape;
    private final Law law;
    private final Sampling sampling;

    private Affine(Volume shape, Law law) {
        this.shape = shape;
        this.law = law;
        this.sampling = new Sampling(shape);
    }

    /** Where a pixel at (x, y) from the centre is taken from: (xx · x + xy · y + right, yx · x + yy · y + down). */
    private record Source(double xx, double xy, double yx, double yy, double right, double down) {
        static Source linear(double xx, double xy, double yx, double yy) {
            return new Source(xx, xy, yx, yy, 0, 0);
        }
    }

    private interface Law {
        Source draw(UniformRandomProvider random);
    }

    static Corruptor shear(Volume shape, double tangent) {
        return new Affine(shape, random -> {
            double signed = signed(tangent, random);
            return random.nextBoolean() ? Source.linear(1, signed, 0, 1) : Source.linear(1, 0, signed, 1);
        });
    }

    static Corruptor rotation(Volume shape, double degrees) {
        return new Affine(shape, random -> {
            double angle = Math.toRadians(signed(degrees, random));
            return Source.linear(Math.cos(angle), Math.sin(angle), -Math.sin(angle), Math.cos(angle));
        });
    }

    static Corruptor scale(Volume shape, double factor) {
        return new Affine(shape, random -> {
            double step = random.nextBoolean() ? factor : 1 / factor;
            return Source.linear(step, 0, 0, step);
        });
    }

    /** Whole pixels, since others would blur the image as well. */
    static Corruptor translation(Volume shape, double distance) {
        return new Affine(shape, random -> {
            double angle = 2 * Math.PI * random.nextDouble();
            double right = Math.rint(distance * shape.width() * Math.cos(angle));
            double down = Math.rint(distance * shape.height() * Math.sin(angle));
            return new Source(1, 0, 0, 1, right, down);
        });
    }

    private static double signed(double size, UniformRandomProvider random) {
        return random.nextBoolean() ? size : -size;
    }

    @Override
    public void apply(float[] image, UniformRandomProvider random) {
        Source source = law.draw(random);
        sampling.remember(image);
        double middleY = (shape.height() - 1) / 2.0;
        double middleX = (shape.width() - 1) / 2.0;
        for (int pixel = 0; pixel < shape.plane(); pixel++) {
            int row = pixel / shape.width();
            double y = row - middleY;
            double x = pixel % shape.width() - middleX;
            sampling.copy(
                    middleY + source.yx * x + source.yy * y + source.down,
                    middleX + source.xx * x + source.xy * y + source.right,
                    image,
                    pixel);
        }
    }
}
