package org.epiwrap.exchange.convention;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.epiwrap.exchange.convention.Convention.Evidence;
import org.epiwrap.store.Shape;
import org.epiwrap.store.Text;

/**
 * The conventions that are recognised, one row each, in the language of {@link Convention#parse}. Where several fit, the
 * one that accounts for the most arrays of the file is taken, and among equals the first.
 */
public final class Conventions {
    /** What TensorFlow Probability adds to a scale: the machine precision of float. */
    private static final double FLOAT_EPSILON = 0x1p-23;

    /** What Keras adds where it must not divide by 0. */
    private static final double KERAS_EPSILON = 1e-7;

    /** softplus⁻¹(1), where the scale of TensorFlow Probability's example of a mean-field posterior begins. */
    private static final double UNIT_START = Math.log(Math.expm1(1));

    private static final SpreadRule TFP_SCALE =
            SpreadRule.each("2^-23 + softplus(x)", x -> FLOAT_EPSILON + SpreadRule.softplus(x));

    private static final SpreadRule TFP_VARIATIONAL =
            SpreadRule.each("1e-5 + softplus(ln(e - 1) + x)", x -> 1e-5 + SpreadRule.softplus(UNIT_START + x));

    private static final SpreadRule EDWARD2_SOFTPLUS =
            SpreadRule.each("1e-7 + softplus(x)", x -> KERAS_EPSILON + SpreadRule.softplus(x));

    private static final SpreadRule EDWARD2_SCALE = SpreadRule.chosen(
            EDWARD2_SOFTPLUS.formula(),
            others -> others.anyBelowZero()
                    ? EDWARD2_SOFTPLUS
                    : EDWARD2_SOFTPLUS.withWarning("WARNING: no stddev is negative, although those that Edward2 applies"
                            + " softplus to start at -3; they look like standard deviations (stddev_constraint"
                            + " 'positive'): if so, import again with --spread std"));

    private static final SpreadRule SIGMA_THAT_IS_RHO = SpreadRule.chosen("softplus(x), or x", others -> {
        if (others.has("weight_sampler.rho")) {
            return SpreadRule.SOFTPLUS.since("weight_sampler.rho exists, so x is a rho");
        }
        return others.anyBelowZero()
                ? SpreadRule.SOFTPLUS.since("some are negative, so x is a rho")
                : SpreadRule.STANDARD_DEVIATION.since("nothing indicates that x is a rho");
    });

    private static final String FORTUNA_BASE = "log_std_base";

    private static final SpreadRule FORTUNA = SpreadRule.of("exp(x + log_std_base)", Conventions::fortuna);

    private static final SpreadRule LAPLACE =
            SpreadRule.of("1/sqrt(x/(sigma_noise^2 temperature) + prior_precision)", Conventions::laplace);

    /** Of a network whose outputs are logits. */
    private static final String LAPLACE_LIKELIHOOD = "classification";

    private static final SpreadRule IVON = SpreadRule.of("1/sqrt(ess (x + weight_decay))", Conventions::ivon);

    private static final String OLD_PYRO = "sigma is read as softplus(x); for Pyro up to 1.6, which stores it as exp,"
            + " use --spread exp, since the file does not show which it is";

    /** Names that end like those of plain weights, but are parts of posteriors whose other part is missing or does not fit. */
    private static final List<NameTemplate> PARTS_OF_POSTERIORS = NameTemplate.list(
            "*mu_weight|*rho_weight|*eps_weight|*prior_weight|*mu_kernel|*rho_kernel|*eps_kernel|*prior_kernel");

    /** Plain weights: taken if nothing else fits, and for the plain layers beside Bayesian ones. */
    public static final Convention POINTS = row(
                    "points",
                    "a network of plain weights",
                    "form=points, weight=*weight|*kernel|*vars/0, bias=*bias|*vars/1, axes=by-name")
            .ignoring("sigma|*.sigma|*/sigma")
            .with(Conventions::arePlain);

