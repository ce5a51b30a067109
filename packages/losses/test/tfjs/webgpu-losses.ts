// Computes PL-Partition on WebGPU and prints, as JSON, how much values and gradients differ from those on typed arrays. Runs in its own
// process because the environment must contain the device's libraries at startup.
import * as tf from "@tensorflow/tfjs-core";
import { type Preference, packPreferences } from "@tierwise/core-integrator";
import { lossRows, plPartitionLoss } from "../../src/index.ts";
import { lossTensor, plPartitionTensor, resolveBackend, tierTensors } from "../../src/tfjs/index.ts";

/** The output of the process. */
export interface WebGpuLosses {
  /** The sentence reported by `resolveBackend`. */
  readonly sentence: string;
  /** For each case, the largest errors of the value and the gradient, relative to the largest entry or, if that is smaller, to 0.1. */
  readonly errors: Readonly<Record<string, readonly [value: number, gradient: number]>>;
  /** The error message of `lossTensor` if it cannot read the scores. */
  readonly lossTensor: string;
  /** The number of tensors that were not freed. */
  readonly tensors: number;
}

const first = (size: number): Preference[] => [{ tiers: [Array.from({ length: size }, (_, i) => i)] }];
const scores = (count: number, of: (i: number) => number) => Float32Array.from({ length: count }, (_, i) => of(i));
const threeTiers: Preference[] = [
  { tiers: [[0, 1], [2], [3, 4, 5]] },
  { tiers: [[7], [8]], rest: "unobserved" },
  { tiers: [[], [6]] },
];
const cases: Readonly<Record<string, [Preference[], Float32Array]>> = {
  "one item": [first(1), scores(1000, Math.sin)],
  "500 equal items": [first(500), scores(1000, () => 0)],
  "500 items far below the rest": [first(500), scores(1000, (i) => (i < 500 ? -29 : 29) + Math.sin(i))],
  "40 nearly certain items": [first(40), scores(1000, (i) => (i < 40 ? 12 : 0) + Math.sin(i))],
  "heavy and light items": [first(40), scores(1000, (i) => 30 * Math.sin(i * i))],
  "three tiers": [threeTiers, scores(60, (i) => 5 * Math.sin(i * i))],
  "a score of −∞": [
    [{ tiers: [[1]] }, { tiers: [[0, 3]] }],
    Float32Array.of(Number.NEGATIVE_INFINITY, 1, 0, -1, 2, 0, 1, 1),
  ],
};

const { name, sentence } = await resolveBackend("webgpu");
if (name === undefined) {
  process.stdout.write(JSON.stringify({ unavailable: sentence }));
} else {
  // By default, operations on small tensors would run in JavaScript.
  tf.env().set("WEBGPU_CPU_FORWARD", false);
  const before = tf.memory().numTensors;
  const errors: Record<string, [number, number]> = {};
  for (const [what, [preferences, rows]] of Object.entries(cases)) errors[what] = await compare(preferences, rows);
  const report: WebGpuLosses = { sentence, errors, lossTensor: refusal(), tensors: tf.memory().numTensors - before };
  process.stdout.write(JSON.stringify(report));
}

async function compare(preferences: Preference[], rows: Float32Array): Promise<[number, number]> {
  const count = preferences.length;
  const itemCount = rows.length / count;
  const packed = packPreferences(preferences, itemCount);
  const values = new Float64Array(count);
  const gradient = new Float64Array(rows.length);
  lossRows(plPartitionLoss(), rows, packed, { values, gradient, reduction: "sum" });
  const tiers = tierTensors(packed);
  const [value, grad] = tf.tidy(() => {
    const w = tf.tensor2d(rows, [count, itemCount]);
    const op = (x: tf.Tensor): tf.Tensor => plPartitionTensor(x as tf.Tensor2D, tiers);
    return [op(w), tf.grad(op)(w, tf.ones([count]))];
  });
  const errors: [number, number] = [error(await value.data(), values), error(await grad.data(), gradient)];
  tf.dispose([value, grad]);
  tiers.dispose();
  return errors;
}

function error(actual: ArrayLike<number>, expected: Float64Array): number {
  const scale = expected.reduce((most, x) => Math.max(most, Math.abs(x)), 0.1);
  return expected.reduce((most, x, i) => Math.max(most, Math.abs(actual[i] - x)), 0) / scale;
}

/** The message of the error that lossTensor throws for scores that are only on the device. */
function refusal(): string {
  try {
    return tf.tidy(() => {
      const w = tf.add<tf.Tensor2D>(tf.tensor2d([[2, 1, 0, -1]]), 1);
      return String(lossTensor(plPartitionLoss(), w, packPreferences([{ tiers: [[0]] }], 4)).shape);
    });
  } catch (error) {
    return (error as Error).message;
  }
}
