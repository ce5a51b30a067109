import { RequestError } from "../answers/request-error.ts";
import { groupJobs } from "./group-jobs.ts";
import type { RankedRows, RankJob } from "./rank-job.ts";

/** When to rank waiting requests, and how many may wait. */
export interface BatchLimits {
  /** The maximum number of rows per batch, unless one request has more. */
  readonly maxBatch: number;
  /** The maximum time, in milliseconds, that a batch waits for further requests. */
  readonly batchMilliseconds: number;
  /** The maximum number of waiting rows. */
  readonly maxQueue: number;
}

/** The model that ranks batches. */
export interface BatchTarget {
  /** Ranks jobs that have the same candidates in one call. */
  readonly rankTogether: (jobs: readonly RankJob[]) => Promise<RankedRows[]>;
  /** The number of batches that may run concurrently. If it exceeds 1, ranking continues while answers are sent. */
  readonly lanes: number;
  /** Called with the number of rows each time the model is called. */
  readonly onBatch: (rows: number) => void;
}

/** Receives the outcome of a request: its rankings, or the reason why there are none. */
export type RankAnswer = (error: unknown, ranked: RankedRows | undefined) => void;

/** Collects the requests of one model and ranks them together. */
export interface Batcher {
  /**
   * Adds a request and calls `answer` once, with the error `queue_full` if too many rows are waiting. Callbacks are cheaper than
   * promises, which would delay every answer by several turns of the microtask queue.
   */
  readonly rank: (job: RankJob, answer: RankAnswer) => void;
  /** The number of rows that are waiting or being ranked. */
  readonly pendingRows: () => number;
  /** Resolves when no request is waiting or being ranked. */
  readonly drained: () => Promise<void>;
}

/** A request in the queue. */
interface Waiting {
  readonly job: RankJob;
  readonly answer: RankAnswer;
}

/** A request together with its outcome. */
interface Outcome {
  readonly answer: RankAnswer;
  readonly error: unknown;
  readonly ranked: RankedRows | undefined;
}

/**
 * Creates a batcher. A single request is ranked immediately, and requests that arrive together are ranked together. A batch waits while
 * every turn of the event loop brings another request, but for at most `batchMilliseconds`, and only until it has a quarter of `maxBatch`
 * rows. Larger batches are hardly faster per row, and smaller batches let the server read and answer requests while the model ranks. While
 * all lanes are busy, the next batch collects up to `maxBatch` rows.
 *
 * @param target - The model that ranks the batches.
 * @param limits - When to rank, and how many rows may wait.
 */
export function createBatcher(
  { rankTogether, lanes, onBatch }: BatchTarget,
  { maxBatch, batchMilliseconds, maxQueue }: BatchLimits,
): Batcher {
  const enoughRows = Math.ceil(maxBatch / 4);
  let queue: Waiting[] = [];
  let queuedRows = 0;
  let rankingRows = 0;
  let busyLanes = 0;
  let isCollecting = false;
  const whenDrained: (() => void)[] = [];

  function collect(since: number, seen: number): void {
    setImmediate(() => {
      const grows = queue.length > seen && queuedRows < enoughRows;
      if (grows && performance.now() - since < batchMilliseconds) collect(since, queue.length);
      else {
        isCollecting = false;
        while (queue.length > 0 && busyLanes < lanes) void rankQueue();
      }
    });
  }

  /** Occupies a lane until the queue is empty. */
  async function rankQueue(): Promise<void> {
    busyLanes++;
    let outcomes: readonly Outcome[] = [];
    while (queue.length > 0) {
      const batch = takeBatch();
      const ranking = rankBatch(batch);
      // The next batch is ranked while the answers of the previous batch are sent.
      sendAll(outcomes);
      outcomes = await ranking;
      rankingRows -= rowsOf(batch);
    }
    busyLanes--;
    sendAll(outcomes);
    if (isIdle()) for (const resolve of whenDrained.splice(0)) resolve();
  }

  function isIdle(): boolean {
    return busyLanes === 0 && !isCollecting;
  }

  async function rankBatch(batch: readonly Waiting[]): Promise<Outcome[]> {
    const groups = groupJobs(batch, ({ job }) => job);
    if (groups.length === 1) return rankGroup(groups[0]);
    const outcomes: Outcome[] = [];
    for (const group of groups) outcomes.push(...(await rankGroup(group)));
    return outcomes;
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

  async function rankGroup(group: readonly Waiting[]): Promise<Outcome[]> {
    try {
      const ranked = await rankTogether(group.map(({ job }) => job));
      onBatch(rowsOf(group));
      return group.map(({ answer }, i) => ({ answer, error: undefined, ranked: ranked[i] }));
    } catch (error) {
      const [{ answer }] = group;
      if (group.length === 1) return [{ answer, error, ranked: undefined }];
      // A request must not fail because of another request.
      const outcomes: Outcome[] = [];
      for (const waiting of group) outcomes.push(...(await rankGroup([waiting])));
      return outcomes;
    }
  }

  return {
    rank(job, answer) {
      if (queuedRows + job.rowCount > maxQueue) {
        const message = `${queuedRows} rows are waiting and the queue is limited to ${maxQueue}; try again later`;
        answer(new RequestError("queue_full", message, { retryAfter: 1 }), undefined);
        return;
      }
      queue.push({ job, answer });
      queuedRows += job.rowCount;
      if (isCollecting || busyLanes === lanes) return;
      isCollecting = true;
      collect(performance.now(), 0);
    },
    pendingRows: () => queuedRows + rankingRows,
    drained: () => (isIdle() ? Promise.resolve() : new Promise((resolve) => void whenDrained.push(resolve))),
  };
}

function sendAll(outcomes: readonly Outcome[]): void {
  for (const { answer, error, ranked } of outcomes) answer(error, ranked);
}

function rowsOf(batch: readonly Waiting[]): number {
  let rows = 0;
  for (const { job } of batch) rows += job.rowCount;
  return rows;
}
