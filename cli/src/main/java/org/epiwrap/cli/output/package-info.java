/** What a command leaves behind: results as text or JSON, files and folders. */
@NullMarked
package org.epiwrap.cli.output;

import org.jspecify.annotations.NullMarked;
