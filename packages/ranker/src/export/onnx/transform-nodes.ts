import { type AddConstant, type AddNode, addSignedLog } from "@tierwise/data/onnx";
import type { FittedTransform } from "../../transforms/transform.ts";

/** The form of a graph's input rows. */
export type OnnxInput = "dense" | "sparse";

/** The values of rows after the transforms of a model, as nodes of a graph. */
export interface TransformedValues {
  /** The name of the node output that contains the values. */
  readonly values: string;
  /**
   * The means of the features times their factors, if the graph has sparse input and the last transform centers columns. The graph does not
   * subtract this vector from the rows, so the bias of the first layer must account for it (see {@link shiftedBias}).
   */
  readonly shift?: Float64Array;
}

interface GivenRows {
  readonly input: OnnxInput;
  readonly values: string;
  /** Whether the model divides rows by their norm after the transforms. */
  readonly normalize: boolean;
}

/** Adds the transforms of a model to a graph, in order. */
export function transformNodes(
  transforms: readonly FittedTransform[],
  { input, values: given, normalize }: GivenRows,
  add: AddNode,
  constant: AddConstant,
): TransformedValues {
  let values = given;
  let shift: Float64Array | undefined;
  const perFeature = (name: string, numbers: readonly number[]): string => {
    const all = constant(name, Float32Array.from(numbers), numbers.length);
    return input === "dense" ? all : add("Gather", [all, "indices"], `${name}.gathered`, { axis: 0 });
  };
  for (const [t, transform] of transforms.entries()) {
    const name = (part: string): string => `transforms.${t}.${part}`;
    switch (transform.name) {
      case "log1p":
        values = addSignedLog(values, name, { add, constant });
        break;
      case "tfidf":
        values = add("Mul", [values, perFeature(name("weights"), transform.weights)], name("values"));
        break;
      case "standardize": {
        const { means, factors } = transform;
        if (means !== undefined && input === "dense") {
          values = add("Sub", [values, perFeature(name("means"), means)], name("centered"));
        } else if (means !== undefined) {
          if (t + 1 < transforms.length || normalize) {
            throw new RangeError(
              "the model centers columns and then transforms rows further, which sparse input cannot express; use dense input",
            );
          }
          shift = Float64Array.from(means, (mean, j) => mean * factors[j]);
        }
        values = add("Mul", [values, perFeature(name("factors"), factors)], name("values"));
        break;
      }
      case "unit-rows":
        values = unitNodes(values, name(""), add, constant);
        break;
    }
  }
  if (normalize) values = unitNodes(values, "", add, constant);
  return { values, ...(shift && { shift }) };
}

/** Divides rows by their norm; rows of zeros remain unchanged. Scaling by the largest value first avoids overflow of the squares. */
function unitNodes(given: string, prefix: string, add: AddNode, constant: AddConstant): string {
  const zero = constant(`${prefix}zero`, Float32Array.of(0));
  const one = constant(`${prefix}one`, Float32Array.of(1));
  const axis = { axes: [1], keepdims: 1 };
  const orOne = (size: string): string => {
    const isZero = add("Equal", [size, zero], `${size}_is_zero`);
    return add("Where", [isZero, one, size], `${size}_or_one`);
  };
  const absolute = add("Abs", [given], `${prefix}absolute`);
  const scaled = add("Div", [given, orOne(add("ReduceMax", [absolute], `${prefix}largest`, axis))], `${prefix}scaled`);
  return add("Div", [scaled, orOne(add("ReduceL2", [scaled], `${prefix}norm`, axis))], `${prefix}normalized`);
}

/** The bias of the first layer, adjusted for a vector x that the graph does not subtract from the rows: b − Σ_j x_j·W_j. */
export function shiftedBias(bias: Float32Array, weights: Float32Array, shift: Float64Array): Float32Array {
  const sums = Float64Array.from(bias);
  for (const [feature, x] of shift.entries()) {
    for (let unit = 0; unit < sums.length; unit++) sums[unit] -= x * weights[feature * sums.length + unit];
  }
  return Float32Array.from(sums);
}
