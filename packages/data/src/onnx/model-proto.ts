import { bytesField, integerField, integersField, type Message, message, messageField, textField } from "./protobuf.ts";

// The messages of onnx.proto that scoring graphs need, with their field numbers.

/** The operator sets that exported graphs use; onnxruntime has supported both since 1.12. */
const opsets = { "": 17, "ai.onnx.ml": 3 } as const;
/** The version of the ONNX file format that belongs to these operator sets. */
const irVersion = 8;
const elementTypes = { float: 1, int64: 7, bool: 9, double: 11 } as const;

/** The code of an element type in ONNX, for the attribute `to` of `Cast`. */
export function elementType(name: keyof typeof elementTypes): number {
  return elementTypes[name];
}

/** An attribute of a node: one or more integers, one or more strings, or an array of floats. */
export type GraphAttribute = Float32Array | number | readonly number[] | readonly string[] | string;

/** A node of a graph. */
export interface GraphNode {
  /** The name of the operator. */
  readonly operator: string;
  /** The operator set that contains the operator. Default: `""`, the standard set. */
  readonly domain?: keyof typeof opsets;
  /** The names of the inputs. */
  readonly inputs: readonly string[];
  /** The names of the outputs. */
  readonly outputs: readonly string[];
  /** The attributes. Default: none. */
  readonly attributes?: Readonly<Record<string, GraphAttribute>>;
}

/** An input or output of a graph; dimensions of variable size have names. */
export interface GraphValue {
  /** Its name. */
  readonly name: string;
  /** The type of the elements. */
  readonly type: keyof typeof elementTypes;
  /** The dimensions: sizes, or names of variable sizes. */
  readonly shape: readonly (number | string)[];
  /** A description of the input or output. */
  readonly description: string;
}

/** A constant of a graph. */
export interface GraphConstant {
  /** Its name. */
  readonly name: string;
  /** Its dimensions. */
  readonly shape: readonly number[];
  /** The elements: floats, doubles, flags (bool, 0 or 1) or integers (int64). */
  readonly data: Float32Array | Float64Array | Uint8Array | readonly number[];
}

/** A graph, with its nodes in an order in which they can run. */
export interface Graph {
  /** Its name. */
  readonly name: string;
  /** The nodes. */
  readonly nodes: readonly GraphNode[];
  /** The constants. */
  readonly constants: readonly GraphConstant[];
  /** The inputs. */
  readonly inputs: readonly GraphValue[];
  /** The outputs. */
  readonly outputs: readonly GraphValue[];
}

/**
 * Encodes a graph as an ONNX file, in pieces that can be written one after another.
 *
 * @param graph - The graph to encode.
 * @param about - `description`: a sentence about the model. `metadata`: further entries, as text.
 *
 * @example
 * ```ts
 * import { graphBuilder, modelProto } from "@tierwise/data/onnx";
 *
 * const { nodes, constants, add } = graphBuilder();
 * add("Relu", ["x"], "y");
 * const value = (name: string) => ({ name, type: "float" as const, shape: ["rows"], description: "" });
 * const graph = { name: "relu", nodes, constants, inputs: [value("x")], outputs: [value("y")] };
 * console.log(modelProto(graph, { description: "Positive parts.", metadata: {} }).size); // 106
 * ```
 */
export function modelProto(
  graph: Graph,
  { description, metadata }: { readonly description: string; readonly metadata: Readonly<Record<string, string>> },
): Message {
  const domains = new Set(["", ...graph.nodes.map(({ domain = "" }) => domain)] as const);
  return message(
    integerField(1, irVersion),
    textField(2, "tierwise"),
    textField(6, description),
    messageField(7, graphProto(graph)),
    ...[...domains].map((domain) => messageField(8, message(textField(1, domain), integerField(2, opsets[domain])))),
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

function nodeProto({ operator, domain, inputs, outputs, attributes = {} }: GraphNode): Message {
  return message(
    ...inputs.map((name) => textField(1, name)),
    ...outputs.map((name) => textField(2, name)),
    textField(3, outputs[0]),
    textField(4, operator),
    ...Object.entries(attributes).map(([name, value]) => messageField(5, attributeProto(name, value))),
    ...(domain === undefined ? [] : [textField(7, domain)]),
  );
}

function attributeProto(name: string, value: GraphAttribute): Message {
  const [int, text, floats, ints, texts] = [2, 3, 6, 7, 8];
  const typed = (type: number, ...fields: Message[]): Message =>
    message(textField(1, name), ...fields, integerField(20, type));
  if (typeof value === "number") return typed(int, integerField(3, value));
  if (typeof value === "string") return typed(text, textField(4, value));
  if (value instanceof Float32Array) return typed(floats, bytesField(7, value));
  return isTexts(value)
    ? typed(texts, ...value.map((each) => textField(9, each)))
    : typed(ints, integersField(8, value));
}

function isTexts(values: readonly number[] | readonly string[]): values is readonly string[] {
  return typeof values[0] === "string";
}

/** The bytes of constants are little-endian, like those of typed arrays. */
function tensorProto({ name, shape, data }: GraphConstant): Message {
  return message(
    integersField(1, shape),
    integerField(2, elementTypes[typeOf(data)]),
    textField(8, name),
    bytesField(9, data instanceof Float32Array ? data : bytesOf(data)),
  );
}

function typeOf(data: GraphConstant["data"]): keyof typeof elementTypes {
  if (data instanceof Float32Array) return "float";
  if (data instanceof Float64Array) return "double";
  return data instanceof Uint8Array ? "bool" : "int64";
}

function bytesOf(data: Float64Array | Uint8Array | readonly number[]): Uint8Array {
  return new Uint8Array(ArrayBuffer.isView(data) ? data.slice().buffer : BigInt64Array.from(data, BigInt).buffer);
}

function valueInfoProto({ name, type, shape, description }: GraphValue): Message {
  const dimensions = shape.map((size) =>
    messageField(1, typeof size === "number" ? integerField(1, size) : textField(2, size)),
  );
  const tensor = message(integerField(1, elementTypes[type]), messageField(2, message(...dimensions)));
  return message(textField(1, name), messageField(2, messageField(1, tensor)), textField(3, description));
}
