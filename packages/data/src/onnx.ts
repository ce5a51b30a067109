// `@tierwise/data/onnx`: writes scoring graphs as ONNX files; runs without Node.

export { type AddConstant, type AddNode, addSignedLog, type GraphBuilder, graphBuilder } from "./onnx/graph-builder.ts";
export {
  elementType,
  type Graph,
  type GraphAttribute,
  type GraphConstant,
  type GraphNode,
  type GraphValue,
  modelProto,
} from "./onnx/model-proto.ts";
export type { Message, Piece } from "./onnx/protobuf.ts";
