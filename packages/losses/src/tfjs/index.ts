/**
 * The losses as differentiable functions of tfjs tensors, on any backend. Only this entry point of `@tierwise/losses` needs
 * `@tensorflow/tfjs-core`.
 *
 * @module
 */
export { lossTensor } from "./loss-tensor.ts";
export { type PlPartitionTensorOptions, plPartitionTensor } from "./pl-partition-tensor.ts";
export { type BackendAttempt, type BackendName, type BackendReport, resolveBackend } from "./resolve-backend.ts";
export { type TierTensor, type TierTensors, tierTensors } from "./tier-tensors.ts";
