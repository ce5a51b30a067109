export { type AdaGradArrays, type AdaGradOptions, adaGradStep } from "./ada-grad-step.ts";
export { type AdamFactors, type AdamOptions, adamFactors } from "./adam-options.ts";
export { type AdamRows, adamRowsStep } from "./adam-rows-step.ts";
export { type AdamArrays, adamStep } from "./adam-step.ts";
export { axpy } from "./axpy.ts";
export { columnSums } from "./column-sums.ts";
export { defaultThreads } from "./default-threads.ts";
export { type DropoutOptions, dropout } from "./dropout.ts";
export { expScale } from "./exp-scale.ts";
export { fillNormal, type NormalOptions } from "./fill-normal.ts";
export { fillUniform, type UniformOptions } from "./fill-uniform.ts";
export { gatherRows } from "./gather-rows.ts";
export { gemmNN, gemmNT, gemmTN } from "./gemm.ts";
export { type KernelBuild, supportedKernelBuild } from "./kernel-build.ts";
export {
  type ArrayConstructor,
  allocate,
  createKernelMemory,
  type KernelMemory,
  type KernelMemoryOptions,
} from "./kernel-memory.ts";
export {
  type KernelModule,
  type KernelModuleOptions,
  loadKernelModule,
  loadKernelModuleSync,
} from "./kernel-module.ts";
export { createKernels, type Kernels } from "./kernels.ts";
export { columnRange, type Matrix, matrix, rowRange } from "./matrix.ts";
export { normalizeRows, normalizeSparseRows } from "./normalize-rows.ts";
export { nodeWorker } from "./pool/node-worker.ts";
export { createPool, type Pool, type PoolOptions } from "./pool/pool.ts";
export type { PoolWorker } from "./pool/pool-worker.ts";
export { serveTasks } from "./pool/serve-tasks.ts";
export type { CreateTasks, Task, Tasks } from "./pool/tasks.ts";
export type { ProductOptions } from "./product-options.ts";
export type { RandomStream } from "./random-stream.ts";
export { relu, reluBackward } from "./relu.ts";
export { rowStatistics, softmaxRows } from "./row-statistics.ts";
export { sampledProduct } from "./sampled-product.ts";
export { scale } from "./scale.ts";
export type { SparseMatrix } from "./sparse-matrix.ts";
export { sparseProduct } from "./sparse-product.ts";
export { allocateSparseTranspose, type SparseTranspose, transposeSparse } from "./transpose-sparse.ts";
export { type ProductWidth, widenProducts } from "./widen-products.ts";
