/** Options that commands share, how their values are parsed and checked, and the configuration file. */
@NullMarked
package org.epiwrap.cli.option;

import org.jspecify.annotations.NullMarked;
