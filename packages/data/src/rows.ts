// `@tierwise/data/rows`: sparse rows and the type of their vocabulary, without the readers.
export { type Csr, rowIndices, rowValues, type ValuedCsr } from "./rows/csr.ts";
export type { LabeledRows } from "./rows/labeled-rows.ts";
export { type ReplayedRows, type ReplayOptions, replayRows } from "./rows/replay-rows.ts";
export { sliceRows } from "./rows/slice-rows.ts";
export { type RowSplit, type SplitRowsOptions, splitRows } from "./rows/split-rows.ts";
export type { Vocabulary } from "./vocabulary/vocabulary.ts";
