import {
  add,
  dispose,
  gather,
  matMul,
  type Rank,
  scatterND,
  sum,
  type Tensor1D,
  type Tensor2D,
  tensor,
  tensor1d,
  tensor2d,
  tidy,
  transpose,
  type Variable,
  variable,
} from "@tensorflow/tfjs-core";
import type { AdamOptions } from "@tierwise/kernels";
import type { TrainingNetwork } from "../kernels/training-arrays.ts";
import { type AdamVariables, adamVariablesStep } from "./adam-variables.ts";

/** A gradient for some rows of the weights. */
export interface RowGradients {
  /** The distinct rows. */
  readonly items: Int32Array;
  /** The gradient, with one row per entry of `items`. */
  readonly gradient: Tensor2D;
}

/** The output layer and its moments on the tfjs device. */
export interface OutputVariables {
  /** Computes B × N scores from B × hidden units. */
  readonly scores: (hidden: Tensor2D) => Tensor2D;
  /**
   * Takes an Adam step.
   *
   * @param hidden - B × hidden.
   * @param gradient - d loss/d scores, B × N.
   * @param options - The step number, learning rate and weight decay, which applies to the weights but not to the bias.
   * @param more - An additional gradient for some rows of the weights.
   * @returns d loss/d hidden, computed with the weights before the step, B × hidden.
   */
  readonly step: (hidden: Tensor2D, gradient: Tensor2D, options: AdamOptions, more?: RowGradients) => Tensor2D;
  readonly rows: (items: Int32Array) => Tensor2D;
  /** Copies weights and moments from the arrays of the network. */
  readonly push: () => void;
  /** Copies weights and moments to the arrays of the network. */
  readonly pull: () => Promise<void>;
  readonly dispose: () => void;
}

/** Copies the output layer of a network, with its moments, to the device. */
export function outputVariables({ shape, output, outputMoments }: TrainingNetwork): OutputVariables {
  const { itemCount, hidden: units } = shape;
  const layers = [output, outputMoments.first, outputMoments.second];
  const pairs = [
    ...layers.map(({ weights }) => onDevice(weights, [itemCount, units])),
    ...layers.map(({ bias }) => onDevice(bias, [itemCount])),
  ];
  const [weights, weightsFirst, weightsSecond, bias, biasFirst, biasSecond] = pairs.map((pair) => pair.variable);
  const weightsAdam: AdamVariables = { weights, first: weightsFirst, second: weightsSecond };
  const biasAdam: AdamVariables = { weights: bias, first: biasFirst, second: biasSecond };
  const matrix = weights as Variable<Rank.R2>;

  // Factors are transposed before multiplying, because the WASM backend is ten times slower if matMul transposes them. With the factors in
  // these orders, only the smallest matrices are transposed.
  return {
    scores: (hidden) => tidy(() => add(transpose(matMul(matrix, transpose(hidden))), bias)),
    rows: (some) => tidy(() => gather(matrix, tensor1d(some, "int32"))),
    step: (hidden, gradient, options, more) =>
      tidy(() => {
        const hiddenGradient: Tensor2D = matMul(gradient, matrix);
        const weightsGradient = tidy(() => {
          const product: Tensor2D = matMul(transpose(gradient), hidden);
          if (more === undefined) return product;
          const places = tensor2d(more.items, [more.items.length, 1], "int32");
          return add<Tensor2D>(product, scatterND(places, more.gradient, [itemCount, units]));
        });
        const biasGradient: Tensor1D = sum(gradient, 0);
        adamVariablesStep(weightsAdam, weightsGradient, options);
        adamVariablesStep(biasAdam, biasGradient, { ...options, weightDecay: 0 });
        return hiddenGradient;
      }),
    push() {
      for (const { variable: target, array, shape: size } of pairs) {
        tidy(() => target.assign(tensor(array.slice(), size)));
      }
    },
    async pull() {
      for (const { variable: source, array } of pairs) array.set(await source.data<"float32">());
    },
    dispose: () => dispose(pairs.map((pair) => pair.variable)),
  };
}

interface DevicePair {
  readonly variable: Variable;
  readonly array: Float32Array;
  readonly shape: number[];
}

/** Copies an array to a variable that tfjs optimizers do not see, and returns both. */
function onDevice(array: Float32Array, shape: number[]): DevicePair {
  // Backends may keep a reference to the array, so it must not be in shared memory.
  const initial = tensor(array.slice(), shape);
  const made = variable(initial, false);
  initial.dispose();
  return { variable: made, array, shape };
}
