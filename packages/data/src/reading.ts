// `@tierwise/data/reading`: the building blocks for parsers of further formats; runs without Node.

export { DatasetError, quoted } from "./reading/dataset-error.ts";
export { decimalOf, POWERS_OF_TEN, parseDecimal } from "./reading/decimal.ts";
export {
  type ByteFeed,
  createWholeLines,
  feedBytes,
  type LineParser,
  parseText,
  type WholeLines,
  type WholeLinesOptions,
} from "./reading/lines.ts";
export {
  checkMemory,
  createMemoryMeter,
  lineTooLong,
  longestLine,
  type MemoryMeter,
  type MemoryOptions,
  maxBytesOf,
} from "./reading/memory-limit.ts";
export { type ArrayBuilder, createArrayBuilder, type TypedArray } from "./rows/array-builder.ts";
export { csrProblem, strictCsrProblem } from "./rows/csr.ts";
