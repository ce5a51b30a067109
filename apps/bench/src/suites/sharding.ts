import { packPreferences } from "@tierwise/core-integrator";
import { lossRows, plPartitionLoss } from "@tierwise/losses";
import { normal, randomStream } from "@tierwise/random";
import { medianOf } from "@tierwise/studies";
import { startRemoteShard } from "../sharding/remote-shard.ts";
import { createShard } from "../sharding/shard.ts";
import { type Batch, shardedStep } from "../sharding/sharded-step.ts";
import { bytesPerShard, stepSeconds } from "../sharding/time-model.ts";
import { readableTime } from "../timing/claim-of.ts";
import type { Claim, Suite } from "../timing/suite.ts";

const hidden = 256;
const namedPerRow = 20;
const rate = 0.1;

/** Training steps of an output layer whose items are divided between two processes. */
export const sharding: Suite = {
  name: "sharding",
  group: "Training: step, epoch and growth",
  title: "A prototype: PL-Partition with the output layer divided between two processes, connected by loopback sockets",
  async run({ quick }) {
    const steps = quick ? 3 : 6;
    const sizes = quick ? [1000, 4000] : [1000, 10_000, 100_000];
    const runs: (Measured & { items: number; batch: number })[] = [];
    for (const items of sizes) runs.push({ items, batch: 128, ...(await measure(items, 128, steps)) });
    const [small] = runs;
    runs.push({ items: small.items, batch: 32, ...(await measure(small.items, 32, steps)) });
    const large = runs[sizes.length - 1];
    const claims: Claim[] = [
      count(
        "entries of weights, losses and gradients that differ from those of one process with the same shards",
        runs,
      ),
      {
        what: "maximum relative difference between the last loss and the library's PL-Partition on complete rows",
        figure: Math.max(...runs.map(({ lossError }) => lossError)),
        unit: "",
        target: { atMost: 1e-6 },
      },
      {
        what: `bytes per step with N = ${large.items} relative to N = ${small.items}, B = 128`,
        figure: large.bytes / small.bytes,
        target: { atMost: 1.001 },
        context: `${large.bytes} bytes per shard`,
      },
      {
        what: `bytes per step with B = 128 relative to B = 32, N = ${small.items}`,
        figure: small.bytes / runs[sizes.length].bytes,
        target: { atMost: 4.001 },
        context: `${runs[sizes.length].bytes} bytes per shard with B = 32`,
      },
      {
        what: "bytes per step relative to the number that the model predicts",
        figure: Math.max(
          ...runs.map(({ batch, bytes }) => bytes / bytesPerShard(batch, hidden, (batch * namedPerRow) / 2)),
        ),
        target: { atMost: 1.01 },
      },
      {
        what: `time of a step in two processes relative to one process with one thread, N = ${large.items}, B = 128`,
        figure: large.apart / large.together,
        context: `${readableTime(1e9 * large.apart)} and ${readableTime(1e9 * large.together)}`,
      },
      ...[10, 100].flatMap((machines) => modeled(machines, large)),
    ];
    return { claims, details: { hidden, namedPerRow, steps, runs } };
  },
};

/** Bytes and times of steps at one size. */
interface Measured {
  /** The number of weights, losses and gradients that differ between two processes and one process. */
  readonly differing: number;
  readonly lossError: number;
  /** Bytes per step and shard. */
  readonly bytes: number;
  /** Median seconds of a step in two processes. */
  readonly apart: number;
  /** Median seconds of a step in one process. */
  readonly together: number;
  /** Median processor seconds of a step in one process, which other programs do not affect. */
  readonly processor: number;
}

