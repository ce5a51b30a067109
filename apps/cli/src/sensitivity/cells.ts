import type { LossSpec } from "@tierwise/losses";

/** One training of the study: a rule of PL-Partition, or RankNet for reference. */
export interface Cell {
  readonly name: string;
  readonly loss: LossSpec;
  /** Of the midpoint rule: T and c. */
  readonly intervals?: number;
  readonly shift?: number;
}

/** Which T and c are tried. */
export interface Grid {
  readonly intervals: readonly number[];
  readonly shifts: readonly number[];
  /** The T at which c is varied, and the c at which T is varied. */
  readonly atIntervals: number;
  readonly atShift: number;
  /** What is subtracted from the scores of a row before c is added. Default: `"row"`, their log-sum-exp. */
  readonly center?: "none" | "row";
}

/** All trainings of the study: both lines of reference, T at one c, c at one T. */
export function cellsOf({ intervals, shifts, atIntervals, atShift, center = "row" }: Grid): Cell[] {
  const pairs = [
    ...intervals.map((count): [number, number] => [count, atShift]),
    ...shifts.map((shift): [number, number] => [atIntervals, shift]),
  ];
  const different = new Map(pairs.map((pair) => [pair.join(), pair]));
  return [
    { name: "adaptive", loss: { name: "pl-partition" } },
    { name: "RankNet", loss: { name: "ranknet" } },
    ...Array.from(different.values(), ([count, shift]): Cell => {
      const rule = { name: "midpoint", intervals: count, shift, center } as const;
      return { name: `T = ${count}, c = ${shift}`, loss: { name: "pl-partition", rule }, intervals: count, shift };
    }),
  ];
}

/** What a cell came to: P@5 as a fraction, its standard error over seeds, or nothing where the training diverged. */
export interface CellResult extends Cell {
  readonly precision: number | null;
  readonly standardError?: number;
  readonly seconds: number;
}
