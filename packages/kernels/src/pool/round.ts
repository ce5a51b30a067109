/** Processes one shard synchronously; returning a promise is an error. */
export type Task = (shard: number) => void;

/**
 * The state of a round, a few integers in shared memory. A round runs one task over all its shards, divided evenly among
 * the threads. A thread first takes the shards of its own part, whose data may still be in its caches from the previous
 * round, and then remaining shards from other threads, so that a slow thread does not delay the round.
 */
export type RoundState = Int32Array;

/** The number of the round; workers wait for it to change. */
const number = 0;
/** The index of the task in the list of names. */
const task = 1;
const shards = 2;
/** 1 if a shard failed on a worker. */
const failed = 3;
/** 1 if the caller waits for a message rather than for `busy` to reach 0. */
const parked = 4;
/** Integers per cache line. Words that different threads write are on different lines, so that they do not slow each other down. */
const line = 16;
/** The number of workers that have not finished the round; the caller waits for 0. */
const busy = line;
/** The next shard of a thread's part and, after it, the thread's spin count, on one cache line per thread. */
const next = 2 * line;
const spins = next + 1;

/**
 * The number of times a waiting thread spins before it sleeps; initially, this takes about ten microseconds. Waking a thread takes tens of
 * microseconds, or hundreds on a virtual machine. A thread that slept for less than `shortSleep` milliseconds therefore spins twice as long
 * the next time, up to a quarter of a millisecond. A thread that slept longer spins half as long, because the other threads are busy or
 * waiting for a core.
 */
const leastSpins = 4000;
const mostSpins = 100_000;
const shortSleep = 0.5;

/** Returns the state of a pool before its first round, in shared memory if there are workers. */
export function createRoundState(workers: number): RoundState {
  const bytes = 4 * (next + (workers + 1) * line);
  const state = new Int32Array(workers > 0 ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes));
  for (let thread = 0; thread <= workers; thread++) state[spins + thread * line] = leastSpins;
  return state;
}

/** The number of threads that share the state, including the caller. */
function threadsOf(state: RoundState): number {
  return (state.length - next) / line;
}

/** The first shard of a thread's part, which is also the end of the previous thread's part. */
function partStart(thread: number, threads: number, shardCount: number): number {
  return Math.floor((thread * shardCount) / threads);
}

export function startRound(state: RoundState, taskNumber: number, shardCount: number, workers: number): void {
  const threads = threadsOf(state);
  for (let thread = 0; thread < threads; thread++) {
    Atomics.store(state, next + thread * line, partStart(thread, threads, shardCount));
  }
  Atomics.store(state, task, taskNumber);
  Atomics.store(state, shards, shardCount);
  Atomics.store(state, busy, workers);
  Atomics.store(state, failed, 0);
  Atomics.store(state, parked, 0);
  Atomics.add(state, number, 1);
  if (workers > 0) Atomics.notify(state, number);
}

/** Called on a worker: waits for the round after `last` and returns its number. */
export function awaitRound(state: RoundState, thread: number, last: number): number {
  for (let i = state[spins + thread * line]; i > 0 && Atomics.load(state, number) === last; i--);
  if (Atomics.load(state, number) === last) {
    const start = performance.now();
    while (Atomics.load(state, number) === last) Atomics.wait(state, number, last);
    noteSleep(state, thread, performance.now() - start);
  }
  return Atomics.load(state, number);
}

function noteSleep(state: RoundState, thread: number, milliseconds: number): void {
  const own = spins + thread * line;
  state[own] = milliseconds < shortSleep ? Math.min(2 * state[own], mostSpins) : Math.max(state[own] >> 1, leastSpins);
}

/** The index of the round's task in the list of names. */
export function roundTask(state: RoundState): number {
  return Atomics.load(state, task);
}

/** Runs shards until none is left. If a shard fails, no thread starts another shard, and the error names the shard that failed. */
export function runShards(state: RoundState, thread: number, name: string, run: Task): void {
  const count = Atomics.load(state, shards);
  const threads = threadsOf(state);
  for (let turn = 0; turn < threads; turn++) {
    const part = (thread + turn) % threads;
    const own = next + part * line;
    const end = partStart(part + 1, threads, count);
    for (let shard = Atomics.add(state, own, 1); shard < end; shard = Atomics.add(state, own, 1)) {
      try {
        const result: unknown = run(shard);
        if (result instanceof Promise) throw new TypeError("it returned a promise; expected a synchronous task");
      } catch (cause) {
        for (let other = 0; other < threads; other++) Atomics.store(state, next + other * line, count);
        const message = cause instanceof Error ? cause.message : String(cause);
        throw new Error(`task ${name} failed on shard ${shard}: ${message}`, { cause });
      }
    }
  }
}

/** Called on a worker when a shard fails. Returns true for the first failure in a round; only that one is reported. */
export function claimFailure(state: RoundState): boolean {
  return Atomics.compareExchange(state, failed, 0, 1) === 0;
}

export function hasFailed(state: RoundState): boolean {
  return Atomics.load(state, failed) === 1;
}

/** Called on a worker when it has finished the round. Returns true if it must send a message to the caller. */
export function finishRound(state: RoundState): boolean {
  const last = Atomics.sub(state, busy, 1) === 1;
  if (last) Atomics.notify(state, busy);
  return last && Atomics.load(state, parked) === 1;
}

/**
 * Called on the calling thread: waits for the workers, first spinning, then sleeping if the thread may sleep. The wait is
 * limited because a blocked thread cannot receive the event that reports that a worker has died.
 */
export function awaitWorkers(state: RoundState, milliseconds: number): void {
  for (let i = state[spins]; i > 0 && Atomics.load(state, busy) > 0; i--);
  if (Atomics.load(state, busy) === 0 || !mayBlock()) return;
  const start = performance.now();
  for (let slept = 0; slept < milliseconds; slept = performance.now() - start) {
    const working = Atomics.load(state, busy);
    if (working === 0) break;
    Atomics.wait(state, busy, working, milliseconds - slept);
  }
  noteSleep(state, 0, performance.now() - start);
}

/** Requests a message from the last worker to finish. Returns false if all workers have already finished. */
export function park(state: RoundState): boolean {
  Atomics.store(state, parked, 1);
  return Atomics.load(state, busy) > 0;
}

let blocking: boolean | undefined;

/** Whether this thread may sleep. The main thread may sleep in Node but not in a web page. */
function mayBlock(): boolean {
  if (blocking === undefined) {
    try {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 1, 0);
      blocking = true;
    } catch {
      blocking = false;
    }
  }
  return blocking;
}
