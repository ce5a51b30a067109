// `@tierwise/data/reading`: the building blocks for parsers of other formats; runs without Node.

export { DatasetError, quoted } from "./reading/dataset-error.ts";
export { POWERS_OF_TEN, parseDecimal, parseDecimalBytes } from "./reading/decimal.ts";
export {
  type ByteFeed,
  createLineSplitter,
  feedBytes,
  type LineParser,
  type LineSplitter,
  type LineSplitterOptions,
  parseText,
} from "./reading/lines.ts";
export {
  checkMemory,
  createMemoryMeter,
  lineTooLong,
  longestLine,
  type MemoryMeter,
  type MemoryOptions,
  resolveMaxBytes,
} from "./reading/memory-limit.ts";
export { type ArrayBuilder, createArrayBuilder, type TypedArray } from "./rows/array-builder.ts";
export { csrProblem, strictCsrProblem } from "./rows/csr.ts";