async function measure(items: number, batch: number, steps: number): Promise<Measured> {
  const bounds = [0, Math.floor(items / 2), items];
  const shardSizes = [0, 1].map((s) => ({ from: bounds[s], to: bounds[s + 1], hidden, batch }));
  const local = await Promise.all(shardSizes.map(createShard));
  const remote = await Promise.all(shardSizes.map(startRemoteShard));
  const [here, there] = [createBatch(items, batch), createBatch(items, batch)];
  const [together, apart, processor]: number[][] = [[], [], []];
  let [differing, lossError] = [0, 0];
  try {
    for (let step = 0; step < steps; step++) {
      const isLast = step === steps - 1;
      const expected = isLast ? libraryLoss(here, await Promise.all(local.map((shard) => shard.weights())), items) : 0;
      const before = process.cpuUsage();
      const one = await timed(together, () => shardedStep(local, bounds, here));
      const { user, system } = process.cpuUsage(before);
      processor.push((user + system) / 1e6);
      const two = await timed(apart, () => shardedStep(remote, bounds, there));
      differing += Number(one.loss !== two.loss) + differences(one.hiddenGradient, two.hiddenGradient);
      if (isLast) lossError = Math.abs(one.loss - expected) / expected;
      // The activations are trained as well, so that an error in their gradient would affect later steps.
      for (const [{ hidden: rows }, { hiddenGradient }] of [[here, one] as const, [there, two] as const]) {
        for (let i = 0; i < rows.length; i++) rows[i] -= rate * batch * hiddenGradient[i];
      }
    }
    const bytes = remote[0].bytes() / steps;
    for (const [s, shard] of remote.entries()) {
      differing += differences(await local[s].weights(), await shard.weights());
    }
    const [twoProcesses, oneProcess, computing] = [apart, together, processor].map(medianOf);
    return { differing, lossError, bytes, apart: twoProcesses, together: oneProcess, processor: computing };
  } finally {
    for (const shard of remote) shard.stop();
  }
}

/** Random activations, with the same number of named items in each half of the items. */
function createBatch(items: number, batch: number): Batch {
  const random = randomStream(2, items, batch);
  const half = Math.floor(items / 2);
  return {
    hidden: Float32Array.from({ length: batch * hidden }, () => normal(random)),
    labels: Array.from({ length: batch }, () => {
      const chosen = new Set<number>();
      while (chosen.size < namedPerRow / 2) chosen.add(Math.floor(half * random()));
      while (chosen.size < namedPerRow) chosen.add(half + Math.floor(half * random()));
      return Int32Array.from(chosen).sort();
    }),
  };
}

/** The mean loss of a batch, computed from complete rows of scores. */
function libraryLoss({ hidden: rows, labels }: Batch, weights: readonly Float32Array[], items: number): number {
  let sum = 0;
  const scores = new Float64Array(items);
  for (const [b, tier] of labels.entries()) {
    let at = 0;
    for (const part of weights) {
      for (let first = 0; first < part.length; first += hidden) {
        let score = 0;
        for (let h = 0; h < hidden; h++) score += rows[b * hidden + h] * part[first + h];
        scores[at++] = score;
      }
    }
    sum += lossRows(plPartitionLoss(), scores, packPreferences([{ tiers: [tier] }], items));
  }
  return sum / labels.length;
}

function differences(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + Number(!Object.is(value, b[i])), 0);
}

async function timed<T>(times: number[], work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await work();
  times.push((performance.now() - started) / 1000);
  return result;
}

function count(what: string, runs: readonly Measured[]): Claim {
  return { what, figure: runs.reduce((sum, { differing }) => sum + differing, 0), unit: "", target: { atMost: 0 } };
}

/** The modeled time of a step with 10⁷ items, from the measured time per item, compared with a perfect division of the work. */
function modeled(machines: number, { processor, items }: Measured & { items: number }): Claim[] {
  const model = {
    items: 1e7,
    hidden,
    batch: 128,
    namedPerRow,
    machines,
    secondsPerItem: processor / items,
    roundTrip: 1e-4,
  };
  return [1, 10].map((gigabits) => {
    const seconds = stepSeconds({ ...model, bytesPerSecond: 1.25e8 * gigabits });
    return {
      what: `modeled time of a step with 10⁷ items on ${machines} machines with ${gigabits} Gbit/s, relative to 1/${machines} of the computation`,
      figure: (seconds * machines) / (model.secondsPerItem * model.items),
      context: readableTime(1e9 * seconds),
    };
  });
}
