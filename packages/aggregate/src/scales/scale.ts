/** An item whose value on a scale is fixed. */
export interface Anchor {
  /** The name of the item. */
  readonly name: string;
  /** Its value. */
  readonly value: number;
}

/** A scale on which utilities are shown: {@link elo}, {@link logOdds}, {@link winProbability}, or a custom one. */
export interface Scale {
  /** The name of the scale, as shown in tables. */
  readonly name: string;
  /** The number of decimals with which values are usually printed. */
  readonly decimals: number;
  /** The item whose value is fixed. Default: none; utilities are relative to their mean. */
  readonly anchor?: Anchor;
  /**
   * Converts a utility to a value. Must be an increasing function.
   *
   * @param utility - The utility relative to the anchor or, without an anchor, to the mean of all utilities.
   */
  readonly value: (utility: number) => number;
  /**
   * Converts a difference between two utilities to a value. Must be an increasing function.
   *
   * @param difference - The first utility minus the second.
   */
  readonly difference: (difference: number) => number;
}

/**
 * Parses an anchor written as `NAME=VALUE`. The name may contain `=`; the last `=` separates it from the value.
 *
 * @param text - An anchor such as `gpt-4=1200`.
 *
 * @example
 * ```ts
 * import { parseAnchor } from "@tierwise/aggregate";
 *
 * console.log(parseAnchor("gpt-4=1200")); // { name: 'gpt-4', value: 1200 }
 * ```
 */
export function parseAnchor(text: string): Anchor {
  const at = text.lastIndexOf("=");
  const [name, number] = [text.slice(0, Math.max(0, at)).trim(), text.slice(at + 1).trim()];
  const value = number === "" ? Number.NaN : Number(number);
  if (at < 0 || name === "" || !Number.isFinite(value)) {
    throw new RangeError(`anchor is ${JSON.stringify(text)}; expected NAME=VALUE, such as gpt-4=1200`);
  }
  return { name, value };
}
