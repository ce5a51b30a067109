import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { xmlPresets } from "@tierwise/datasets-xml";
import type { Claim, Suite } from "../suite.ts";

/** Time and memory of training against the number of items, and on the largest of the paper's sets. */
export const trainingGrowth: Suite = {
  name: "training-growth",
  title: "Training against the number of items: three steps, batch 128, hidden 256",
  run({ quick }) {
    const claims: Claim[] = [];
    const growth: { items: number; seconds: number; peakBytes: number }[] = [];
    for (const items of quick ? [1000, 10_000] : [1000, 10_000, 100_000, 1_000_000]) {
      const { seconds, peakBytes } = measure({
        features: 10_000,
        labels: items,
        labelsPerRow: 20,
        featuresPerRow: 100,
      });
      growth.push({ items, seconds, peakBytes });
      claims.push({ what: `a step, N = ${items}`, figure: seconds, unit: "s" });
      claims.push({ what: `peak memory, N = ${items}`, figure: peakBytes / 2 ** 30, unit: "GiB" });
    }
    if (!quick) {
      const { train: _train, test: _test, ...sizes } = xmlPresets["delicious-200k"];
      const { seconds, peakBytes } = measure(sizes);
      claims.push({ what: "a step on the delicious-200k preset", figure: seconds, unit: "s" });
      claims.push({
        what: "peak memory of three steps on the delicious-200k preset",
        figure: peakBytes / 2 ** 30,
        unit: "GiB",
        target: { atMost: 12 },
      });
    }
    return { claims, details: { growth } };
  },
};

function measure(sizes: object): { seconds: number; peakBytes: number } {
  const script = join(import.meta.dirname, "..", "training-memory.js");
  return JSON.parse(execFileSync(process.execPath, [script, JSON.stringify(sizes)], { encoding: "utf8" }));
}
