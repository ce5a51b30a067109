export { axpy, type DropoutOptions, dropout, expScale, relu, reluBackward, scale } from "./arrays/elementwise.ts";
export {
  fillNormal,
  fillUniform,
  type NormalOptions,
  type RandomStream,
  type UniformOptions,
} from "./arrays/random.ts";
export {
  columnSums,
  exponentiateRows,
  gatherRows,
  normalizeRows,
  normalizeSparseRows,
  rowStatistics,
  softmaxRows,
} from "./arrays/rows.ts";
export {
  type AllocatedStandardization,
  allocateStandardization,
  type Standardization,
  standardizeRows,
} from "./arrays/standardize.ts";
export { createKernels, type Kernels } from "./build/kernels.ts";
export {
  type KernelBuild,
  type KernelModule,
  type KernelModuleOptions,
  loadKernelModule,
  loadKernelModuleSync,
  supportedKernelBuild,
} from "./build/module.ts";
export { columnRange, type Matrix, matrix, rowRange } from "./memory/matrix.ts";
export {
  type ArrayConstructor,
  allocate,
  createKernelMemory,
  type KernelMemory,
  type KernelMemoryOptions,
} from "./memory/memory.ts";
export { type AdaGradArrays, type AdaGradOptions, adaGradStep } from "./optimizers/ada-grad.ts";
export {
  type AdamArrays,
  type AdamFactors,
  type AdamOptions,
  type AdamProduct,
  type AdamRows,
  adamFactors,
  adamProductStep,
  adamRowsStep,
  adamStep,
} from "./optimizers/adam.ts";
export { nodeWorker, type PoolWorker } from "./pool/crew.ts";
export { createPool, defaultThreads, type Pool, type PoolOptions } from "./pool/pool.ts";
export type { Task } from "./pool/round.ts";
export { type CreateTasks, serveTasks, type Tasks } from "./pool/serve-tasks.ts";
export { gemmNN, gemmNT, gemmTN, type ProductOptions } from "./products/gemm.ts";
export { sampledProduct, sparseProduct, type ValuedCsr } from "./products/sparse.ts";
export { allocateSparseTranspose, type SparseTranspose, transposeSparse } from "./products/transpose-sparse.ts";
export { type ProductWidth, widenProducts } from "./products/widen-products.ts";
export { createFeatureLineParser, type FeatureLineParser, type ParsedLines } from "./text/feature-line-parser.ts";
export {
  addHistogram,
  binRows,
  blockFeatures,
  blockWords,
  combineHistograms,
  partitionRows,
  type RowPartition,
  thresholdRoom,
} from "./trees/histogram.ts";
