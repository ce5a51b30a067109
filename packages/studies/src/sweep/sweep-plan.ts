import type { LossName } from "@tierwise/losses";
import { randomStream } from "@tierwise/random";
import type { JsonTrainOptions } from "../training/training-cell.ts";

/** The settings of one training run of a sweep. */
export interface SweepSettings extends JsonTrainOptions {
  /** The number of hidden units. Default: 512. */
  readonly hidden?: number;
  /** Whether to divide every row by its Euclidean norm. Default: false. */
  readonly normalize?: boolean;
  /** The loss. Default: `"pl-partition"`. */
  readonly loss?: LossName;
  /** The only learning rate; replaces `learningRates`. */
  readonly learningRate?: number;
}

/** The values to try for each setting: a list, or, in a random search, a range. */
export type SweepSpace = Readonly<Record<string, SweepRange | readonly unknown[]>>;

/** The names of all settings. Any other name causes an error, so that a misspelled setting is not ignored. */
const settingNames: readonly (keyof SweepSettings)[] = [
  "backend",
  "batchSize",
  "criterion",
  "decay",
  "engine",
  "epochs",
  "glas",
  "hidden",
  "hiddenDropout",
  "inputDropout",
  "learningRate",
  "learningRates",
  "loss",
  "normalize",
  "patience",
  "preset",
  "refit",
  "validation",
  "weightDecay",
];

/** A range of numbers for a random search. */
export interface SweepRange {
  /** The smallest value. */
  readonly from: number;
  /** The largest value. */
  readonly to: number;
  /** The scale on which random values are uniform. Default: `"linear"`. */
  readonly scale?: "linear" | "log";
}

/** The plan of a sweep, as written in `sweep.yaml`. */
export interface SweepPlan {
  /** Settings that all trials share. `epochs` is the budget of a full training run. */
  readonly settings: SweepSettings & Required<Pick<SweepSettings, "epochs">>;
  /** The settings that vary. */
  readonly space: SweepSpace;
  /** `"grid"` tries all combinations; `"random"` draws `trials` combinations. Default: `"grid"`. */
  readonly search?: "grid" | "random";
  /** The number of trials of a random search. */
  readonly trials?: number;
  /** The seed of the random search and of training. Default: 0. */
  readonly seed?: number;
  /** How the worst trials are stopped early; false trains every trial to the end. Default: `{ factor: 4, firstEpochs: epochs / 8 }`. */
  readonly halving?: Halving | false;
}

/** Successive halving: after every rung, the best 1/factor of the trials are trained for `factor` times as many epochs. */
export interface Halving {
  /** Each rung keeps 1/factor of the trials. Default: 4. */
  readonly factor?: number;
  /** The number of epochs in the first rung. Default: an eighth of all epochs. */
  readonly firstEpochs?: number;
}

/** A rung of successive halving. */
export interface Rung {
  /** The number of trials. */
  readonly trials: number;
  /** The number of epochs for which each trial is trained. */
  readonly epochs: number;
}

/**
 * The settings of every trial of a plan, in order.
 *
 * @param plan - The plan.
 *
 * @example
 * ```ts
 * import { sweepTrials } from "@tierwise/studies";
 *
 * const plan = { settings: { epochs: 8 }, space: { hidden: [16, 32], learningRate: [0.01, 0.001] } };
 * console.log(sweepTrials(plan).length); // 4
 * console.log(sweepTrials(plan)[1]); // { epochs: 8, hidden: 16, learningRate: 0.001 }
 * ```
 */
export function sweepTrials(plan: SweepPlan): SweepSettings[] {
  const { settings, space, search = "grid", trials, seed = 0 } = plan;
  checkNames("settings", settings);
  checkNames("space", space);
  if (Object.keys(space).length === 0) throw new RangeError("space is empty; expected a setting with values to try");
  if (search === "random") {
    if (!Number.isInteger(trials) || (trials ?? 0) < 1) {
      throw new RangeError(`trials is ${trials}; expected a positive integer for a random search`);
    }
    const random = randomStream(seed);
    return Array.from({ length: trials ?? 0 }, () => {
      const drawn = Object.entries(space).map(([name, values]) => [name, draw(values, random())]);
      return { ...settings, ...Object.fromEntries(drawn) };
    });
  }
  let all: SweepSettings[] = [settings];
  for (const [name, values] of Object.entries(space)) {
    if (!isList(values)) throw new TypeError(`space.${name} is a range; expected a list of values for a grid`);
    all = all.flatMap((one) => values.map((value) => ({ ...one, [name]: value })));
  }
  return all;
}

/**
 * The rungs of successive halving. The last rung trains for all epochs.
 *
 * @param trials - The number of trials.
 * @param plan - The epochs, and the settings of halving.
 *
 * @example
 * ```ts
 * import { sweepRungs } from "@tierwise/studies";
 *
 * const rungs = sweepRungs(32, { settings: { epochs: 16 }, halving: { factor: 4, firstEpochs: 2 } });
 * console.log(rungs.map(({ trials, epochs }) => `${trials} × ${epochs}`)); // [ '32 × 2', '8 × 8', '2 × 16' ]
 * ```
 */
export function sweepRungs(
  trials: number,
  { settings, halving = {} }: Pick<SweepPlan, "halving" | "settings">,
): Rung[] {
  const { epochs } = settings;
  if (!Number.isInteger(epochs) || epochs < 1) {
    throw new RangeError(`settings.epochs is ${epochs}; expected a positive integer`);
  }
  if (halving === false) return [{ trials, epochs }];
  const { factor = 4, firstEpochs = Math.max(1, Math.round(epochs / 8)) } = halving;
  if (!(factor > 1)) throw new RangeError(`halving.factor is ${factor}; expected a number greater than 1`);
  if (!Number.isInteger(firstEpochs) || firstEpochs < 1) {
    throw new RangeError(`halving.firstEpochs is ${firstEpochs}; expected a positive integer`);
  }
  const rungs: Rung[] = [];
  for (let [left, length] = [trials, firstEpochs]; length < epochs; [left, length] = [left / factor, length * factor]) {
    rungs.push({ trials: Math.max(1, Math.ceil(left)), epochs: Math.round(length) });
  }
  const before = rungs.at(-1)?.trials ?? trials * factor;
  return [...rungs, { trials: Math.max(1, Math.ceil(before / factor)), epochs }];
}

function checkNames(part: string, names: object): void {
  const known: readonly string[] = settingNames;
  const wrong = Object.keys(names).find((name) => !known.includes(name));
  if (wrong === undefined) return;
  throw new RangeError(`${part}.${wrong} is not a setting of training; expected one of ${known.join(", ")}`);
}

function draw(values: SweepRange | readonly unknown[], u: number): unknown {
  if (isList(values)) return values[Math.floor(u * values.length)];
  const { from, to, scale = "linear" } = values;
  return scale === "log" ? from * (to / from) ** u : from + (to - from) * u;
}

function isList(values: SweepRange | readonly unknown[]): values is readonly unknown[] {
  return Array.isArray(values);
}