    private static final List<Convention> ALL = List.of(
            row("epiwrap", "epiwrap: exported posterior", """
                    weight=*kernel.mean, spread=*kernel.std, bias=*bias.mean|*bias, bias-spread=*bias.std""").ignoring("architecture"),
            row("tfp", "TensorFlow Probability: Dense and Conv2D, Flipout and Reparameterization", """
                    weight=*kernel_posterior_loc, spread=*kernel_posterior_untransformed_scale,
                    bias=*bias_posterior_loc, bias-spread=*bias_posterior_untransformed_scale, axes=inputs-first""")
                    .with(TFP_SCALE)
                    .ignoring("*kernel_prior*|*bias_prior*"),
            row("tfp-variational", "TensorFlow Probability: DenseVariational", """
                    form=halves, weight=*constant*, axes=inputs-first""")
                    .with(TFP_VARIATIONAL)
                    .remark("the posterior is assumed to be that of TensorFlow Probability's example; for a sigma other"
                            + " than " + TFP_VARIATIONAL.formula() + ", use --spread"),
            row("edward2", "Edward2: Dense and Conv2D, Flipout and Reparameterization", """
                    weight=*kernel/mean|*kernel.mean, spread=*kernel/stddev|*kernel.stddev,
                    bias=*bias/mean|*bias.mean|*bias, bias-spread=*bias/stddev|*bias.stddev, axes=inputs-first""")
                    .with(EDWARD2_SCALE)
                    .remark("sigma is read as " + EDWARD2_SOFTPLUS.formula() + ", Edward2's default; for the"
                            + " stddev_constraint 'exp' or 'positive' use --spread exp or std, since the file does not"
                            + " show which it is"),
            row("keras-numbered", "Keras .weights.h5 with numbered variables, read as TensorFlow Probability's", """
                    weight=*vars/0, spread=*vars/1, bias=*vars/2, bias-spread=*vars/3, axes=inputs-first""")
                    .with(TFP_SCALE),
            row("lightning-uq-box", "Lightning-UQ-Box: variational Linear and Conv2d", """
                    weight=*mu_weight, spread=*rho_weight, bias=*mu_bias, bias-spread=*rho_bias, sigma=softplus""")
                    .ignoring("*eps_weight|*eps_bias|*prior_weight*|*prior_bias*")
                    // Dense layers alone are named as in bayesian-torch.
                    .with(arrays -> arrays.entrySet().stream()
                            .anyMatch(array -> array.getKey().endsWith("mu_weight")
                                    && array.getValue().rank() == 4)),
            row("bayesian-torch", "bayesian-torch: Linear and Conv2d", """
                    weight=*mu_weight|*mu_kernel, spread=*rho_weight|*rho_kernel,
                    bias=*mu_bias, bias-spread=*rho_bias, sigma=softplus""")
                    .ignoring("*eps_weight|*eps_kernel|*eps_bias|*prior_weight*|*prior_kernel*|*prior_bias*"
                            + "|*quantized_*|*quint_quant.*|*qint_quant.*|*dequant.*|*quant_dict*"),
            row("blitz", "BLiTZ: BayesianLinear and BayesianConv2d", """
                    weight=*weight_sampler.mu|*weight_mu, spread=*weight_sampler.rho|*weight_rho,
                    bias=*bias_sampler.mu|*bias_mu, bias-spread=*bias_sampler.rho|*bias_rho, sigma=softplus""")
                    // bias_zero stands for the biases of a layer that has none.
                    .ignoring("*_prior_dist*|*sampler.eps_w|*bias_zero")
                    .with(Evidence.of("weight_sampler.rho")),
            row("torch-uncertainty", "torch-uncertainty: BayesLinear and BayesConv2d", """
                    weight=*weight_sampler.mu|*weight_mu, spread=*weight_sampler.rho|*weight_sigma,
                    bias=*bias_sampler.mu|*bias_mu, bias-spread=*bias_sampler.rho|*bias_sigma""")
                    .with(SIGMA_THAT_IS_RHO)
                    .ignoring("*_prior_dist*|*sampler.sigma|*sampler.weight|*sampler.eps_w")
                    .with(Evidence.of("weight_sigma")),
            row("probly", "probly: BayesLinear and BayesConv2d", """
                    weight=*weight_mu, spread=*weight_rho, bias=*bias_mu, bias-spread=*bias_rho, sigma=softplus""").ignoring("*_prior_mu|*_prior_sigma"),
            row("torchbnn", "torchbnn: BayesLinear and BayesConv2d", """
                    weight=*weight_mu, spread=*weight_log_sigma,
                    bias=*bias_mu, bias-spread=*bias_log_sigma, sigma=exp""").ignoring("*weight_eps|*bias_eps"),
            row("bayesian-cnn", "PyTorch-BayesianCNN: BBBLinear and BBBConv2d", """
                    weight=*W_mu, spread=*W_rho, bias=*bias_mu, bias-spread=*bias_rho, sigma=softplus"""),
            row("pyro", "Pyro: AutoNormal", """
                    weight=*locs.*weight_unconstrained|*locs.*kernel_unconstrained,
                    spread=*scales.*weight_unconstrained|*scales.*kernel_unconstrained,
                    bias=*locs.*bias_unconstrained, bias-spread=*scales.*bias_unconstrained,
                    sigma=softplus, axes=by-name""").remark(OLD_PYRO),
            row("pyro-diagonal", "Pyro: AutoDiagonalNormal", """
                    form=vector, weight=*loc, spread=*scale_unconstrained, sigma=softplus""").remark(OLD_PYRO),
            row("tyxe", "TyXe: AutoNormal guides", """
                    weight=*weight.loc_unconstrained|*weight.loc, spread=*weight.scale_unconstrained,
                    bias=*bias.loc_unconstrained|*bias.loc, bias-spread=*bias.scale_unconstrained, sigma=exp""")
                    .remark(
                            "sigma is read as exp(x); for a guide with max_guide_scale, which stores it as a sigmoid, use"
                                    + " --spread sigmoid:MAX, since the file does not show which it is"),
            row("numpyro", "NumPyro: AutoNormal", """
                    weight=*weight_auto_loc|*kernel_auto_loc, spread=*weight_auto_scale|*kernel_auto_scale,
                    bias=*bias_auto_loc, bias-spread=*bias_auto_scale, axes=by-name"""),
            row("fortuna", "Fortuna: ADVI", """
                    form=vector-biases-first, weight=*mean, spread=*log_std, axes=inputs-first""").with(FORTUNA).consulting("*" + FORTUNA_BASE),
            row("laplace", "laplace-torch: diagonal", "form=vector, weight=*mean, spread=*H")
                    .with(LAPLACE)
                    .consulting(
                            "*prior_precision|*prior_precision_diag|*H_factor|*sigma_noise|*temperature|*likelihood")
                    .ignoring("*loss|*prior_mean|*n_data|*n_outputs|*n_params|*n_layers|*cls_name"
                            + "|*enable_backprop|*_last_layer_name")
                    .with(arrays -> Evidence.of("prior_precision").in(arrays)
                            || Evidence.of("prior_precision_diag").in(arrays)),
            row("ivon", "IVON", """
                    form=layers-and-vector, weight=*weight|*kernel, spread=*hess, bias=*bias, axes=by-name""")
                    .with(IVON)
                    .consulting("ess|*.ess|*/ess|*weight_decay")
                    .with(arrays -> arePlain(arrays)
                            && Evidence.of("hess", "ess", "weight_decay").in(arrays)),
            row("draws", "draws of all weights, one per row", "form=draws, weight=*samples|*draws"),
            row("stacked-draws", "draws of each layer's weights, such as an ensemble's", """
                    form=stacked-draws, weight=*weight|*kernel, bias=*bias, axes=by-name""")
                    // Kernels of Conv1d and Conv3d have 3 and 5 axes too; their biases have one.
                    .with(Conventions::haveStackedBiases),
            POINTS);

