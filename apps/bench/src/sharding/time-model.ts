/** Sizes of a training step on several machines, and the speed of machines and network. */
export interface StepModel {
  /** N, the number of items. */
  readonly items: number;
  /** H, the number of hidden units. */
  readonly hidden: number;
  /** B, the number of rows in a batch. */
  readonly batch: number;
  /** The mean number of named items per row. */
  readonly namedPerRow: number;
  /** The number of machines, each with a shard of N/machines items. */
  readonly machines: number;
  /** The time that a machine takes per item and step, in seconds, for these H and B. */
  readonly secondsPerItem: number;
  /** The speed of the network connection of one machine, in bytes per second. */
  readonly bytesPerSecond: number;
  /** The round-trip time of a message between machines, in seconds. */
  readonly roundTrip: number;
}

/**
 * The bytes per step between the coordinator and one shard, in both directions: hidden activations and their gradient (8·B·H), the offsets
 * of named items (4·(B + 1)), max and sum and their gradient (32·B), and index, score and gradient of the named items (12 each), with 4
 * headers of 8 bytes. The total does not depend on N.
 */
export function bytesPerShard(batch: number, hidden: number, named: number): number {
  return 8 * batch * hidden + 4 * (batch + 1) + 32 * batch + 12 * named + 32;
}

/**
 * The time of a step: the time for the N/machines items of one machine, plus the time for the messages of all shards on the connection of
 * the coordinator, plus two round trips. The model ignores differences in speed, other traffic and the input layer.
 */
export function stepSeconds(model: StepModel): number {
  const { items, hidden, batch, namedPerRow, machines, secondsPerItem, bytesPerSecond, roundTrip } = model;
  const named = (batch * namedPerRow) / machines;
  const exchange = (machines * bytesPerShard(batch, hidden, named)) / bytesPerSecond;
  return (secondsPerItem * items) / machines + exchange + 2 * roundTrip;
}
