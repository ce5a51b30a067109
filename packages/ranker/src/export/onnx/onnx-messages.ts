import { bytesField, integerField, integersField, type Message, message, messageField, textField } from "./protobuf.ts";

// The messages of onnx.proto that a scoring network needs, with their field numbers.

/** The opset that exported graphs use; onnxruntime has supported it since 1.12. */
const opset = 17;
/** The version of the file format that belongs to this opset. */
const irVersion = 8;
const elementTypes = { float: 1, int64: 7 } as const;

/** A node of a graph: an operator, its inputs and outputs by name, and its integer attributes. */
export interface GraphNode {
  readonly operator: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes?: Readonly<Record<string, number | readonly number[]>>;
}

/** An input or output of a graph; dimensions of variable size have names. */
export interface GraphValue {
  readonly name: string;
  readonly type: keyof typeof elementTypes;
  readonly shape: readonly (number | string)[];
  readonly description: string;
}

/** A constant of a graph. */
export interface GraphConstant {
  readonly name: string;
  readonly shape: readonly number[];
  readonly data: Float32Array | readonly number[];
}

/** A graph, with its nodes in an order in which they can run. */
export interface Graph {
  readonly name: string;
  readonly nodes: readonly GraphNode[];
  readonly constants: readonly GraphConstant[];
  readonly inputs: readonly GraphValue[];
  readonly outputs: readonly GraphValue[];
}

/** A ModelProto. */
export function modelProto(
  graph: Graph,
  { description, metadata }: { readonly description: string; readonly metadata: Readonly<Record<string, string>> },
): Message {
  return message(
    integerField(1, irVersion),
    textField(2, "tierwise"),
    textField(6, description),
    messageField(7, graphProto(graph)),
    messageField(8, message(textField(1, ""), integerField(2, opset))),
    ...Object.entries(metadata).map(([key, value]) =>
      messageField(14, message(textField(1, key), textField(2, value))),
    ),
  );
}

function graphProto({ name, nodes, constants, inputs, outputs }: Graph): Message {
  return message(
    ...nodes.map((node) => messageField(1, nodeProto(node))),
    textField(2, name),
    ...constants.map((constant) => messageField(5, tensorProto(constant))),
    ...inputs.map((value) => messageField(11, valueInfoProto(value))),
    ...outputs.map((value) => messageField(12, valueInfoProto(value))),
  );
}

function nodeProto({ operator, inputs, outputs, attributes = {} }: GraphNode): Message {
  return message(
    ...inputs.map((name) => textField(1, name)),
    ...outputs.map((name) => textField(2, name)),
    textField(3, outputs[0]),
    textField(4, operator),
    ...Object.entries(attributes).map(([name, value]) => messageField(5, attributeProto(name, value))),
  );
}

function attributeProto(name: string, value: number | readonly number[]): Message {
  const [int, ints] = [2, 7];
  return typeof value === "number"
    ? message(textField(1, name), integerField(3, value), integerField(20, int))
    : message(textField(1, name), integersField(8, value), integerField(20, ints));
}

/** Constants given as numbers are int64; their bytes are little-endian, like those of typed arrays. */
function tensorProto({ name, shape, data }: GraphConstant): Message {
  const isFloat = data instanceof Float32Array;
  const bytes = isFloat ? data : new Uint8Array(BigInt64Array.from(data, BigInt).buffer);
  return message(
    integersField(1, shape),
    integerField(2, isFloat ? elementTypes.float : elementTypes.int64),
    textField(8, name),
    bytesField(9, bytes),
  );
}

function valueInfoProto({ name, type, shape, description }: GraphValue): Message {
  const dimensions = shape.map((size) =>
    messageField(1, typeof size === "number" ? integerField(1, size) : textField(2, size)),
  );
  const tensor = message(integerField(1, elementTypes[type]), messageField(2, message(...dimensions)));
  return message(textField(1, name), messageField(2, messageField(1, tensor)), textField(3, description));
}
