// All of tfjs, for the gradients of its own ops.
import "@tensorflow/tfjs";

/** The backends that are available in any Node. */
export const backends = ["cpu", "wasm"] as const;
