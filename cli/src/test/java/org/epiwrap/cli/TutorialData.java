package org.epiwrap.cli;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import javax.imageio.ImageIO;

/**
 * Made-up data of the tutorials: customers in a table, and pictures of shapes. {@code main} writes it to a folder; a test
 * compares it with what lies beside the tutorials.
 */
final class TutorialData {
    private static final int CUSTOMERS = 1500;
    private static final int PICTURES = 60;
    private static final int SIDE = 28;
    private static final List<String> PLANS = List.of("basic", "plus", "pro");
    private static final double[] FEES = {12, 25, 45};
    private static final List<String> REGIONS = List.of("north", "south", "east", "west");

    private TutorialData() {}

    public static void main(String[] folder) throws IOException {
        write(Path.of(folder[0]));
    }

    static void write(Path folder) throws IOException {
        Files.writeString(folder.resolve("customers.csv"), customers(new Random(1)));
        Random random = new Random(2);
        for (Shape shape : Shape.values()) {
            Path own = folder.resolve("shapes").resolve(shape.toString());
            Files.createDirectories(own);
            for (int i = 0; i < PICTURES; i++) {
                write(picture(shape, random), own.resolve(String.format(Locale.ROOT, "%02d.png", i + 1)));
            }
        }
        Path unknown = Files.createDirectories(folder.resolve("new-shapes"));
        write(picture(Shape.CIRCLE, random), unknown.resolve("circle.png"));
        write(drawn(14, 14, 8, 0.1, 220, (x, y) -> root4(x, y) - 1), unknown.resolve("rounded.png"));
        write(drawn(14, 14, 8, 0.4, 220, (x, y) -> StrictMath.sin(8 * x) / 2), unknown.resolve("stripes.png"));
    }

    /** Who calls often and has not been there for long leaves; the rest is chance. */
    private static String customers(Random random) {
        StringBuilder text = new StringBuilder("customer,plan,region,months,fee,calls,leaves\n");
        for (int i = 0; i < CUSTOMERS; i++) {
            int plan = random.nextInt(3);
            String region = REGIONS.get(random.nextInt(4));
            int months = 1 + (int) (60 * random.nextDouble() * random.nextDouble());
            double fee = FEES[plan] + random.nextInt(80) / 10.0;
            int calls = (int) (10 * random.nextDouble() * random.nextDouble());
            double drive = 3 * (calls - 2.5) - 0.4 * (months - 14) + (plan == 0 ? 3 : 0);
            boolean leaves = random.nextDouble() < 1 / (1 + StrictMath.exp(-drive));
            boolean missing = random.nextInt(50) == 0;
            text.append(String.format(
                    Locale.ROOT,
                    "C%04d,%s,%s,%d,%s,%d,%s%n",
                    i + 1,
                    PLANS.get(plan),
                    region,
                    months,
                    missing ? "" : String.format(Locale.ROOT, "%.1f", fee),
                    calls,
                    leaves ? "yes" : "no"));
        }
        return text.toString().replace(System.lineSeparator(), "\n");
    }

    /** A line where a function of the place, -1 to 1 in each direction, is 0. */
    private interface Outline {
        double at(double x, double y);
    }

    private enum Shape implements Outline {
        CIRCLE {
            @Override
            public double at(double x, double y) {
                return Math.sqrt(x * x + y * y) - 1;
            }
        },
        SQUARE {
            @Override
            public double at(double x, double y) {
                return 1.2 * (box(x, y) - 0.85);
            }
        },
        TRIANGLE {
            @Override
            public double at(double x, double y) {
                return Math.max(y - 0.7, 0.87 * Math.abs(x) - 0.5 * y - 0.5);
            }
        };

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static double box(double x, double y) {
        return Math.max(Math.abs(x), Math.abs(y));
    }

    private static double root4(double x, double y) {
        return Math.sqrt(Math.sqrt(x * x * x * x + y * y * y * y));
    }

    private static BufferedImage picture(Shape shape, Random random) {
        double radius = 6.5 + 3 * random.nextDouble();
        double slack = SIDE / 2.0 - radius - 2;
        double across = SIDE / 2.0 + slack * (2 * random.nextDouble() - 1);
        double down = SIDE / 2.0 + slack * (2 * random.nextDouble() - 1);
        double turn = 0.3 * (random.nextDouble() - 0.5);
        return drawn(across, down, radius, turn, 160 + random.nextInt(96), shape);
    }

    private static BufferedImage drawn(
            double across, double down, double radius, double turn, int bright, Outline outline) {
        BufferedImage image = new BufferedImage(SIDE, SIDE, BufferedImage.TYPE_BYTE_GRAY);
        double cos = StrictMath.cos(turn);
        double sin = StrictMath.sin(turn);
        for (int y = 0; y < SIDE; y++) {
            for (int x = 0; x < SIDE; x++) {
                double dx = (x - across) / radius;
                double dy = (y - down) / radius;
                double away = radius * Math.abs(outline.at(cos * dx + sin * dy, cos * dy - sin * dx));
                double ink = Math.max(0, Math.min(1, 1.8 - away));
                image.getRaster().setSample(x, y, 0, (int) (bright * ink));
            }
        }
        return image;
    }

    private static void write(BufferedImage image, Path file) throws IOException {
        ImageIO.write(image, "png", file.toFile());
    }
}
