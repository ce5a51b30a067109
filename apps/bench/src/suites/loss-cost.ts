import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { rowLoss } from "@tierwise/losses";
import { sideBySide, type Timing } from "../side-by-side.ts";
import { drawRow, sixLosses } from "../six-losses.ts";
import type { Claim, Suite } from "../suite.ts";

const SEED = 4;
const SPREAD = 2;
const SIZES = [19, 75, 500];
/** The memory of all losses is measured for tiers of this size. */
const MEMORY_SIZE = 75;

/** What one loss costs: value and gradient of one row. */
interface Cost {
  readonly loss: string;
  readonly items: number;
  readonly size: number;
  readonly microseconds: number;
  /** Time / that of PL-LB. */
  readonly ratio: number;
}

/** Value and gradient of one row of Float32 scores: time and memory of the six losses against the number of items. */
export const lossCost: Suite = {
  name: "loss-cost",
  title: "Time and memory of the six losses: a row of N items, n of them above the rest",
  run({ quick }) {
    const itemCounts = quick ? [100, 10_000, 100_000] : [100, 1000, 10_000, 100_000, 1_000_000];
    const claims: Claim[] = [];
    const costs: Cost[] = [];
    for (const items of itemCounts) {
      for (const size of SIZES.filter((n) => n < items)) {
        const timings = timeLosses(items, size, quick);
        for (const [loss, { nanoseconds, ratio }] of Object.entries(timings)) {
          costs.push({ loss, items, size, microseconds: nanoseconds / 1000, ratio });
        }
        claims.push(againstLowerBound(items, size, timings["PL-Partition"]));
      }
    }
    const bytes = Object.fromEntries(Object.keys(sixLosses).map((loss) => [loss, workMemory(loss, itemCounts)]));
    const most = itemCounts.at(-1) ?? 0;
    for (const loss of Object.keys(sixLosses)) claims.push(...perItem(loss, costs, bytes[loss], most));
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
  return sideBySide(Object.fromEntries(contestants), { rounds: quick ? 7 : 15, sliceMilliseconds: quick ? 8 : 20 });
}

/** The paper's claim, made sharper: up to 75 items in the tier, from 10⁴ items on, PL-Partition costs what PL-LB costs. */
function againstLowerBound(items: number, size: number, { ratio, quartiles }: Timing): Claim {
  const what = `PL-Partition against PL-LB, N = ${items}, n = ${size}`;
  const held = items >= 10_000 && size <= 75;
  return { what, figure: ratio, quartiles, ...(held ? { target: { atMost: 1.3 } } : {}) };
}

function workMemory(loss: string, itemCounts: readonly number[]): number[] {
  const script = join(import.meta.dirname, "..", "loss-memory.js");
  const args = ["--expose-gc", script, loss, String(MEMORY_SIZE), ...itemCounts.map(String)];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" })) as number[];
}

/** Time and memory at the largest N; memory is O(N) for the pairwise losses too. */
function perItem(loss: string, costs: readonly Cost[], bytes: readonly number[], items: number): Claim[] {
  const times = costs.filter((cost) => cost.loss === loss && cost.items === items);
  return [
    ...times.map(({ size, microseconds }) => ({
      what: `${loss}, N = ${items}, n = ${size}`,
      figure: microseconds / 1000,
      unit: "ms",
    })),
    {
      what: `${loss}, work memory, N = ${items}, n = ${MEMORY_SIZE}`,
      figure: (bytes.at(-1) ?? Number.NaN) / items,
      unit: "bytes/item",
      target: { atMost: 64 },
    },
  ];
}
