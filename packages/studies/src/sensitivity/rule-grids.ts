import { presets } from "@tierwise/ranker";
import type { DataReference } from "../data/data-reference.ts";
import type { MidpointPlan, SensitivitySettings } from "./sensitivity-cell.ts";

/** The values of T and c in the paper's Figure 4. */
const PAPER = { intervals: [100, 1000, 10_000], shifts: [0, 2, 5, 8] } as const;

/** With at least this many intervals T, interpolated sums are faster than exact sums. */
const INTERPOLATE_FROM = 1000;

/** Options for {@link paperSensitivity}. */
export interface PaperSensitivityOptions {
  /** The data. */
  readonly data: DataReference;
  /** The seeds, one training run per rule and seed. */
  readonly seeds: readonly number[];
  /** How scores are centered before c is added, see {@link MidpointPlan}. Default: `["row", "none"]`. */
  readonly centers?: readonly MidpointPlan["center"][];
  /** The maximum number of epochs. Default: 15. */
  readonly epochs?: number;
}

/**
 * The settings of the paper's Figure 4: every T of 100, 1000 and 10 000 with every c of 0, 2, 5 and 8, trained as in the paper with a
 * learning rate of 10⁻³.
 *
 * @param options - The data, and settings that may differ from the paper's.
 *
 * @example
 * ```ts
 * import { paperSensitivity } from "@tierwise/studies";
 *
 * const data = { name: "toy", source: { folder: "toy" }, fingerprint: "0" };
 * const { rules } = paperSensitivity({ data, seeds: [1] });
 * console.log(rules.length, rules[0]); // 24 { intervals: 100, shift: 0, center: 'row' }
 * ```
 */
export function paperSensitivity({
  data,
  seeds,
  centers = ["row", "none"],
  epochs = 15,
}: PaperSensitivityOptions): SensitivitySettings {
  const rules = centers.flatMap((center) =>
    PAPER.intervals.flatMap((intervals) =>
      PAPER.shifts.map((shift): MidpointPlan => {
        const rule = { intervals, shift, center };
        return intervals < INTERPOLATE_FROM ? rule : { ...rule, interpolated: true };
      }),
    ),
  );
  const options = { preset: "paper", learningRates: [1e-3], epochs } as const;
  return { data, training: { hidden: presets.paper.hidden, options }, rules, seeds };
}

/** The value of T while c varies, and the value of c while T varies. */
export interface SensitivityCross {
  /** T while c varies. */
  readonly atIntervals: number;
  /** c while T varies. */
  readonly atShift: number;
}

/** Options for {@link crossedRules}. */
export interface CrossedRulesOptions extends SensitivityCross {
  /** The values of T to try. */
  readonly intervals: readonly number[];
  /** The values of c to try. */
  readonly shifts: readonly number[];
  /** How scores are centered before c is added. */
  readonly center: MidpointPlan["center"];
}

/**
 * Combines every T with one c, then every c with one T, without duplicates. This gives far fewer rules than every T with every c.
 *
 * @param options - The values of T and c.
 *
 * @example
 * ```ts
 * import { crossedRules } from "@tierwise/studies";
 *
 * const rules = crossedRules({ intervals: [100, 1000], shifts: [0, 5], atIntervals: 1000, atShift: 5, center: "row" });
 * console.log(rules.map(({ intervals, shift }) => `${intervals} ${shift}`).join(", ")); // 100 5, 1000 5, 1000 0
 * ```
 */
export function crossedRules(options: CrossedRulesOptions): MidpointPlan[] {
  const { intervals, shifts, atIntervals, atShift, center } = options;
  const pairs = [
    ...intervals.map((count): [number, number] => [count, atShift]),
    ...shifts.map((shift): [number, number] => [atIntervals, shift]),
  ];
  const different = new Map(pairs.map((pair) => [pair.join(), pair]));
  return Array.from(different.values(), ([count, shift]) => ({ intervals: count, shift, center }));
}
