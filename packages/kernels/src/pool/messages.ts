import type { RoundState } from "./round.ts";

/** The only message to a worker. */
export interface SetUp {
  readonly data: unknown;
  readonly thread: number;
  /** The tasks by their numbers, the same on every thread. */
  readonly names: readonly string[];
  readonly state: RoundState;
}

/** What a worker says: it has its tasks; they could not be created or a shard failed; the round is over. */
export type WorkerMessage =
  | { readonly kind: "ready" }
  | { readonly kind: "failed"; readonly message: string; readonly stack: string }
  | { readonly kind: "finished" };
