// `@tierwise/ranker/export` writes models as single files, and in the formats of other software.
export { type ExportedFile, type ExportFormat, type ExportOptions, exportModel } from "./export/export-model.ts";
export { jsonFile } from "./export/json-file.ts";
export type { ExportableModel } from "./export/model-content.ts";
export { type OnnxOptions, onnxFile } from "./export/onnx/onnx-file.ts";
export type { OnnxInput } from "./export/onnx/transform-nodes.ts";
export { safetensorsFile } from "./export/safetensors-file.ts";
export { tierwiseFile } from "./export/tierwise-file.ts";
