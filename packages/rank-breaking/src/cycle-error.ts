/** The number of items to show at each end of a long cycle in a message. */
const SHOWN = 20;

/** Thrown if preferences contradict each other and would put an item above itself. */
export class CycleError extends RangeError {
  /** `"CycleError"`. */
  override readonly name = "CycleError";
  /** The items of one cycle, with the first repeated at the end: each consecutive pair is an edge of the graph. */
  readonly cycle: readonly number[];

  /** Creates the error for a cycle; the first item must be repeated at the end. */
  constructor(cycle: readonly number[]) {
    const length = cycle.length - 1;
    super(
      length === 1
        ? `edges puts item ${cycle[0]} above itself; expected no cycle`
        : `edges has a cycle of ${length} items: ${shown(cycle)}; expected none`,
    );
    this.cycle = cycle;
  }
}

function shown(cycle: readonly number[]): string {
  if (cycle.length <= 2 * SHOWN) return cycle.join(" > ");
  return `${cycle.slice(0, SHOWN).join(" > ")} > … > ${cycle.slice(-SHOWN).join(" > ")}`;
}
