import type { ValuedCsr } from "@tierwise/data/rows";
import { generateXmlDataset } from "@tierwise/datasets-xml";
import { createRanker, type Model } from "@tierwise/ranker";
import { medianOf } from "@tierwise/studies";
import { readableTime } from "../timing/claim-of.ts";
import { ratioWithin } from "../timing/side-by-side.ts";
import type { Claim, Suite } from "../timing/suite.ts";

/** The number of rows in a batch; a row ranked alone is compared with a row of such a batch. */
const batch = 64;
const k = 10;

/** Model sizes: Delicious-1K with the default preset, and a small model. */
const sizes = [
  { name: "Delicious-1K", features: 500, hidden: 512, items: 983, featuresPerRow: 18, constant: 60e3 },
  { name: "a small model", features: 500, hidden: 64, items: 100, featuresPerRow: 18, constant: 5e3 },
];

/** Ranking one row costs at most 1.5 times its share of a batch, plus a constant number of nanoseconds of processor time. */
export const singleRow: Suite = {
  name: "single-row",
  group: "Selection and graphs",
  title: "Time of `rank` for one row, relative to its share of a batch of 64, on one thread",
  async run({ quick }) {
    const claims: Claim[] = [];
    for (const { name, features, hidden, items, featuresPerRow, constant } of sizes) {
      const model = createRanker({ features, hidden, items, seed: 1 });
      const settings = { rows: batch, features, labels: items, labelsPerRow: 3, featuresPerRow, seed: 1 };
      const rows = generateXmlDataset(settings).features;
      const { single, share } = await alternating(model, rows, quick ? 9 : 31);
      const ratio = ratioWithin(single, share);
      const context = `${readableTime(medianOf(single))} for one row alone, ${readableTime(medianOf(share))} per row of a batch of ${batch}`;
      const beyond = Float64Array.from(single, (time, round) => time / (1.5 * share[round] + constant));
      claims.push(
        {
          what: `time for one row relative to its share of a batch of ${batch}, ${name}`,
          figure: ratio.ratio,
          quartiles: ratio.quartiles,
          context,
        },
        {
          what: `time for one row relative to 1.5 shares plus ${readableTime(constant)}, ${name}`,
          figure: medianOf(beyond),
          target: { atMost: 1 },
        },
      );
    }
    return { claims };
  },
};

/** The processor time per row in each round, in nanoseconds: for one row alone, and for the rows of a batch. */
async function alternating(
  model: Model,
  rows: ValuedCsr,
  rounds: number,
): Promise<{ single: Float64Array; share: Float64Array }> {
  const ones = Array.from({ length: batch }, (_, row) => rowOf(rows, row));
  const [single, share] = [new Float64Array(rounds), new Float64Array(rounds)];
  for (let round = -2; round < rounds; round++) {
    const start = processorNanoseconds();
    for (const one of ones) await model.rank(one, { k, threads: 1 });
    const middle = processorNanoseconds();
    for (let i = 0; i < 16; i++) await model.rank(rows, { k, threads: 1 });
    const end = processorNanoseconds();
    // The first rounds only warm up.
    if (round < 0) continue;
    single[round] = (middle - start) / batch;
    share[round] = (end - middle) / batch / 16;
  }
  return { single, share };
}

function rowOf({ indptr, indices, values }: ValuedCsr, row: number): ValuedCsr {
  const [from, to] = [indptr[row], indptr[row + 1]];
  return { indptr: Int32Array.of(0, to - from), indices: indices.slice(from, to), values: values.slice(from, to) };
}

function processorNanoseconds(): number {
  const { user, system } = process.cpuUsage();
  return 1000 * (user + system);
}
