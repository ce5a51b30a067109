// `@tierwise/data/rows`: sparse rows without the readers.
export { type Csr, rowIndices, rowValues, type ValuedCsr } from "./rows/csr.ts";
export type { LabeledRows } from "./rows/labeled-rows.ts";
export { type RowSplit, type SplitRowsOptions, splitRows } from "./rows/split-rows.ts";
