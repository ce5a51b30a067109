import { existsSync } from "node:fs";
import { join } from "node:path";
import type { NegativesSpec } from "@tierwise/losses";
import type { Claim, Suite } from "../timing/suite.ts";
import { type SampledRun, sampledRun } from "./problems/sampled-runs.ts";

/** Compares training with negatives and training on all items by the precision on held-out rows after the same number of epochs. */
export const negativesQuality: Suite = {
  name: "negatives-quality",
  group: "Training: step, epoch and growth",
  title:
    "Training on a sample of the items: precision on 15% of the training rows, after the same epochs as with all items",
  run({ quick }) {
    const rows = quick ? 1000 : 3000;
    const wiki = { preset: "wiki10-31k", rows, seed: 1 } as const;
    const claims = contest("wiki10-31k preset", { data: wiki, epochs: quick ? 2 : 8, validation: 0.15 }, [
      { count: 500 },
      { count: 2000 },
      { count: 8000 },
      { count: 2000, by: "frequency" },
    ]);
    const folder = join(process.env["TIERWISE_DATA"] ?? "", "delicious-1k");
    if (!existsSync(folder)) {
      return {
        claims,
        skipped: ["Skipped: Delicious-1K. TIERWISE_DATA is not a directory that contains delicious-1k."],
      };
    }
    const real = { data: join(folder, "train.txt"), epochs: quick ? 2 : 10, validation: 0.15 };
    claims.push(...contest("Delicious-1K", real, [{ count: 100 }, { count: 500 }]));
    return { claims };
  },
};

function contest(name: string, run: SampledRun, samples: readonly NegativesSpec[]): Claim[] {
  const precisionOf = (negatives?: NegativesSpec): { readonly 1: number; readonly 5: number } =>
    sampledRun({ ...run, negatives }).precision ?? { 1: Number.NaN, 5: Number.NaN };
  const all = precisionOf();
  return samples.flatMap((negatives) => {
    const some = precisionOf(negatives);
    const { count, by = "uniform" } = negatives;
    return ([1, 5] as const).map((k) => ({
      what: `P@${k} minus P@${k} with all items, in points, ${name}, K = ${count}, ${by}`,
      figure: 100 * (some[k] - all[k]),
      unit: "" as const,
      context: `${(100 * some[k]).toFixed(1)} %; all items: ${(100 * all[k]).toFixed(1)} %`,
    }));
  });
}
