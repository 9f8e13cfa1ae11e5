package org.epiwrap.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.epiwrap.activation.Activation;
import org.epiwrap.data.Volume;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackboneTest {
    private static final Volume INPUT = new Volume(3, 32, 32);

    private static Stream<Activation> activations(String name) {
        return Backbone.named(name)
                .architecture(INPUT, 10)
                .flattened()
                .filter(layer -> layer instanceof Layer.Nonlinearity)
                .map(layer -> ((Layer.Nonlinearity) layer).activation());
    }

    @ParameterizedTest
    @CsvSource({
        "mlp:8, relu, 1",
        "mlp:64-32:tanh, tanh, 2",
        "mlp:64:leaky-relu:0.2, leaky-relu:0.2, 1",
        "lenet-5:softplus, softplus, 4",
        "resnet-18/8:silu, silu, 17",
        "vgg-16/8:gelu, gelu, 14"
    })
    void anActivationReplacesEveryRelu(String name, String activation, int layers) {
        assertThat(activations(name)).hasSize(layers).containsOnly(Activation.of(activation));
    }

    @Test
    void partsOfTheNameAreKept() {
        assertThat(Backbone.named("resnet-18/4:mish").whole()).hasToString("resnet-18:mish");
        assertThat(Backbone.named("mlp:8:tanh").whole()).hasToString("mlp:8:tanh");
        assertThat(Backbone.named("lenet-5:tanh").fileName()).isEqualTo("lenet-5-tanh");
        assertThat(Backbone.named("lenet-5:tanh").isConvolutional()).isTrue();
        assertThat(Backbone.named("mlp:8").architecture(INPUT, 10).lastActivation())
                .contains(new Activation.Relu());
        assertThat(Backbone.named("vgg-16").architecture(INPUT, 10).with(new Activation.Tanh()))
                .isEqualTo(Backbone.named("vgg-16:tanh").architecture(INPUT, 10));
        assertThat(Architecture.mlp(INPUT, 10).lastActivation()).isEmpty();
        assertThat(Backbone.named("resnet-18").architecture(INPUT, 10).lastActivation())
                .as("a pool comes between")
                .isEmpty();
    }

    @Test
    void othersAreRefused() {
        assertThatThrownBy(() -> Backbone.named("mlp:8:swoosh")).hasMessageContaining("but is 'swoosh'");
        assertThatThrownBy(() -> Backbone.named("mlp:tanh"))
                .hasMessageContaining("such as mlp:64:tanh, but is 'mlp:tanh'");
        assertThatThrownBy(() -> Backbone.named("mlp:0:tanh")).hasMessageContaining("but is 'mlp:0:tanh'");
    }
}
