import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { rowLoss } from "@tierwise/losses";
import type { LossCost } from "@tierwise/studies/figures";
import { claimOf, readableTime } from "../timing/claim-of.ts";
import { ratioWithin, sideBySide, type Timing } from "../timing/side-by-side.ts";
import type { Claim, Suite } from "../timing/suite.ts";
import { yardstick } from "../timing/yardstick.ts";
import { drawRow, sixLosses } from "./problems/six-losses.ts";

const SEED = 4;
const SPREAD = 2;
const SIZES = [19, 75, 500];
/** The tier size at which the memory of all losses is measured. */
const MEMORY_SIZE = 75;

/** Time and memory of the six losses as functions of the number of items, for the value and gradient of one row of Float32 scores. */
export const lossCost: Suite = {
  name: "loss-cost",
  group: "The losses: cost against N",
  gated: true,
  title: "Time and memory of the six losses on a row of N items with n of them above the rest",
  run({ quick }) {
    const itemCounts = quick ? [1000, 10_000, 100_000] : [100, 1000, 10_000, 100_000, 1_000_000];
    const most = itemCounts.at(-1) ?? 0;
    const claims: Claim[] = [];
    const costs: LossCost[] = [];
    for (const itemCount of itemCounts) {
      for (const size of (quick ? SIZES.slice(0, 2) : SIZES).filter((n) => n < itemCount)) {
        const timings = timeLosses(itemCount, size, quick);
        for (const loss of Object.keys(sixLosses)) {
          const cost = ratioWithin(timings[loss].rounds, timings["yardstick"].rounds).ratio;
          costs.push({ loss, itemCount, size, cost, ratio: timings[loss].ratio });
          if (loss === "PL-Partition") claims.push(againstLowerBound(itemCount, size, timings[loss]));
          else if (loss !== "PL-LB" && itemCount === most) claims.push(ofLoss(loss, itemCount, size, timings[loss]));
        }
      }
    }
    const bytes = Object.fromEntries(Object.keys(sixLosses).map((loss) => [loss, workMemory(loss, itemCounts)]));
    for (const loss of Object.keys(sixLosses)) claims.push(memoryOf(loss, bytes[loss], most));
    return { claims, details: { seed: SEED, spread: SPREAD, costs, memory: { size: MEMORY_SIZE, itemCounts, bytes } } };
  },
};

function timeLosses(itemCount: number, size: number, quick: boolean): Record<string, Timing> {
  const { scores, preferences } = drawRow(itemCount, size, { seed: SEED, spread: SPREAD });
  const gradient = new Float32Array(itemCount);
  const contestants = Object.entries(sixLosses).map(([name, make]) => {
    const row = rowLoss(make());
    return [name, () => row(scores, 0, preferences, 0, gradient)] as const;
  });
  return sideBySide(
    { ...Object.fromEntries(contestants), yardstick },
    { rounds: quick ? 7 : 15, sliceMilliseconds: quick ? 5 : 20 },
  );
}

/** A stronger version of the paper's claim: with at least 10⁴ items and at most 75 in the tier, PL-Partition costs as much as PL-LB. */
function againstLowerBound(itemCount: number, size: number, timing: Timing): Claim {
  const held = itemCount >= 10_000 && size <= 75;
  return claimOf(`time of PL-Partition relative to PL-LB, N = ${itemCount}, n = ${size}`, timing, {
    ...(held ? { target: { atMost: 1.3 } } : {}),
    context: readableTime(timing.nanoseconds),
    gate: { better: "lower" },
  });
}

function ofLoss(loss: string, itemCount: number, size: number, timing: Timing): Claim {
  const context = readableTime(timing.nanoseconds);
  return claimOf(`time of ${loss} relative to PL-LB, N = ${itemCount}, n = ${size}`, timing, { context });
}

function workMemory(loss: string, itemCounts: readonly number[]): number[] {
  const script = join(import.meta.dirname, "apart", "loss-memory.js");
  const args = ["--expose-gc", script, loss, String(MEMORY_SIZE), ...itemCounts.map(String)];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" })) as number[];
}

/** The memory at the largest N is O(N), even for the pairwise losses. */
function memoryOf(loss: string, bytes: readonly number[], itemCount: number): Claim {
  return {
    what: `work memory of ${loss}, N = ${itemCount}, n = ${MEMORY_SIZE}`,
    figure: (bytes.at(-1) ?? Number.NaN) / itemCount,
    unit: "bytes/item",
    target: { atMost: 64 },
  };
}
