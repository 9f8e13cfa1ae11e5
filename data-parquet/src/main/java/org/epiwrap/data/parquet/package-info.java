/** Tables in Parquet files. Start at {@link org.epiwrap.data.parquet.ParquetFormat}. */
@NullMarked
package org.epiwrap.data.parquet;

import org.jspecify.annotations.NullMarked;
