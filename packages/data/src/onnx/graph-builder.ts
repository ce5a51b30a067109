import type { GraphConstant, GraphNode } from "./model-proto.ts";

/** Adds a node with one output to a graph and returns the name of the output. */
export type AddNode = (
  operator: string,
  inputs: readonly string[],
  output: string,
  attributes?: GraphNode["attributes"],
) => string;

/** Adds a constant to a graph and returns its name. */
export type AddConstant = (name: string, data: GraphConstant["data"], ...size: number[]) => string;

/** A graph under construction. */
export interface GraphBuilder {
  /** The nodes so far, in an order in which they can run. */
  readonly nodes: GraphNode[];
  /** The constants so far. */
  readonly constants: GraphConstant[];
  /** Adds a node of the standard operator set. */
  readonly add: AddNode;
  /** Adds a constant of the given dimensions. */
  readonly constant: AddConstant;
}

/** Creates an empty graph, to which nodes and constants can be added; {@link modelProto} encodes it. */
export function graphBuilder(): GraphBuilder {
  const nodes: GraphNode[] = [];
  const constants: GraphConstant[] = [];
  return {
    nodes,
    constants,
    add(operator, inputs, output, attributes = {}) {
      nodes.push({ operator, inputs, outputs: [output], attributes });
      return output;
    },
    constant(name, data, ...shape) {
      constants.push({ name, shape, data });
      return name;
    },
  };
}

/**
 * Adds sign(x)·log(1 + |x|) to a graph and returns the name of the output.
 *
 * @param values - The name of x.
 * @param name - Returns a name for each part of the expression; the name of the output is `name("values")`.
 * @param builder - The graph under construction.
 * @param one - The constant 1, in the same type as x. Default: a float.
 */
export function addSignedLog(
  values: string,
  name: (part: string) => string,
  { add, constant }: Pick<GraphBuilder, "add" | "constant">,
  one: Float32Array | Float64Array = Float32Array.of(1),
): string {
  const absolute = add("Abs", [values], name("absolute"));
  const above = add("Add", [absolute, constant(name("one"), one)], name("above_one"));
  const log = add("Log", [above], name("log"));
  return add("Mul", [add("Sign", [values], name("sign")), log], name("values"));
}
