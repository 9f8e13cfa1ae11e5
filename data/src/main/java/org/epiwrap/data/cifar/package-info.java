/**
 * CIFAR-10 and CIFAR-100: downloading and unpacking the archives, reading the files. Start at
 * {@link org.epiwrap.data.cifar.Cifar10}.
 */
@NullMarked
package org.epiwrap.data.cifar;

import org.jspecify.annotations.NullMarked;
