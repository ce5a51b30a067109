import { bootstrap } from "../intervals/bootstrap.ts";
import type { Interval } from "../intervals/interval.ts";
import { sandwich } from "../intervals/sandwich.ts";
import { information } from "../intervals/standard-errors.ts";
import type { FitProgress } from "../solvers/progress.ts";
import type { Control } from "./controls.ts";
import type { Reliability } from "./reliability.ts";
import { davidson, drop, half, type Ties } from "./ties.ts";

/** Options for {@link fitBattles}. */
export interface BattleOptions {
  /** How ties are counted: `half()`, `davidson()`, `drop()`, or one of these names as a string. Default: `half()`. */
  readonly ties?: Ties | Ties["name"];
  /**
   * How to treat "both bad" and "both good". With `"tie"`, both count as ties. With `"below"`, the fit ranks a virtual item, *acceptable*,
   * among the others. "Both bad" puts both sides below this item, and "both good" puts both above it. Default: `"tie"`.
   */
  readonly bothBad?: "below" | "tie";
  /** The strength λ ≥ 0 of the prior −λ/2·Σw², measured in battles. Default: no prior (0). */
  readonly prior?: number;
  /**
   * How to compute standard errors: `information()`, `sandwich()`, `bootstrap()`, one of these names, or a custom method. With `false` or
   * `"none"`, they are not computed. Default: `information()`.
   */
  readonly interval?: Interval | "bootstrap" | "information" | "none" | "sandwich" | false;
  /** Properties of a battle, such as position, whose effects are estimated together with the utilities. Default: none. */
  readonly controls?: readonly Control[];
  /** Use `reliability()` to estimate how reliable each judge is. Default: all judges are equally reliable. */
  readonly judges?: Reliability;
  /** Called after every step. */
  readonly onProgress?: (progress: FitProgress) => void;
  /** A signal that aborts the fit: before its next step, the fit throws the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Options with names resolved and defaults filled in. */
export interface ResolvedBattleOptions extends Omit<BattleOptions, "interval" | "ties"> {
  readonly ties: Ties;
  readonly bothBad: "below" | "tie";
  readonly prior: number;
  readonly interval: Interval | false;
  readonly controls: readonly Control[];
}

const known = new Set(["ties", "bothBad", "prior", "interval", "controls", "judges", "onProgress", "signal"]);

/** Resolves names to values, fills in defaults and checks the options. */
export function resolveBattleOptions(options: BattleOptions): ResolvedBattleOptions {
  for (const name of Object.keys(options)) {
    if (!known.has(name))
      throw new TypeError(`${name} is not an option of fitBattles; expected ${[...known].join(", ")}`);
  }
  const { bothBad = "tie", prior = 0, controls = [], judges } = options;
  if (bothBad !== "tie" && bothBad !== "below") {
    throw new RangeError(`bothBad is ${JSON.stringify(bothBad)}; expected "tie" or "below"`);
  }
  if (!(prior >= 0 && prior < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`prior is ${prior}; expected a nonnegative finite number`);
  }
  const ties = resolveTies(options.ties);
  if (bothBad === "below") {
    const other = controls.length > 0 ? "controls" : judges ? "judges" : ties.name === "davidson" ? "davidson()" : "";
    if (other !== "") throw new RangeError(`bothBad: "below" cannot be combined with ${other}; omit one of the two`);
  }
  return { ...options, ties, bothBad, prior, controls, interval: resolveBattleInterval(options.interval) };
}

function resolveTies(ties: BattleOptions["ties"] = "half"): Ties {
  const name = typeof ties === "string" ? ties : ties?.name;
  const values = { half, davidson, drop };
  if (!Object.hasOwn(values, name ?? "")) {
    throw new RangeError(`ties is ${JSON.stringify(ties)}; expected half(), davidson() or drop()`);
  }
  return values[name]();
}

/** Resolves the option `interval` to a method, or to false for no intervals. Default: `information()`. */
function resolveBattleInterval(interval: BattleOptions["interval"] = "information"): Interval | false {
  if (interval === false || interval === "none") return false;
  if (interval === "information") return information();
  if (interval === "sandwich") return sandwich();
  if (interval === "bootstrap") return bootstrap();
  if (typeof interval === "object" && typeof interval?.estimate === "function") return interval;
  throw new RangeError(
    `interval is ${JSON.stringify(interval)}; expected information(), sandwich(), bootstrap() or false`,
  );
}
