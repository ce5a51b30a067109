import { setTimeout } from "node:timers/promises";
import type { CreateTasks } from "@tierwise/kernels";

/** Words in shared memory. */
export interface PoolData {
  /** One word per shard, written by a task. */
  readonly written: Int32Array;
  /** The number of workers that have taken a shard. */
  readonly arrived: Int32Array;
  /** The thread on which `createTasks` fails. Default: none. */
  readonly failsOn?: number;
}

export const createTasks: CreateTasks<PoolData> = async ({ written, arrived, failsOn }, thread) => {
  await setTimeout(1);
  if (thread === failsOn) throw new Error(`no tasks on thread ${thread}`);

  /** Runs `work` on one worker while the calling thread waits for `work` to begin. */
  const onWorker = (work: () => void): void => {
    if (thread === 0) {
      while (Atomics.load(arrived, 0) === 0) Atomics.wait(arrived, 0, 0, 10);
    } else if (Atomics.add(arrived, 0, 1) === 0) {
      Atomics.notify(arrived, 0);
      work();
    }
  };

  return {
    count(shard) {
      Atomics.add(written, shard, 1);
    },
    failEverywhere(shard) {
      throw new RangeError(`shard ${shard} is invalid`);
    },
    failOnWorker: () =>
      onWorker(() => {
        throw new RangeError("a worker's shard is invalid");
      }),
    dieOnWorker: () => onWorker(() => process.exit(7)),
    sleepOnWorker: () =>
      onWorker(() => {
        Atomics.wait(arrived, 0, Atomics.load(arrived, 0), 400);
        Atomics.add(written, 0, 1);
      }),
    /** Writes the first shard that each of two threads runs, plus 1, to the thread's word; waits until both threads have started. */
    meet(shard) {
      if (Atomics.compareExchange(written, thread, 0, shard + 1) !== 0) return;
      Atomics.add(arrived, 0, 1);
      while (Atomics.load(arrived, 0) < 2);
    },
    /** Writes the thread's number plus 1 for each of eight shards; thread 0 waits in its first shard until the other seven are done. */
    linger(shard) {
      if (thread === 0) while (Atomics.load(arrived, 0) < 7);
      Atomics.store(written, shard, thread + 1);
      Atomics.add(arrived, 0, 1);
    },
    // The type of a task excludes promises, but JavaScript code could still return one.
    promise: (async () => {}) as () => void,
  };
};
