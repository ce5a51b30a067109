import { type Graph, type GraphValue, modelProto } from "@tierwise/data/onnx";
import { InferenceSession, Tensor } from "onnxruntime-node";

/** A row-major matrix of `rows` × `columns` floats. */
export interface NativeMatrix {
  readonly data: Float32Array;
  readonly rows: number;
  readonly columns: number;
}

/** A matrix that onnxruntime reads and writes in place, without copying. */
export function nativeTensor({ data, rows, columns }: NativeMatrix): Tensor {
  return new Tensor("float32", data, [rows, columns]);
}

/** The tensors for the scores of a batch. */
export type ForwardTensors = Readonly<Record<"bias" | "hidden" | "scores" | "weights", Tensor>>;

/** The tensors for the gradients of a panel of items. */
export type BackwardTensors = Readonly<
  Record<"hidden" | "hiddenGradient" | "hiddenSum" | "scoreGradient" | "weights" | "weightsGradient", Tensor>
>;

/** The three products of the output layer, computed by onnxruntime. */
export interface NativeProducts {
  /** scores = hidden·weightsᵀ + bias. */
  forward(tensors: ForwardTensors): Promise<void>;
  /** hiddenGradient = scoreGradient·weights + hiddenSum, and weightsGradient = transpose(scoreGradient)·hidden. */
  backward(tensors: BackwardTensors): Promise<void>;
  /** Frees the memory of onnxruntime. */
  close(): Promise<void>;
}

const matrixOf = (name: string, rows: string, columns: string): GraphValue => ({
  name,
  type: "float",
  shape: [rows, columns],
  description: `${rows} × ${columns}`,
});
const hidden = matrixOf("hidden", "rows", "units");
const weights = matrixOf("weights", "items", "units");

const forwardGraph: Graph = {
  name: "scores",
  nodes: [{ operator: "Gemm", inputs: ["hidden", "weights", "bias"], outputs: ["scores"], attributes: { transB: 1 } }],
  constants: [],
  inputs: [hidden, weights, matrixOf("bias", "one", "items")],
  outputs: [matrixOf("scores", "rows", "items")],
};

const backwardGraph: Graph = {
  name: "gradients",
  nodes: [
    { operator: "Gemm", inputs: ["scoreGradient", "weights", "hiddenSum"], outputs: ["hiddenGradient"] },
    { operator: "Gemm", inputs: ["scoreGradient", "hidden"], outputs: ["weightsGradient"], attributes: { transA: 1 } },
  ],
  constants: [],
  inputs: [matrixOf("scoreGradient", "rows", "items"), weights, hidden, matrixOf("hiddenSum", "rows", "units")],
  outputs: [matrixOf("hiddenGradient", "rows", "units"), matrixOf("weightsGradient", "items", "units")],
};

/** Whether onnxruntime accepts shared memory, which contains the network. This depends on the version of Node. */
export async function usesSharedMemory(): Promise<boolean> {
  const one = (): Tensor =>
    nativeTensor({ data: new Float32Array(new SharedArrayBuffer(4)).fill(1), rows: 1, columns: 1 });
  const products = await nativeProducts(1);
  return products
    .forward({ hidden: one(), weights: one(), bias: one(), scores: one() })
    .then(
      () => true,
      () => false,
    )
    .finally(() => products.close());
}

/** Compiles the products to run on `threads` threads. Results do not depend on this number. */
export async function nativeProducts(threads: number): Promise<NativeProducts> {
  const [forward, backward] = await Promise.all([forwardGraph, backwardGraph].map((graph) => compile(graph, threads)));
  return {
    async forward({ scores, ...inputs }) {
      await forward.run(inputs, { scores });
    },
    async backward({ hiddenGradient, weightsGradient, ...inputs }) {
      await backward.run(inputs, { hiddenGradient, weightsGradient });
    },
    async close() {
      await Promise.all([forward.release(), backward.release()]);
    },
  };
}

function compile(graph: Graph, threads: number): Promise<InferenceSession> {
  const { size, pieces } = modelProto(graph, { description: "a layer of a Tierwise network", metadata: {} });
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(new Uint8Array(piece.buffer, piece.byteOffset, piece.byteLength), at);
    at += piece.byteLength;
  }
  return InferenceSession.create(bytes, {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionProviders: ["cpu"],
    // Spinning threads would compete with the threads of the kernels.
    extra: { session: { intra_op: { allow_spinning: "0" } } },
  });
}
