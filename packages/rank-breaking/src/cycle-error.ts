/** So many items of a cycle are written out at either end of a message. */
const WRITTEN = 20;

/** Preferences that contradict each other: somebody is above themselves. */
export class CycleError extends RangeError {
  /** `"CycleError"`. */
  override readonly name = "CycleError";
  /** The items of one cycle, the first again at the end: every item is followed by one that a given edge puts below it. */
  readonly cycle: readonly number[];

  /** Describes a cycle, of which each consecutive pair is a given edge and the last item is the first. */
  constructor(cycle: readonly number[]) {
    const length = cycle.length - 1;
    super(
      length === 1
        ? `edges has item ${cycle[0]} above itself; expected no cycle`
        : `edges has a cycle of ${length} items: ${written(cycle)}; expected none`,
    );
    this.cycle = cycle;
  }
}

function written(cycle: readonly number[]): string {
  if (cycle.length <= 2 * WRITTEN) return cycle.join(" > ");
  return `${cycle.slice(0, WRITTEN).join(" > ")} > … > ${cycle.slice(-WRITTEN).join(" > ")}`;
}
