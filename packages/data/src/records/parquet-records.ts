import { DatasetError } from "../reading/dataset-error.ts";
import type { ParquetFile } from "./parquet/chunk-pages.ts";
import type { Decompressors } from "./parquet/compressors.ts";
import type { OpenTable } from "./parquet/read-rows.ts";

/**
 * Reads the rows of a Parquet file; hyparquet is loaded on the first call.
 *
 * @param open - Receives the first rows; returns the columns to read (undefined for all) and a function that receives all rows.
 * @param decompressors - Decompressors of pages. Default: those of Node.
 * @throws DatasetError if the file is damaged.
 */
export async function readParquet(
  parquet: ParquetFile,
  file: string,
  open: OpenTable,
  decompressors?: Decompressors,
): Promise<void> {
  try {
    const { readRows } = await import("./parquet/read-rows.ts");
    await readRows(parquet, open, decompressors);
  } catch (error) {
    if (error instanceof DatasetError) throw error;
    throw new DatasetError(`cannot be read as Parquet: ${(error as Error).message}`, { file, cause: error });
  }
}
