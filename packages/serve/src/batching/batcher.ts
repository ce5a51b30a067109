import { RequestError } from "../answers/request-error.ts";
import { groupJobs } from "./group-jobs.ts";
import type { RankedRows, RankJob } from "./rank-job.ts";

/** When to rank waiting requests, and how many may wait. */
export interface BatchLimits {
  /** The number of rows at which a batch is ranked without waiting for more. */
  readonly maxBatch: number;
  /** The longest time, in milliseconds, that a batch waits for further requests. */
  readonly batchMilliseconds: number;
  /** The maximum number of rows that wait. */
  readonly maxQueue: number;
}

/** How a model takes batches. */
export interface BatchTarget {
  /** Ranks jobs that have the same candidates in one call. */
  readonly rankTogether: (jobs: readonly RankJob[]) => Promise<RankedRows[]>;
  /** The number of batches that may be under way: more than one keeps a thread busy while the answers of the last batch are sent. */
  readonly lanes: number;
  /** Called with the number of rows of each call of the model. */
  readonly onBatch: (rows: number) => void;
}

/** Collects the requests of one model and ranks them together. */
export interface Batcher {
  /** Adds a request; rejects with `queue_full` if too many rows wait. */
  readonly rank: (job: RankJob) => Promise<RankedRows>;
  /** The number of rows that wait or are being ranked. */
  readonly pendingRows: () => number;
  /** Resolves when no request is waiting or being ranked. */
  readonly drained: () => Promise<void>;
}

/** A request in the queue. */
interface Waiting {
  readonly job: RankJob;
  readonly resolve: (ranked: RankedRows) => void;
  readonly reject: (error: unknown) => void;
}

/** Answers a request. */
type Answer = () => void;

/**
 * Creates a batcher. A batch waits as long as every turn of the event loop brings another request, at most `batchMilliseconds`: a
 * single request is ranked at once, and requests that arrive together are ranked together. While a batch is ranked, the next one
 * collects.
 *
 * @param target - The model.
 * @param limits - When to rank, and how many rows may wait.
 */
export function createBatcher(
  { rankTogether, lanes, onBatch }: BatchTarget,
  { maxBatch, batchMilliseconds, maxQueue }: BatchLimits,
): Batcher {
  let queue: Waiting[] = [];
  let queuedRows = 0;
  let rankingRows = 0;
  let busyLanes = 0;
  let isCollecting = false;
  const whenDrained: (() => void)[] = [];

  function waitForMore(since: number, seen: number): void {
    setImmediate(() => {
      const grows = queue.length > seen && queuedRows < maxBatch;
      if (grows && performance.now() - since < batchMilliseconds) waitForMore(since, queue.length);
      else {
        isCollecting = false;
        void rankQueue();
      }
    });
  }

  /** Occupies a lane until the queue is empty. */
  async function rankQueue(): Promise<void> {
    busyLanes++;
    let answers: readonly Answer[] = [];
    while (queue.length > 0) {
      const batch = takeBatch();
      const ranking = rankBatch(batch);
      if (queue.length > 0 && busyLanes < lanes) void rankQueue();
      // The next batch is ranked while the answers of the last one are sent.
      for (const answer of answers) answer();
      answers = await ranking;
      rankingRows -= rowsOf(batch);
    }
    busyLanes--;
    for (const answer of answers) answer();
    if (isIdle()) for (const resolve of whenDrained.splice(0)) resolve();
  }

  function isIdle(): boolean {
    return busyLanes === 0 && !isCollecting;
  }

  async function rankBatch(batch: readonly Waiting[]): Promise<Answer[]> {
    const answers: Answer[] = [];
    for (const group of groupJobs(batch, ({ job }) => job)) answers.push(...(await rankGroup(group)));
    return answers;
  }

  /** Removes requests from the front of the queue, up to `maxBatch` rows but at least one request. */
  function takeBatch(): Waiting[] {
    let count = 0;
    let rows = 0;
    while (count < queue.length && (count === 0 || rows + queue[count].job.rowCount <= maxBatch)) {
      rows += queue[count++].job.rowCount;
    }
    const batch = queue.slice(0, count);
    queue = queue.slice(count);
    queuedRows -= rows;
    rankingRows += rows;
    return batch;
  }

  async function rankGroup(group: readonly Waiting[]): Promise<Answer[]> {
    try {
      const ranked = await rankTogether(group.map(({ job }) => job));
      onBatch(rowsOf(group));
      return group.map(
        ({ resolve }, i) =>
          () =>
            resolve(ranked[i]),
      );
    } catch (error) {
      const [{ reject }] = group;
      if (group.length === 1) return [() => reject(error)];
      // One request must not fail because of another one.
      const answers: Answer[] = [];
      for (const waiting of group) answers.push(...(await rankGroup([waiting])));
      return answers;
    }
  }

  return {
    rank(job) {
      if (queuedRows + job.rowCount > maxQueue) {
        const message = `${queuedRows} rows are waiting and the queue holds ${maxQueue}; try again later`;
        return Promise.reject(new RequestError("queue_full", message, { retryAfter: 1 }));
      }
      return new Promise((resolve, reject) => {
        queue.push({ job, resolve, reject });
        queuedRows += job.rowCount;
        if (isCollecting || busyLanes === lanes) return;
        isCollecting = true;
        waitForMore(performance.now(), 0);
      });
    },
    pendingRows: () => queuedRows + rankingRows,
    drained: () => (isIdle() ? Promise.resolve() : new Promise((resolve) => void whenDrained.push(resolve))),
  };
}

function rowsOf(batch: readonly Waiting[]): number {
  return batch.reduce((sum, { job }) => sum + job.rowCount, 0);
}
