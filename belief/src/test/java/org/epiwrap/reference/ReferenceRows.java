package org.epiwrap.reference;

import com.fasterxml.jackson.databind.JsonNode;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.stream.Stream;
import org.epiwrap.testing.ReferenceValues;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.AnnotationBasedArgumentsProvider;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.ParameterDeclarations;

/** A test of each row of a file with independent values, which it takes as a {@link JsonNode}. */
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest
@ArgumentsSource(ReferenceRows.Rows.class)
@interface ReferenceRows {
    /** Returns the name of the file. */
    String value();

    /** Returns the name of the rows in it. */
    String key() default "rows";

    /** Reads the rows. */
    final class Rows extends AnnotationBasedArgumentsProvider<ReferenceRows> {
        @Override
        protected Stream<? extends Arguments> provideArguments(
                ParameterDeclarations parameters, ExtensionContext context, ReferenceRows annotation) {
            return ReferenceValues.elements(
                            ReferenceValues.read(annotation.value()).get(annotation.key()))
                    .map(Arguments::of);
        }
    }
}
