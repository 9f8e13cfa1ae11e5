/** What goes to the terminal while a command runs: progress, shutdown messages, errors. */
@NullMarked
package org.epiwrap.cli.terminal;

import org.jspecify.annotations.NullMarked;
