import type { Battles } from "./battles.ts";

/** A property of a battle whose effect is estimated together with the utilities: {@link control} or {@link position}. */
export interface Control {
  /** The name under which the result reports the effect. */
  readonly name: string;
  /**
   * The value for each row, from the perspective of the left side: the effect adds β·value to the log-odds that the left side wins.
   *
   * @param battles - The battles for which to compute the property.
   */
  readonly values: (battles: Battles) => Float64Array;
}

/** The estimated effect of a control. */
export interface Effect {
  /** The name of the control. */
  readonly name: string;
  /** The effect β: how much one unit of the control changes the log-odds that the left side wins. */
  readonly estimate: number;
  /** The standard error of β; undefined if no interval was computed. */
  readonly standardError?: number;
}

/**
 * Creates a control from a numeric column or the difference between two. For example, `control("length_a-length_b")` estimates how much
 * judges prefer longer answers and removes this advantage from the utilities. A value of 0 has no effect; values are not centered.
 *
 * @param expression - The name of a column of `battles.numbers`, or two names joined by a minus sign.
 *
 * @example
 * ```ts
 * import { control, fitBattles } from "@tierwise/aggregate";
 *
 * // Both win half of their battles, but soup has the longer answer every time it wins, and stew never has.
 * const battles = {
 *   itemNames: ["soup", "stew"],
 *   left: Int32Array.of(0, 0, 0),
 *   right: Int32Array.of(1, 1, 1),
 *   outcomes: Uint8Array.of(0, 0, 1),
 *   weights: Float64Array.of(30, 20, 50),
 *   numbers: { chars_a: Float64Array.of(300, 100, 100), chars_b: Float64Array.of(100, 100, 100) },
 * };
 * const { utilities, effects } = fitBattles(battles, { controls: [control("chars_a-chars_b")], prior: 0.1 });
 * console.log(utilities[0] < utilities[1]); // true
 * console.log(effects?.[0].name, (effects?.[0].estimate ?? 0) > 0); // chars_a-chars_b true
 * ```
 */
export function control(expression: string): Control {
  return {
    name: expression,
    values: ({ numbers = {} }) => {
      const whole = numbers[expression];
      if (whole !== undefined) return whole;
      for (let at = expression.indexOf("-"); at >= 0; at = expression.indexOf("-", at + 1)) {
        const [left, right] = [numbers[expression.slice(0, at).trim()], numbers[expression.slice(at + 1).trim()]];
        if (left !== undefined && right !== undefined) return left.map((value, r) => value - right[r]);
      }
      const known = Object.keys(numbers).map((name) => JSON.stringify(name));
      throw new RangeError(
        `control is ${JSON.stringify(expression)}; expected ${known.length === 0 ? "no control, because the battles have no numeric columns" : `a numeric column or the difference of two, from ${known.join(", ")}`}`,
      );
    },
  };
}

/**
 * Controls for position. The effect is the advantage of the left side, such as the home team, in log-odds.
 *
 * @example
 * ```ts
 * import { fitBattles, position } from "@tierwise/aggregate";
 *
 * // Whoever stands on the left wins 2 of 3.
 * const battles = {
 *   itemNames: ["soup", "stew"],
 *   left: Int32Array.of(0, 0, 1, 1),
 *   right: Int32Array.of(1, 1, 0, 0),
 *   outcomes: Uint8Array.of(0, 1, 0, 1),
 *   weights: Float64Array.of(20, 10, 20, 10),
 * };
 * const { utilities, effects } = fitBattles(battles, { controls: [position()] });
 * console.log(utilities[0].toFixed(3), effects?.[0].name, effects?.[0].estimate.toFixed(4)); // 0.000 position 0.6931
 * ```
 */
export function position(): Control {
  return { name: "position", values: ({ left }) => new Float64Array(left.length).fill(1) };
}

/** The values of the controls, one row per battle. Each column is divided by its root mean square. */
export interface ScaledControls {
  readonly values: Float64Array;
  readonly scales: Float64Array;
}

/** Computes and checks the controls, and scales them so that Newton steps and tolerances do not depend on their units. */
export function scaledControls(battles: Battles, controls: readonly Control[]): ScaledControls {
  const rows = battles.left.length;
  const count = controls.length;
  const values = new Float64Array(rows * count);
  const scales = new Float64Array(count);
  for (const [a, { name, values: valuesOf }] of controls.entries()) {
    const column = valuesOf(battles);
    if (column.length !== rows) {
      throw new RangeError(`control ${name} has ${column.length} values; expected ${rows}, one per row`);
    }
    let [most, sum, total] = [0, 0, 0];
    for (let r = 0; r < rows; r++) {
      if (!Number.isFinite(column[r])) {
        throw new RangeError(`control ${name} is ${column[r]} in row ${r}; expected a finite number`);
      }
      most = Math.max(most, Math.abs(column[r]));
    }
    if (most === 0) throw new RangeError(`control ${name} is 0 in every row; expected a column that varies`);
    for (let r = 0; r < rows; r++) {
      sum += battles.weights[r] * (column[r] / most) ** 2;
      total += battles.weights[r];
    }
    scales[a] = most * (Math.sqrt(sum / total) || 1);
    for (let r = 0; r < rows; r++) values[r * count + a] = column[r] / scales[a];
  }
  return { values, scales };
}
