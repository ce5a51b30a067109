import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Battles, bootstrap, fitBattles, fitUtilities, information, sandwich } from "@tierwise/aggregate";
import type { Preference } from "@tierwise/core-integrator";
import { readPreferences } from "@tierwise/data";
import { gumbel, randomStream } from "@tierwise/random";
import { growthExponent } from "@tierwise/studies";
import type { FitGrowth } from "@tierwise/studies/figures";
import { battlesPeer } from "../peers/battles-peer.ts";
import { readableTime } from "../timing/claim-of.ts";
import type { Claim, Report, Suite } from "../timing/suite.ts";
import { drawBattles, readAndCount, writeBattleLines } from "./problems/battle-lines.ts";

const SEED = 22;

/** Leaderboards from battles: the time of fits with intervals and how it grows, compared with counting the same lines and with numpy. */
export const battles: Suite = {
  name: "battles",
  group: "Simulation and fits",
  title:
    "Fits with intervals for battles between 100 models, compared with a bare loop that reads and counts the same lines",
  async run({ quick }) {
    const folder = mkdtempSync(join(tmpdir(), "tierwise-battles-"));
    try {
      const reports: Report[] = [];
      for (const count of quick ? [100_000] : [1_000_000, 10_000_000]) {
        reports.push(await ofFile(join(folder, `${count}.csv`), count));
      }
      const growth = [...growthInBattles(quick), ...growthInItems(quick), ...growthInTiers(quick)];
      return {
        claims: [...reports.flatMap(({ claims }) => claims), ...tieredVotes(quick), ...exponents(growth)],
        skipped: [...new Set(reports.flatMap(({ skipped = [] }) => skipped))],
        details: { seed: SEED, growth },
      };
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

/** The processor time of the fastest run, in seconds over all threads; other programs affect the fastest run least. */
function seconds(rounds: number, run: () => unknown): number {
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k < rounds; k++) {
    const start = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(start);
    least = Math.min(least, (user + system) / 1e6);
  }
  return least;
}

async function ofFile(path: string, count: number): Promise<Report> {
  const table = drawBattles(100, count, SEED);
  await writeBattleLines(path, table);
  const name = `10${["⁵", "⁶", "⁷"][Math.log10(count) - 5]} battles`;
  const rounds = count > 1e6 ? 2 : 3;
  const counting = seconds(rounds, () => readAndCount(path));
  const fitting = seconds(rounds, () => fitBattles(table));
  const resampling = seconds(1, () => fitBattles(table, { interval: bootstrap({ resamples: 100, seed: SEED }) }));
  const claims: Claim[] = [
    claim(`${name} in memory: fit with intervals`, fitting, counting, 3),
    claim(
      `${name} in memory: fit with sandwich standard errors`,
      seconds(rounds, () => fitBattles(table, { interval: sandwich() })),
      counting,
    ),
    claim(`${name} in memory: fit with 100 bootstrap resamples`, resampling, counting),
  ];
  const skipped: string[] = [];
  const read = await readTable(path);
  if (read === undefined) skipped.push("Skipped: reading and fitting. The reader does not return a table of battles.");
  else
    claims.push(
      claim(
        `${name}: reading from CSV and fitting with intervals`,
        read.seconds,
        counting,
        count < 1e6 ? undefined : 4,
      ),
    );
  const peer = battlesPeer(path, 100);
  if (peer === undefined) skipped.push("Skipped: numpy. TIERWISE_PYTHON is not set to a Python with numpy.");
  else {
    const { fitSeconds, readSeconds, resampleSeconds } = peer;
    const context = `numpy ${readableTime(1e9 * fitSeconds)}`;
    claims.push(
      { what: `${name}, counted: time of numpy's fit relative to ours`, figure: fitSeconds / ofCounts(table), context },
      {
        what: `${name}: time of numpy's fit including reading, relative to the bare loop`,
        figure: (readSeconds + fitSeconds) / counting,
      },
      {
        what: `${name}: time of 100 resamples in numpy relative to 100 of ours`,
        figure: resampleSeconds / Math.max(1e-9, resampling - fitting),
        context: readableTime(1e9 * resampleSeconds),
      },
      {
        what: `${name}: largest difference between our utilities and numpy's`,
        figure: distance(table, peer.parameters),
        unit: "",
      },
    );
  }
  return { claims, skipped };
}

/** The time in seconds of a fit with intervals on a table of counted battles, as returned by the reader. */
function ofCounts({ itemNames, left, right, outcomes }: Battles): number {
  const n = itemNames.length;
  const counts = new Float64Array(3 * n * n);
  for (let r = 0; r < left.length; r++) counts[(left[r] * n + right[r]) * 3 + outcomes[r]]++;
  const kinds = Int32Array.from(counts.keys()).filter((kind) => counts[kind] > 0);
  const counted: Battles = {
    itemNames,
    left: kinds.map((kind) => Math.floor(kind / 3 / n)),
    right: kinds.map((kind) => Math.floor(kind / 3) % n),
    outcomes: Uint8Array.from(kinds, (kind) => kind % 3),
    weights: Float64Array.from(kinds, (kind) => counts[kind]),
  };
  return seconds(10, () => fitBattles(counted));
}

function claim(what: string, time: number, baseline: number, atMost?: number): Claim {
  return {
    what: `${what}, time relative to reading and counting the lines`,
    figure: time / baseline,
    ...(atMost !== undefined && { target: { atMost } }),
    context: `${readableTime(1e9 * time)}; the bare loop ${readableTime(1e9 * baseline)}`,
  };
}

/** The time in seconds to read battles and fit them with intervals; undefined if the reader returns no table. */
async function readTable(path: string): Promise<{ seconds: number } | undefined> {
  const start = process.cpuUsage();
  const { battles: table } = await readPreferences(path);
  if (table === undefined) return undefined;
  fitBattles(table);
  const { user, system } = process.cpuUsage(start);
  return { seconds: (user + system) / 1e6 };
}

/** The largest difference between our utilities and the peer's; the peer sorts items by name. */
function distance(table: Battles, parameters: readonly number[]): number {
  const { utilities, itemNames } = fitBattles(table, { interval: false });
  const order = [...itemNames.keys()].sort((i, j) => (itemNames[i] < itemNames[j] ? -1 : 1));
  return Math.max(...order.map((item, k) => Math.abs(utilities[item] - parameters[k])));
}

/** Votes that sort `shown` random items into three tiers. */
function drawVotes(items: number, count: number, shown: number): Preference[] {
  const random = randomStream(SEED);
  const utilities = Float64Array.from({ length: items }, () => 2 * random());
  return Array.from({ length: count }, () => {
    const chosen = new Set<number>();
    while (chosen.size < shown) chosen.add(Math.floor(items * random()));
    const keys = [...chosen].map((item) => ({ item, key: utilities[item] + gumbel(random) }));
    const order = keys.sort((a, b) => b.key - a.key).map(({ item }) => item);
    const [first, second] = [Math.ceil(shown / 6), Math.ceil(shown / 2)];
    return { tiers: [order.slice(0, first), order.slice(first, second), order.slice(second)], rest: "unobserved" };
  });
}

function tieredVotes(quick: boolean): Claim[] {
  const [count, items] = quick ? [5000, 200] : [100_000, 1000];
  const votes = drawVotes(items, count, 12);
  const plain = seconds(1, () => fitUtilities(votes, { items, interval: false }));
  const full = seconds(1, () => fitUtilities(votes, { items, interval: information() }));
  return [
    {
      what: `${count.toLocaleString("en")} votes that put 12 of ${items} items into 3 tiers: time of a fit with intervals relative to the fit alone`,
      figure: full / plain,
      context: `${readableTime(1e9 * full)}; ${readableTime(1e9 * plain)} alone`,
    },
  ];
}

function growthInBattles(quick: boolean): FitGrowth[] {
  return (quick ? [1e3, 1e4] : [1e3, 1e4, 1e5, 1e6]).map((size) => {
    const table = drawBattles(100, size, SEED);
    return { by: "battles", size, seconds: seconds(3, () => fitBattles(table, { prior: 0.1 })) };
  });
}

function growthInItems(quick: boolean): FitGrowth[] {
  return (quick ? [10, 100] : [10, 30, 100, 300, 1000, 3000, 10_000]).map((size) => {
    const table = drawBattles(size, 200_000, SEED);
    return { by: "items", size, seconds: seconds(3, () => fitBattles(table, { prior: 0.1 })) };
  });
}

function growthInTiers(quick: boolean): FitGrowth[] {
  return (quick ? [6, 24] : [6, 12, 24, 48, 96, 192]).map((size) => {
    const votes = drawVotes(400, 2000, size);
    return { by: "items per vote", size, seconds: seconds(3, () => fitUtilities(votes, { items: 400 })) };
  });
}

/** The growth exponents over the larger half of the sizes. */
function exponents(growth: readonly FitGrowth[]): Claim[] {
  return ["battles", "items", "items per vote"].map((by) => {
    const points = growth.filter((one) => one.by === by);
    const large = points.slice(-Math.max(2, Math.ceil(points.length / 2)));
    return {
      what: `growth exponent of the time of a fit with intervals: number of ${by} from ${large[0].size} to ${large.at(-1)?.size}`,
      figure: growthExponent(
        large.map(({ size }) => size),
        large.map(({ seconds: time }) => time),
      ),
      unit: "",
    };
  });
}
