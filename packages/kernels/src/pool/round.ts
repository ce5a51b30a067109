/** The work of one shard. Synchronous: a promise is an error. */
export type Task = (shard: number) => void;

/**
 * A round is one task over all its shards, divided evenly between the threads. Its state is a few integers in shared memory: a
 * thread takes shard after shard of its own part, whose data may still be in its caches from the round before, and then what the
 * others have left, so that a slow thread holds up no other.
 */
export type RoundState = Int32Array;

/** Which round it is; workers wait for it to change. */
const number = 0;
/** The task, by its place among the names. */
const task = 1;
const shards = 2;
/** 1 where a shard failed on a worker. */
const failed = 3;
/** 1 where the caller waits for a message and no longer on `busy`. */
const parked = 4;
/** Integers of a cache line: what different threads write stands that far apart. */
const line = 16;
/** Workers that have not finished the round; the caller waits for it to be 0. */
const busy = line;
/** The next shard of each thread's part, a cache line apart; beside it how often the thread looks before it sleeps. */
const next = 2 * line;
const spins = next + 1;

/**
 * How often a waiting thread looks before it goes to sleep: at first for some ten microseconds. To wake a thread takes tens of
 * microseconds, on a virtual machine hundreds; so a thread that slept for less than `shortSleep` milliseconds looks twice as
 * long the next time, at most a quarter of a millisecond, and one that slept longer half as long: there the other threads
 * have much to do, or wait for a core.
 */
const leastSpins = 4000;
const mostSpins = 100_000;
const shortSleep = 0.5;

/** The state of a pool before its first round; in shared memory where there are workers to share it with. */
export function createRoundState(workers: number): RoundState {
  const bytes = 4 * (next + (workers + 1) * line);
  const state = new Int32Array(workers > 0 ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes));
  for (let thread = 0; thread <= workers; thread++) state[spins + thread * line] = leastSpins;
  return state;
}

/** How many threads share the state, the caller among them. */
function threadsOf(state: RoundState): number {
  return (state.length - next) / line;
}

/** Where the part of a thread starts, and that of the thread before it ends. */
function partStart(thread: number, threads: number, shardCount: number): number {
  return Math.floor((thread * shardCount) / threads);
}

/** Starts a round on `workers` waiting workers. */
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

/** Waits on a worker for the round after `last`, and returns its number. */
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

/** The place of the round's task among the names of the tasks. */
export function roundTask(state: RoundState): number {
  return Atomics.load(state, task);
}

/** Runs shards on a thread until none is left. Where one fails, no thread takes another, and the error says which it was. */
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

/** Notes on a worker that a shard failed; true for the first worker of a round, whose error is the one to report. */
export function claimFailure(state: RoundState): boolean {
  return Atomics.compareExchange(state, failed, 0, 1) === 0;
}

/** Whether a shard of the round failed on a worker. */
export function hasFailed(state: RoundState): boolean {
  return Atomics.load(state, failed) === 1;
}

/** Says on a worker that it has finished the round; true where the caller must be told by a message. */
export function finishRound(state: RoundState): boolean {
  const last = Atomics.sub(state, busy, 1) === 1;
  if (last) Atomics.notify(state, busy);
  return last && Atomics.load(state, parked) === 1;
}

/**
 * Waits on the calling thread for the workers, first spinning, then asleep where that thread may sleep, but not for long: a
 * worker that has died is announced by an event, for which the thread must be free.
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

/** Asks the last worker to send a message; false where all have finished. */
export function park(state: RoundState): boolean {
  Atomics.store(state, parked, 1);
  return Atomics.load(state, busy) > 0;
}

let blocking: boolean | undefined;

/** Whether this thread may sleep: the main thread of Node may, that of a page must not. */
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
