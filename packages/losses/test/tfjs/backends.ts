// This import registers the gradients of tfjs's own ops.
import "@tensorflow/tfjs";

/** The backends that are available in any Node. */
export const backends = ["cpu", "wasm"] as const;
