package org.epiwrap.exchange;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.epiwrap.exchange.Convention.Evidence;
import org.epiwrap.exchange.Convention.Form;
import org.epiwrap.store.Shape;

/**
 * The conventions that are recognised, one row each. Where several fit, the one that accounts for more of the file's
 * arrays is taken, and of equals the first.
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
                    : EDWARD2_SOFTPLUS.but("DOUBTFUL: no stddev is below 0, though those that Edward2 takes softplus of"
                            + " begin at -3; they look like standard deviations themselves (stddev_constraint"
                            + " 'positive'), for which the spread must be given as std (--spread std)"));

    private static final SpreadRule SIGMA_THAT_IS_RHO = SpreadRule.chosen("softplus(x), or x", others -> {
        if (others.has("weight_sampler.rho")) {
            return SpreadRule.SOFTPLUS.since("weight_sampler.rho is there, hence x is a rho");
        }
        return others.anyBelowZero()
                ? SpreadRule.SOFTPLUS.since("some are below 0, hence x is a rho")
                : SpreadRule.STANDARD_DEVIATION.since("nothing shows that x is a rho");
    });

    private static final String FORTUNA_BASE = "log_std_base";

    private static final SpreadRule FORTUNA = SpreadRule.of("exp(x + log_std_base)", Conventions::fortuna);

    private static final SpreadRule LAPLACE =
            SpreadRule.of("1/sqrt(H_factor x + prior_precision), H_factor 1 if it is not there", Conventions::laplace);

    private static final SpreadRule IVON = SpreadRule.of("1/sqrt(ess (x + weight_decay))", Conventions::ivon);

    private static final String OLD_PYRO =
            "sigma is taken as softplus(x); Pyro up to 1.6 keeps it as exp, which must be"
                    + " given (--spread exp), since the file does not show it";

    /** Names that end as those of plain weights do, but are parts of posteriors whose other part is missing or unfit. */
    private static final List<NameTemplate> PARTS_OF_POSTERIORS = NameTemplate.list(
            "*mu_weight|*rho_weight|*eps_weight|*prior_weight|*mu_kernel|*rho_kernel|*eps_kernel|*prior_kernel");

    /** What is left if there is no other; beside Bayesian layers, the plain ones. */
    static final Convention POINTS = Convention.of("points", "a network of plain weights", Form.POINTS)
            .weight("*weight|*kernel|*vars/0", "")
            .bias("*bias|*vars/1", "")
            .ignoring("sigma|*.sigma|*/sigma")
            .with((Evidence) Conventions::arePlain);

    private static final List<Convention> ALL = List.of(
            Convention.of("epiwrap", "epiwrap: exported posterior", Form.LAYERS)
                    .weight("*kernel.mean", "*kernel.std")
                    .bias("*bias.mean|*bias", "*bias.std")
                    .with(Axes.OUTPUTS_FIRST)
                    .ignoring("architecture"),
            Convention.of(
                            "tfp",
                            "TensorFlow Probability: Dense and Conv2D, Flipout and Reparameterization",
                            Form.LAYERS)
                    .weight("*kernel_posterior_loc", "*kernel_posterior_untransformed_scale")
                    .bias("*bias_posterior_loc", "*bias_posterior_untransformed_scale")
                    .with(Axes.INPUTS_FIRST)
                    .with(TFP_SCALE)
                    .ignoring("*kernel_prior*|*bias_prior*"),
            Convention.of("tfp-variational", "TensorFlow Probability: DenseVariational", Form.HALVES)
                    .weight("*constant*", "*constant*")
                    .with(Axes.INPUTS_FIRST)
                    .with(TFP_VARIATIONAL)
                    .remark("the posterior is taken to be that of TensorFlow Probability's example; another sigma than "
                            + TFP_VARIATIONAL.formula() + " must be given (--spread)"),
            Convention.of("edward2", "Edward2: Dense and Conv2D, Flipout and Reparameterization", Form.LAYERS)
                    .weight("*kernel/mean|*kernel.mean", "*kernel/stddev|*kernel.stddev")
                    .bias("*bias/mean|*bias.mean|*bias", "*bias/stddev|*bias.stddev")
                    .with(Axes.INPUTS_FIRST)
                    .with(EDWARD2_SCALE)
                    .remark("sigma is taken as " + EDWARD2_SOFTPLUS.formula()
                            + ", as Edward2 has it by default; with the"
                            + " stddev_constraint 'exp' or 'positive' the spread must be given as exp or std (--spread), since the"
                            + " file does not show it"),
            Convention.of(
                            "keras-numbered",
                            "Keras .weights.h5, whose variables have numbers: taken as TensorFlow Probability's",
                            Form.LAYERS)
                    .weight("*vars/0", "*vars/1")
                    .bias("*vars/2", "*vars/3")
                    .with(Axes.INPUTS_FIRST)
                    .with(TFP_SCALE),
            Convention.of("lightning-uq-box", "Lightning-UQ-Box: variational Linear and Conv2d", Form.LAYERS)
                    .weight("*mu_weight", "*rho_weight")
                    .bias("*mu_bias", "*rho_bias")
                    .with(Axes.OUTPUTS_FIRST)
                    .with(SpreadRule.SOFTPLUS)
                    .ignoring("*eps_weight|*eps_bias|*prior_weight*|*prior_bias*")
                    // Dense layers alone are named as bayesian-torch names them.
                    .with((Evidence) arrays -> arrays.entrySet().stream()
                            .anyMatch(array -> array.getKey().endsWith("mu_weight")
                                    && array.getValue().rank() == 4)),
            Convention.of("bayesian-torch", "bayesian-torch: Linear and Conv2d", Form.LAYERS)
                    .weight("*mu_weight|*mu_kernel", "*rho_weight|*rho_kernel")
                    .bias("*mu_bias", "*rho_bias")
                    .with(Axes.OUTPUTS_FIRST)
                    .with(SpreadRule.SOFTPLUS)
                    .ignoring("*eps_weight|*eps_kernel|*eps_bias|*prior_weight*|*prior_kernel*|*prior_bias*"
                            + "|*quantized_*|*quint_quant.*|*qint_quant.*|*dequant.*|*quant_dict*"),
            Convention.of("blitz", "BLiTZ: BayesianLinear and BayesianConv2d", Form.LAYERS)
                    .weight("*weight_sampler.mu|*weight_mu", "*weight_sampler.rho|*weight_rho")
                    .bias("*bias_sampler.mu|*bias_mu", "*bias_sampler.rho|*bias_rho")
                    .with(Axes.OUTPUTS_FIRST)
                    .with(SpreadRule.SOFTPLUS)
                    // What stands for the biases of a layer without any.
                    .ignoring("*_prior_dist*|*sampler.eps_w|*bias_zero")
                    .with(Evidence.of("weight_sampler.rho")),
            Convention.of("torch-uncertainty", "torch-uncertainty: BayesLinear and BayesConv2d", Form.LAYERS)
                    .weight("*weight_sampler.mu|*weight_mu", "*weight_sampler.rho|*weight_sigma")
                    .bias("*bias_sampler.mu|*bias_mu", "*bias_sampler.rho|*bias_sigma")
                    .with(Axes.OUTPUTS_FIRST)
                    .with(SIGMA_THAT_IS_RHO)
                    .ignoring("*_prior_dist*|*sampler.sigma|*sampler.weight|*sampler.eps_w")
                    .with(Evidence.of("weight_sigma")),
            Convention.of("probly", "probly: BayesLinear and BayesConv2d", Form.LAYERS)
                    .weight("*weight_mu", "*weight_rho")
                    .bias("*bias_mu", "*bias_rho")
                    .with(Axes.OUTPUTS_FIRST)
                    .with(SpreadRule.SOFTPLUS)
                    .ignoring("*_prior_mu|*_prior_sigma"),
            Convention.of("torchbnn", "torchbnn: BayesLinear and BayesConv2d", Form.LAYERS)
                    .weight("*weight_mu", "*weight_log_sigma")
                    .bias("*bias_mu", "*bias_log_sigma")
                    .with(Axes.OUTPUTS_FIRST)
                    .with(SpreadRule.EXP)
                    .ignoring("*weight_eps|*bias_eps"),
            Convention.of("bayesian-cnn", "PyTorch-BayesianCNN: BBBLinear and BBBConv2d", Form.LAYERS)
                    .weight("*W_mu", "*W_rho")
                    .bias("*bias_mu", "*bias_rho")
                    .with(Axes.OUTPUTS_FIRST)
                    .with(SpreadRule.SOFTPLUS),
            Convention.of("pyro", "Pyro: AutoNormal", Form.LAYERS)
                    .weight(
                            "*locs.*weight_unconstrained|*locs.*kernel_unconstrained",
                            "*scales.*weight_unconstrained|*scales.*kernel_unconstrained")
                    .bias("*locs.*bias_unconstrained", "*scales.*bias_unconstrained")
                    .with(SpreadRule.SOFTPLUS)
                    .remark(OLD_PYRO),
            Convention.of("pyro-diagonal", "Pyro: AutoDiagonalNormal", Form.VECTOR)
                    .weight("*loc", "*scale_unconstrained")
                    .with(Axes.OUTPUTS_FIRST)
                    .with(SpreadRule.SOFTPLUS)
                    .remark(OLD_PYRO),
            Convention.of("tyxe", "TyXe: AutoNormal guides", Form.LAYERS)
                    .weight("*weight.loc_unconstrained|*weight.loc", "*weight.scale_unconstrained")
                    .bias("*bias.loc_unconstrained|*bias.loc", "*bias.scale_unconstrained")
                    .with(Axes.OUTPUTS_FIRST)
                    .with(SpreadRule.EXP)
                    .remark(
                            "sigma is taken as exp(x); a guide with max_guide_scale keeps it as sigmoid:MAX, which must be"
                                    + " given (--spread sigmoid:MAX), since the file does not show it"),
            Convention.of("numpyro", "NumPyro: AutoNormal", Form.LAYERS)
                    .weight("*weight_auto_loc|*kernel_auto_loc", "*weight_auto_scale|*kernel_auto_scale")
                    .bias("*bias_auto_loc", "*bias_auto_scale")
                    .with(SpreadRule.STANDARD_DEVIATION),
            Convention.of("fortuna", "Fortuna: ADVI", Form.VECTOR_BIASES_FIRST)
                    .weight("*mean", "*log_std")
                    .with(Axes.INPUTS_FIRST)
                    .with(FORTUNA)
                    .ignoring("*" + FORTUNA_BASE),
            Convention.of("laplace", "laplace-torch: diagonal", Form.VECTOR)
                    .weight("*mean", "*H")
                    .with(Axes.OUTPUTS_FIRST)
                    .with(LAPLACE)
                    .ignoring("*prior_precision|*prior_precision_diag|*H_factor")
                    .with((Evidence) arrays -> Evidence.of("prior_precision").in(arrays)
                            || Evidence.of("prior_precision_diag").in(arrays)),
            Convention.of("ivon", "IVON", Form.LAYERS_AND_VECTOR)
                    .weight("*weight|*kernel", "*hess")
                    .bias("*bias", "*hess")
                    .with(IVON)
                    .ignoring("ess|*.ess|*/ess|*weight_decay")
                    .with((Evidence) arrays -> arePlain(arrays)
                            && Evidence.of("hess", "ess", "weight_decay").in(arrays)),
            Convention.of("draws", "draws of all weights, one a row", Form.DRAWS)
                    .weight("*samples|*draws", "*samples|*draws")
                    .with(Axes.OUTPUTS_FIRST),
            Convention.of("stacked-draws", "draws of each layer's weights, such as an ensemble's", Form.STACKED_DRAWS)
                    .weight("*weight|*kernel", "*weight|*kernel")
                    .bias("*bias", "*bias")
                    // Kernels of Conv1d and Conv3d have 3 and 5 axes too; their biases have one.
                    .with((Evidence) Conventions::haveStackedBiases),
            POINTS);

    private Conventions() {}

    /** All that are known. */
    public static List<Convention> all() {
        return ALL;
    }

    /** Taken for kernels, the spreads of a layer would be one more layer. */
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

    /** Fortuna draws from N(0, base²) and scales what it draws by what it has learnt. */
    private static double[] fortuna(double[] kept, SpreadRule.Others others) throws IOException {
        if (!others.has(FORTUNA_BASE)) {
            throw new IllegalArgumentException("there must be a number log_std_base beside log_std, since sigma is "
                    + FORTUNA.formula() + " and the file does not show it: numpy.savez(..., log_std_base="
                    + "prob_model.posterior.posterior_approximator.log_std_base), which is -2.3 unless it was given");
        }
        double base = others.number(FORTUNA_BASE);
        double[] sigma = new double[kept.length];
        for (int i = 0; i < sigma.length; i++) {
            sigma[i] = Math.exp(kept[i] + base);
        }
        return sigma;
    }

    private static double[] laplace(double[] kept, SpreadRule.Others others) throws IOException {
        String diagonal = "prior_precision_diag";
        double[] prior = others.numbers(others.has(diagonal) ? diagonal : "prior_precision", kept.length);
        String underscored = "_H_factor";
        double factor = others.has(underscored)
                ? others.number(underscored)
                : others.has("H_factor") ? others.number("H_factor") : 1;
        double[] sigma = new double[kept.length];
        for (int i = 0; i < sigma.length; i++) {
            sigma[i] = 1 / Math.sqrt(factor * kept[i] + prior[i]);
        }
        return sigma;
    }

    private static double[] ivon(double[] kept, SpreadRule.Others others) throws IOException {
        double size = others.number("ess");
        double decay = others.number("weight_decay");
        double[] sigma = new double[kept.length];
        for (int i = 0; i < sigma.length; i++) {
            sigma[i] = 1 / Math.sqrt(size * (kept[i] + decay));
        }
        return sigma;
    }
}
