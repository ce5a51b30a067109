/**
 * The losses on tfjs tensors, differentiable, on any backend. Needs `@tensorflow/tfjs-core`; nothing else in
 * `@tierwise/losses` does.
 *
 * @module
 */
export { lossTensor } from "./loss-tensor.ts";
export { type PlPartitionTensorOptions, plPartitionTensor } from "./pl-partition-tensor.ts";
export { type BackendAttempt, type BackendName, type BackendReport, resolveBackend } from "./resolve-backend.ts";
export { type TierTensor, type TierTensors, tierTensors } from "./tier-tensors.ts";