    private static Convention row(String id, String library, String mapping) {
        return Convention.parse(id, library, mapping);
    }

    private Conventions() {}

    /** Returns all known conventions. */
    public static List<Convention> all() {
        return ALL;
    }

    /** Read as kernels, the spreads of a layer would be one more layer. */
    private static boolean arePlain(Map<String, Shape> arrays) {
        return arrays.keySet().stream().noneMatch(name -> Recogniser.fits(PARTS_OF_POSTERIORS, name));
    }

    private static boolean haveStackedBiases(Map<String, Shape> arrays) {
        return arrays.entrySet().stream().anyMatch(array -> {
            String name = array.getKey();
            Shape kernel = array.getValue();
            Shape bias = arrays.get(name.replaceAll("(weight|kernel)$", "bias"));
            return (name.endsWith("weight") || name.endsWith("kernel"))
                    && (kernel.rank() == 3 || kernel.rank() == 5)
                    && bias != null
                    && bias.rank() == 2
                    && bias.size(0) == kernel.size(0);
        });
    }

    /** Fortuna scales draws from N(0, base²) by what it has learnt. */
    private static double[] fortuna(double[] stored, SpreadRule.Others others) throws IOException {
        if (!others.has(FORTUNA_BASE)) {
            throw new IllegalArgumentException("it must hold log_std_base beside log_std, since sigma is "
                    + FORTUNA.formula() + ": save it with numpy.savez(..., log_std_base="
                    + "prob_model.posterior.posterior_approximator.log_std_base); the default is -2.3");
        }
        double base = others.number(FORTUNA_BASE);
        return Arrays.stream(stored).map(x -> Math.exp(x + base)).toArray();
    }

    /** H is the sum over all training data, without the noise and the temperature of the likelihood. */
    private static double[] laplace(double[] stored, SpreadRule.Others others) throws IOException {
        Optional<String> likelihood = others.text("likelihood");
        if (likelihood.isPresent() && !likelihood.get().equals(LAPLACE_LIKELIHOOD)) {
            throw new IllegalArgumentException("its likelihood must be " + LAPLACE_LIKELIHOOD + ", but is "
                    + Text.quoted(likelihood.get()) + ": regression networks cannot be imported");
        }
        String diagonal = "prior_precision_diag";
        double[] prior = others.numbers(others.has(diagonal) ? diagonal : "prior_precision", stored.length);
        double factor = laplaceFactor(others);
        return IntStream.range(0, stored.length)
                .mapToDouble(i -> 1 / Math.sqrt(factor * stored[i] + prior[i]))
                .toArray();
    }

    private static double laplaceFactor(SpreadRule.Others others) throws IOException {
        for (String given : List.of("_H_factor", "H_factor")) {
            if (others.has(given)) {
                return others.number(given);
            }
        }
        double noise = others.has("sigma_noise") ? others.number("sigma_noise") : 1;
        double temperature = others.has("temperature") ? others.number("temperature") : 1;
        return 1 / (noise * noise * temperature);
    }

    private static double[] ivon(double[] stored, SpreadRule.Others others) throws IOException {
        double size = others.number("ess");
        double decay = others.number("weight_decay");
        return Arrays.stream(stored).map(x -> 1 / Math.sqrt(size * (x + decay))).toArray();
    }
}
