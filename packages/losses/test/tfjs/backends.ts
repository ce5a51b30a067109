// This import registers the gradients of tfjs's own ops.
import "@tensorflow/tfjs";

/** The backends that every installation of Node can run. */
export const backends = ["cpu", "wasm"] as const;
