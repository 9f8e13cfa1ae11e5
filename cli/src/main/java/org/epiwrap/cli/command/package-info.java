/** The commands: each translates its arguments, calls the library and prints the result. */
@NullMarked
package org.epiwrap.cli.command;

import org.jspecify.annotations.NullMarked;
