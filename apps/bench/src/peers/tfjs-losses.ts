import * as tf from "@tensorflow/tfjs-core";
import { type PackedPreferences, packPreferences } from "@tierwise/core-integrator";
import { lossRows, plPartitionLoss } from "@tierwise/losses";
import { type BackendName, lossTensor, plPartitionTensor, type TierTensors, tierTensors } from "@tierwise/losses/tfjs";
import { normal, randomStream } from "@tierwise/random";
import { samplePlackettLuce } from "@tierwise/sim";
import { medianOf } from "@tierwise/studies";
import { claimOf, readableTime } from "../timing/claim-of.ts";
import { ratioWithin, sideBySide } from "../timing/side-by-side.ts";
import type { Claim } from "../timing/suite.ts";

const SEED = 10;

/** A batch of rows, each with 20 of N items above the rest. */
interface Batch {
  readonly rows: Float32Array;
  readonly preferences: PackedPreferences;
  readonly scores: tf.Tensor2D;
  readonly tiers: TierTensors;
  /** Computes the loss and its gradient on typed arrays. */
  readonly onArrays: () => number;
}

/**
 * Times PL-Partition and its gradient on a batch, with tensors and with typed arrays.
 *
 * @param backend - The backend in use.
 * @param where - The name of the backend in the claims.
 * @param quick - Whether to use fewer rounds and a single size.
 */
export async function lossClaims(backend: BackendName, where: string, quick: boolean): Promise<Claim[]> {
  const claims: Claim[] = [];
  for (const itemCount of quick ? [1000] : [1000, 10_000]) {
    const batch = drawBatch(itemCount);
    const size = `${where}, ${batch.preferences.count} rows, n = 20, N = ${itemCount}`;
    claims.push(...(backend === "webgpu" ? await readLater(batch, size, quick) : readAtOnce(batch, size, quick)));
    batch.scores.dispose();
    batch.tiers.dispose();
  }
  return claims;
}

function drawBatch(itemCount: number): Batch {
  const count = 32;
  const random = randomStream(SEED);
  const rows = new Float32Array(count * itemCount).map(() => 2 * normal(random));
  const tiers = Array.from({ length: count }, (_, b) => {
    const scores = Float64Array.from(rows.subarray(b * itemCount, (b + 1) * itemCount));
    return { tiers: [samplePlackettLuce(scores, random).slice(0, 20)] };
  });
  const preferences = packPreferences(tiers, itemCount);
  const gradient = new Float32Array(rows.length);
  const loss = plPartitionLoss();
  return {
    rows,
    preferences,
    scores: tf.tensor2d(rows, [count, itemCount]),
    tiers: tierTensors(preferences),
    onArrays: () => lossRows(loss, rows, preferences, { gradient, reduction: "sum" }),
  };
}

/** Times value and gradient up to the point where the results are read back, as in a training step, so that no work is left out. */
function readAtOnce({ preferences, scores, tiers, onArrays }: Batch, size: string, quick: boolean): Claim[] {
  const loss = plPartitionLoss();
  const read = (op: (w: tf.Tensor) => tf.Tensor): void =>
    tf.tidy(() => {
      const { value, grad } = tf.valueAndGrad(op)(scores);
      value.dataSync();
      grad.dataSync();
    });
  const { through, native } = sideBySide(
    {
      arrays: onArrays,
      through: () => read((w) => lossTensor(loss, w as tf.Tensor2D, preferences)),
      native: () => read((w) => plPartitionTensor(w as tf.Tensor2D, tiers)),
    },
    { rounds: quick ? 3 : 11, sliceMilliseconds: quick ? 5 : 20 },
  );
  return [
    claimOf(`time of lossTensor relative to typed arrays, ${size}`, through, {
      context: readableTime(through.nanoseconds),
    }),
    claimOf(`time of plPartitionTensor relative to typed arrays, ${size}`, native, {
      context: readableTime(native.nanoseconds),
    }),
  ];
}

/** Times backends with asynchronous readback, in wall-clock time, because work on a graphics card uses no processor time. */
async function readLater({ scores, tiers, onArrays }: Batch, size: string, quick: boolean): Promise<Claim[]> {
  const op = (w: tf.Tensor): tf.Tensor => plPartitionTensor(w as tf.Tensor2D, tiers);
  const onDevice = async (): Promise<void> => {
    const { value, grad } = tf.tidy(() => tf.valueAndGrad(op)(scores));
    await Promise.all([value.data(), grad.data()]);
    tf.dispose([value, grad]);
  };
  const clock = async (call: () => unknown): Promise<number> => {
    const start = performance.now();
    await call();
    return performance.now() - start;
  };
  await onDevice();
  onArrays();
  const arrays: number[] = [];
  const native: number[] = [];
  for (let round = 0; round < (quick ? 3 : 11); round++) {
    arrays.push(await clock(onArrays));
    native.push(await clock(onDevice));
  }
  return [
    claimOf(`time of plPartitionTensor relative to typed arrays, ${size}`, ratioWithin(native, arrays), {
      context: readableTime(1e6 * medianOf(native)),
    }),
  ];
}
