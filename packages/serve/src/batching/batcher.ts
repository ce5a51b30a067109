import { RequestError } from "../answers/request-error.ts";

/** Limits on the size of a batch, on its waiting time, and on the queue. */
export interface BatchLimits {
  /** The maximum number of rows per batch, unless one request has more. */
  readonly maxBatch: number;
  /** The maximum time, in milliseconds, that a batch waits for further requests. */
  readonly batchMilliseconds: number;
  /** The maximum number of waiting rows. */
  readonly maxQueue: number;
}

export interface Job {
  /** The number of rows in the request, which count toward the limits. */
  readonly rowCount: number;
}

export interface BatchTarget<Asked extends Job, Ranked> {
  /** Ranks the jobs of one group in one call. */
  readonly rankTogether: (jobs: readonly Asked[]) => Promise<Ranked[]>;
  /** Divides entries into groups whose jobs a single call can rank. */
  readonly group: <T>(entries: readonly T[], jobOf: (entry: T) => Asked) => T[][];
  /** The number of batches that may run concurrently. If it exceeds 1, ranking continues while answers are sent. */
  readonly lanes: number;
  /** Called with the number of rows each time the model is called. */
  readonly onBatch: (rows: number) => void;
}

/** Receives the outcome of a request: its rankings, or the reason why there are none. */
export type RankAnswer<Ranked> = (error: unknown, ranked: Ranked | undefined) => void;

/** Collects the requests of one model and ranks them together. */
export interface Batcher<Asked extends Job, Ranked> {
  /**
   * Adds a request, and calls `answer` once: with the rankings, or with an error such as `queue_full` if too many rows are waiting.
   * Callbacks are cheaper than promises, which would delay every answer by several turns of the microtask queue.
   */
  readonly rank: (job: Asked, answer: RankAnswer<Ranked>) => void;
  /** The number of rows that are waiting or being ranked. */
  readonly pendingRows: () => number;
  /** Resolves when no request is waiting or being ranked. */
  readonly drained: () => Promise<void>;
}

interface Waiting<Asked extends Job, Ranked> {
  readonly job: Asked;
  readonly answer: RankAnswer<Ranked>;
}

interface Outcome<Ranked> {
  readonly answer: RankAnswer<Ranked>;
  readonly error: unknown;
  readonly ranked: Ranked | undefined;
}

/**
 * Creates a batcher. A request that arrives alone is ranked immediately, and requests that arrive together are ranked together. A batch
 * waits as long as every turn of the event loop brings another request. The wait ends after `batchMilliseconds`, or when the batch has a
 * quarter of `maxBatch` rows. Larger batches are hardly faster per row, and with smaller batches, the server can read and answer requests
 * while the model ranks. While all lanes are busy, the next batch collects up to `maxBatch` rows.
 *
 * @param target - The model that ranks the batches.
 * @param limits - When to rank, and how many rows may wait.
 */
export function createBatcher<Asked extends Job, Ranked>(
  { rankTogether, group, lanes, onBatch }: BatchTarget<Asked, Ranked>,
  { maxBatch, batchMilliseconds, maxQueue }: BatchLimits,
): Batcher<Asked, Ranked> {
  const enoughRows = Math.ceil(maxBatch / 4);
  let queue: Waiting<Asked, Ranked>[] = [];
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

  /** Ranks batches one after another in one lane until the queue is empty. */
  async function rankQueue(): Promise<void> {
    busyLanes++;
    let outcomes: readonly Outcome<Ranked>[] = [];
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

  async function rankBatch(batch: readonly Waiting<Asked, Ranked>[]): Promise<Outcome<Ranked>[]> {
    const groups = group(batch, ({ job }) => job);
    if (groups.length === 1) return rankGroup(groups[0]);
    const outcomes: Outcome<Ranked>[] = [];
    for (const each of groups) outcomes.push(...(await rankGroup(each)));
    return outcomes;
  }

  /** Removes requests from the front of the queue, up to `maxBatch` rows but at least one request. */
  function takeBatch(): Waiting<Asked, Ranked>[] {
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

  async function rankGroup(waiting: readonly Waiting<Asked, Ranked>[]): Promise<Outcome<Ranked>[]> {
    try {
      const ranked = await rankTogether(waiting.map(({ job }) => job));
      onBatch(rowsOf(waiting));
      return waiting.map(({ answer }, i) => ({ answer, error: undefined, ranked: ranked[i] }));
    } catch (error) {
      const [{ answer }] = waiting;
      if (waiting.length === 1) return [{ answer, error, ranked: undefined }];
      // Ranks each request alone, so that it does not fail because of another request.
      const outcomes: Outcome<Ranked>[] = [];
      for (const one of waiting) outcomes.push(...(await rankGroup([one])));
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

function sendAll<Ranked>(outcomes: readonly Outcome<Ranked>[]): void {
  for (const { answer, error, ranked } of outcomes) answer(error, ranked);
}

function rowsOf(batch: readonly { readonly job: Job }[]): number {
  let rows = 0;
  for (const { job } of batch) rows += job.rowCount;
  return rows;
}
