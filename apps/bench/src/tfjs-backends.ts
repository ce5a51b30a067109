import * as tf from "@tensorflow/tfjs-core";
import { type PackedPreferences, packPreferences } from "@tierwise/core-integrator";
import { generateXmlDataset } from "@tierwise/datasets-xml";
import { lossRows, plPartitionLoss } from "@tierwise/losses";
import { lossTensor, plPartitionTensor, resolveBackend, tierTensors } from "@tierwise/losses/tfjs";
import { normal, randomStream } from "@tierwise/random";
import { createRanker, type EngineChoice, train } from "@tierwise/ranker";
import { claimOf, readableTime } from "./claim-of.ts";
import { drawRanking } from "./draw-ranking.ts";
import { medianOf, ratioWithin, sideBySide } from "./side-by-side.ts";
import type { Claim, Report } from "./suite.ts";

const SEED = 10;
/** In this order: the native one puts itself first in tfjs once it is loaded. */
const backends = ["cpu", "wasm", "tfjs-node-gpu"] as const;
type Backend = (typeof backends)[number];

/** Measures every backend that can be had. */
export async function measureTfjs({ quick }: { readonly quick: boolean }): Promise<Report> {
  const claims: Claim[] = [];
  const skipped: string[] = [];
  for (const backend of backends) {
    const obstacle = backend === "tfjs-node-gpu" ? await useGpu() : await useBackend(backend);
    if (obstacle !== undefined) skipped.push(`Left out: the tfjs backend ${backend}. ${obstacle}`);
    else claims.push(...lossClaims(backend, quick));
    if (obstacle === undefined && backend !== "tfjs-node-gpu") claims.push(await stepClaim(backend, quick));
  }
  return { claims, skipped, details: { seed: SEED } };
}

/** Makes a backend the one in use, or says why not. */
async function useBackend(backend: "cpu" | "wasm"): Promise<string | undefined> {
  const { tried } = await resolveBackend(backend);
  return tried.find(({ ok }) => !ok)?.message;
}

/** The same for the optional dependency of this package, which the package that has `resolveBackend` does not see. */
async function useGpu(): Promise<string | undefined> {
  const packageName: string = "@tensorflow/tfjs-node-gpu";
  try {
    await import(packageName);
    await tf.setBackend("tensorflow");
    return undefined;
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string };
    if (code === "ERR_MODULE_NOT_FOUND") return `${packageName} is not installed; it is optional, and needs CUDA.`;
    return `${packageName} is installed but does not load: ${String(message).split("\n")[0].replace(/\.?$/, ".")}`;
  }
}

/** A batch of 32 rows with 20 items of N above the rest. */
function drawBatch(itemCount: number): { rows: Float32Array; preferences: PackedPreferences; count: number } {
  const count = 32;
  const random = randomStream(SEED);
  const rows = new Float32Array(count * itemCount).map(() => 2 * normal(random));
  const tiers = Array.from({ length: count }, (_, b) => {
    const scores = Float64Array.from(rows.subarray(b * itemCount, (b + 1) * itemCount));
    return { tiers: [drawRanking(scores, random).slice(0, 20)] };
  });
  return { rows, preferences: packPreferences(tiers, itemCount), count };
}

function lossClaims(backend: Backend, quick: boolean): Claim[] {
  return (quick ? [1000] : [1000, 10_000]).flatMap((itemCount) => {
    const { rows, preferences, count } = drawBatch(itemCount);
    const scores = tf.tensor2d(rows, [count, itemCount]);
    const tiers = tierTensors(preferences);
    const gradient = new Float32Array(rows.length);
    const loss = plPartitionLoss();
    // What a step of training needs: the value and the gradient, read back so that nothing is put off.
    const read = (op: (w: tf.Tensor) => tf.Tensor): void =>
      tf.tidy(() => {
        const { value, grad } = tf.valueAndGrad(op)(scores);
        value.dataSync();
        grad.dataSync();
      });
    const { through, native } = sideBySide(
      {
        arrays: () => lossRows(loss, rows, preferences, { gradient, reduction: "sum" }),
        through: () => read((w) => lossTensor(loss, w as tf.Tensor2D, preferences)),
        native: () => read((w) => plPartitionTensor(w as tf.Tensor2D, tiers)),
      },
      { rounds: quick ? 3 : 11, sliceMilliseconds: quick ? 5 : 20 },
    );
    scores.dispose();
    tiers.dispose();
    const where = `${backend}, ${count} rows, n = 20, N = ${itemCount}`;
    return [
      claimOf(`lossTensor against typed arrays, ${where}`, through, { beside: readableTime(through.nanoseconds) }),
      claimOf(`plPartitionTensor against typed arrays, ${where}`, native, { beside: readableTime(native.nanoseconds) }),
    ];
  });
}

/** Steps of PL-Partition in turns: the tfjs engine against the kernels. */
async function stepClaim(backend: "cpu" | "wasm", quick: boolean): Promise<Claim> {
  const data = generateXmlDataset({ preset: "delicious-1k", rows: 128, seed: 1 });
  const stepSeconds = async (choice: EngineChoice): Promise<number> => {
    const ranker = createRanker({ features: data.numFeatures, items: data.numLabels, hidden: 256, seed: 1 });
    const options = { preset: "paper", rates: [1e-3], validation: 0, epochs: 3 } as const;
    const { history } = await train(ranker, data, { ...options, ...choice });
    return medianOf(history.slice(1).map(({ seconds }) => seconds));
  };
  const kernels: number[] = [];
  const tensors: number[] = [];
  for (let round = 0; round < (quick ? 3 : 7); round++) {
    kernels.push(await stepSeconds({ engine: "kernels" }));
    tensors.push(await stepSeconds({ engine: "tfjs", backend }));
  }
  return claimOf(
    `a step on delicious-1k, tfjs engine on ${backend} against the kernels`,
    ratioWithin(tensors, kernels),
    {
      beside: readableTime(1e9 * medianOf(tensors)),
    },
  );
}
