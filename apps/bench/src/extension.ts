// `pnpm --filter @tierwise/bench extension [--seeds 5] [--hidden 64]`: trains on half of Delicious-1K, extends the model with the other
// half, which has 50 new items, and compares the extended model with a model trained on all rows. Reads Delicious-1K from TIERWISE_DATA.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Csr, type LabeledRows, rowIndices } from "@tierwise/data";
import { labelCounts, readXmlDataset } from "@tierwise/datasets-xml";
import { randomPermutation, randomStream } from "@tierwise/random";
import { evaluate, extendModel, extendRanker, loadModel, type Model, trainModel } from "@tierwise/ranker";
import { exportModel } from "@tierwise/ranker/export";

const newItems = 50;
const { values } = parseArgs({
  options: { seeds: { type: "string", default: "5" }, hidden: { type: "string", default: "64" } },
});
const folder = join(process.env["TIERWISE_DATA"] ?? "data", "delicious-1k");
const [train, test] = [await readXmlDataset(join(folder, "train.txt")), await readXmlDataset(join(folder, "test.txt"))];
console.log("seed\tmodel\tP@1\tP@5\tCPU s\tshare of CPU\tseconds");
for (let seed = 0; seed < Number(values.seeds); seed++) await compare(seed, Number(values.hidden));

/** Trains and evaluates the models for one seed. */
async function compare(seed: number, hidden: number): Promise<void> {
  const place = newItemsLast(train, seed);
  const [all, held] = [renumbered(train, place), renumbered(test, place)];
  const known = all.numLabels - newItems;
  const halves = divide(all, known, seed);
  const old = { ...takeRows(all, halves.old), numLabels: known };
  const data = takeRows(all, halves.new);
  const directory = mkdtempSync(join(tmpdir(), "tierwise-extension-"));
  const options = { seed, threads: 1 };
  try {
    const whole = await timed(() => trainModel(join(directory, "whole"), all, { ...options, hidden }));
    const half = await timed(() => trainModel(join(directory, "half"), old, { ...options, hidden, keepMoments: true }));
    const file = join(directory, "half.tierwise");
    await exportModel(half.result, { tierwise: file });
    const bare = await loadModel(file);
    const replay = { ...old, numLabels: all.numLabels };
    // A model exported to a single file keeps its weights but not Adam's moments.
    const extended = await timed(() => extendModel(join(directory, "new"), bare, data, { ...options, replay }));
    const continued = await timed(() =>
      extendModel(join(directory, "kept"), half.result, data, { ...options, replay }),
    );
    const grown = extendRanker(half.result.members[0], { items: all.numLabels });
    const show = async (
      name: string,
      model: Model,
      { cpu, seconds }: Omit<Timed<unknown>, "result">,
    ): Promise<void> => {
      const { precision } = await evaluate(model, held, { ks: [1, 5], threads: 1 });
      const figures = [100 * precision[1], 100 * precision[5], cpu, cpu / whole.cpu, seconds];
      console.log([seed, name, ...figures.map((figure) => figure.toFixed(2))].join("\t"));
    };
    await show("everything", whole.result, whole);
    await show("half", grown, half);
    await show("extended", extended.result, extended);
    await show("extended, moments kept", continued.result, continued);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

interface Timed<T> {
  readonly result: T;
  /** The processor time in seconds, which other processes on the machine hardly affect. */
  readonly cpu: number;
  readonly seconds: number;
}

async function timed<T>(work: () => Promise<T>): Promise<Timed<T>> {
  const [before, start] = [process.cpuUsage(), performance.now()];
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return { result, cpu: (user + system) / 1e6, seconds: (performance.now() - start) / 1000 };
}

/** Renumbers the items so that 50 random items from the less frequent half come last. */
function newItemsLast(rows: LabeledRows, seed: number): Int32Array {
  const counts = labelCounts(rows);
  const byCount = Array.from(counts.keys()).sort((a, b) => counts[a] - counts[b] || a - b);
  const rare = byCount.slice(0, counts.length >> 1);
  const chosen = new Set(
    Array.from(randomPermutation(rare.length, randomStream(seed, 5)).subarray(0, newItems), (i) => rare[i]),
  );
  const order = [...byCount.filter((item) => !chosen.has(item)).sort((a, b) => a - b), ...chosen];
  const place = new Int32Array(order.length);
  for (const [at, item] of order.entries()) place[item] = at;
  return place;
}

function renumbered(rows: LabeledRows, place: Int32Array): LabeledRows {
  const { indptr } = rows.labels;
  const indices = rows.labels.indices.map((item) => place[item]);
  for (let row = 0; row < rows.numRows; row++) indices.subarray(indptr[row], indptr[row + 1]).sort();
  return { ...rows, labels: { indptr, indices } };
}

/** Splits the rows into halves; all rows with new items are in the new half. */
function divide({ labels, numRows }: LabeledRows, known: number, seed: number): { old: number[]; new: number[] } {
  const hasNew = (row: number): boolean => rowIndices(labels, row).some((item) => item >= known);
  const order = Array.from(randomPermutation(numRows, randomStream(seed, 6)));
  const without = order.filter((row) => !hasNew(row));
  const half = numRows >> 1;
  return { old: without.slice(0, half), new: [...order.filter(hasNew), ...without.slice(half)] };
}

function takeRows(rows: LabeledRows, chosen: readonly number[]): LabeledRows {
  const take = <Rows extends Csr>({ indptr, indices, values: weights }: Rows): Rows => {
    const entries = chosen.map((row) => [indptr[row], indptr[row + 1]] as const);
    const offsets = new Int32Array(chosen.length + 1);
    for (const [i, [from, to]] of entries.entries()) offsets[i + 1] = offsets[i] + to - from;
    return {
      indptr: offsets,
      indices: Int32Array.from(entries.flatMap(([from, to]) => Array.from(indices.subarray(from, to)))),
      ...(weights && {
        values: Float32Array.from(entries.flatMap(([from, to]) => Array.from(weights.subarray(from, to)))),
      }),
    } as Rows;
  };
  return { ...rows, numRows: chosen.length, features: take(rows.features), labels: take(rows.labels) };
}
