/** What the compiled kernels export; the arguments are described in `assembly`. Pointers and strides are in bytes. */
export interface WasmKernels {
  readonly scratchBytes: WebAssembly.Global;
  readonly adaGrad: WasmFunction;
  readonly adam: WasmFunction;
  readonly adamRows: WasmFunction;
  readonly axpy: WasmFunction;
  readonly columnSums: WasmFunction;
  readonly dropout: WasmFunction;
  readonly expScale: WasmFunction;
  readonly fillNormal: WasmFunction;
  readonly fillUniform: WasmFunction;
  readonly gatherRows: WasmFunction;
  readonly gemm: WasmFunction;
  readonly indexOutOfRange: WasmFunction;
  readonly normalizeRows: WasmFunction;
  readonly normalizeSparseRows: WasmFunction;
  readonly relu: WasmFunction;
  readonly reluBackward: WasmFunction;
  readonly rowStatistics: WasmFunction;
  readonly sampledProduct: WasmFunction;
  readonly scale: WasmFunction;
  readonly softmaxRows: WasmFunction;
  readonly sparseProduct: WasmFunction;
  readonly transposeSparse: WasmFunction;
}

type WasmFunction = (...args: readonly number[]) => number;
