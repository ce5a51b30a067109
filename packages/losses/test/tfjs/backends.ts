// The whole of tfjs, for the gradients of its own ops.
import "@tensorflow/tfjs";

/** The backends that can be had in any Node. */
export const backends = ["cpu", "wasm"] as const;
