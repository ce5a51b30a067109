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

/** Ranks jobs that have the same candidates in one call. */
type RankTogether = (jobs: readonly RankJob[]) => Promise<RankedRows[]>;

/**
 * Creates a batcher. A batch waits as long as every turn of the event loop brings another request, at most `batchMilliseconds`: a
 * single request is ranked at once, and requests that arrive together are ranked together. While a batch is ranked, the next one
 * collects.
 *
 * @param rankTogether - Ranks several jobs by one call of the model.
 * @param limits - When to rank, and how many rows may wait.
 * @param onBatch - Called with the number of rows of each call of the model.
 */
export function createBatcher(
  rankTogether: RankTogether,
  { maxBatch, batchMilliseconds, maxQueue }: BatchLimits,
  onBatch: (rows: number) => void,
): Batcher {
  let queue: Waiting[] = [];
  let queuedRows = 0;
  let rankingRows = 0;
  let active = false;
  const whenDrained: (() => void)[] = [];

  function waitForMore(since: number, seen: number): void {
    setImmediate(() => {
      const grows = queue.length > seen && queuedRows < maxBatch;
      if (grows && performance.now() - since < batchMilliseconds) waitForMore(since, queue.length);
      else void rankQueue();
    });
  }

  async function rankQueue(): Promise<void> {
    let answers: readonly Answer[] = [];
    while (queue.length > 0) {
      const ranking = rankBatch(takeBatch());
      // The next batch is ranked while the answers of the last one are sent.
      for (const answer of answers) answer();
      answers = await ranking;
      rankingRows = 0;
    }
    active = false;
    for (const answer of answers) answer();
    for (const resolve of whenDrained.splice(0)) resolve();
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
    rankingRows = rows;
    return batch;
  }

  async function rankGroup(group: readonly Waiting[]): Promise<Answer[]> {
    try {
      const ranked = await rankTogether(group.map(({ job }) => job));
      onBatch(group.reduce((sum, { job }) => sum + job.rowCount, 0));
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
        if (active) return;
        active = true;
        waitForMore(performance.now(), 0);
      });
    },
    pendingRows: () => queuedRows + rankingRows,
    drained: () => (active ? new Promise((resolve) => void whenDrained.push(resolve)) : Promise.resolve()),
  };
}
