import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { xmlPresets } from "@tierwise/datasets-xml";
import { growthExponent, medianOf } from "@tierwise/studies";
import { claimOf, readableTime } from "../timing/claim-of.ts";
import { ratioOfMedians } from "../timing/side-by-side.ts";
import type { Claim, Suite } from "../timing/suite.ts";

/** The output of `training-memory`: time and memory of training at one size. */
interface Measured {
  /** The mean time of a step in each epoch of three steps, including the first epoch. */
  readonly seconds: readonly number[];
  readonly peakBytes: number;
  /** The size of the weights and Adam's two moments. */
  readonly parameterBytes: number;
}

/** Time and memory of training as the number of items grows, and on the largest dataset of the paper. */
export const trainingGrowth: Suite = {
  name: "training-growth",
  group: "Training: step, epoch and growth",
  title: "Training as the number of items grows: epochs of three steps, batch size 128, 256 hidden units",
  run({ quick }) {
    const claims: Claim[] = [];
    const growth: (Measured & { itemCount: number })[] = [];
    for (const itemCount of quick ? [1000, 10_000] : [1000, 10_000, 100_000, 1_000_000]) {
      const sizes = { features: 10_000, labels: itemCount, labelsPerRow: 20, featuresPerRow: 100 };
      growth.push({ itemCount, ...measure(sizes, itemCount > 100_000 ? 2 : 5) });
    }
    const [least] = growth;
    for (const one of growth) {
      if (one !== least) claims.push(againstLeast(one, least));
      claims.push(memoryOf(`N = ${one.itemCount}`, one));
    }
    claims.push({
      what: `exponent p if the step time grows like N^p, N = ${least.itemCount} to ${growth.at(-1)?.itemCount}`,
      figure: growthExponent(
        growth.map(({ itemCount }) => itemCount),
        growth.map(({ seconds }) => medianOf(settled(seconds))),
      ),
      unit: "",
      target: { atMost: 1.1 },
    });
    if (!quick) {
      const { train: _train, test: _test, ...sizes } = xmlPresets["delicious-200k"];
      const large = measure(sizes, 2);
      claims.push(memoryOf("the delicious-200k preset", large), {
        what: "peak memory of training on the delicious-200k preset",
        figure: large.peakBytes / 2 ** 30,
        unit: "GiB",
        target: { atMost: 12 },
        context: `${readableTime(1e9 * large.seconds[0])} per step`,
      });
    }
    return { claims, details: { growth } };
  },
};

function againstLeast(
  { itemCount, seconds }: Measured & { itemCount: number },
  least: Measured & { itemCount: number },
): Claim {
  const what = `step time per item with N = ${itemCount} relative to N = ${least.itemCount}`;
  const perItem = settled(seconds).map((time) => time / itemCount);
  const baseline = settled(least.seconds).map((time) => time / least.itemCount);
  const context = `${readableTime(1e9 * medianOf(settled(seconds)))} per step, ${readableTime(1e9 * seconds[0])} in the first epoch`;
  return claimOf(what, ratioOfMedians(perItem, baseline), { context });
}

function memoryOf(where: string, { peakBytes, parameterBytes }: Measured): Claim {
  return {
    what: `peak memory relative to weights and Adam's moments, ${where}`,
    figure: peakBytes / parameterBytes,
    context: `${(peakBytes / 2 ** 30).toFixed(2)} GiB`,
  };
}

/** Omits the first epoch, in which the code is compiled. */
function settled(seconds: readonly number[]): readonly number[] {
  return seconds.slice(1);
}

function measure(sizes: object, epochs: number): Measured {
  const script = join(import.meta.dirname, "apart", "training-memory.js");
  const args = [script, JSON.stringify(sizes), String(epochs)];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" })) as Measured;
}
