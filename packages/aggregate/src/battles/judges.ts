import type { PairProblem } from "../pairs/fit-pairs.ts";
import { advantage } from "../pairs/pair-cells.ts";
import { fillProbabilities, type OutcomeProbabilities } from "../pairs/pair-likelihood.ts";
import type { Battles } from "./battles.ts";

/** A reliability s counts as infinite if |s| is larger than this. */
export const LARGEST_RELIABILITY = 30;

/** The judge of each row, and the names of the judges. */
export function judgesOf(
  { clusters, clusterNames, factors = {} }: Battles,
  rows: Int32Array,
  factor: string | undefined,
): { codes: Int32Array; names: readonly string[] } {
  if (factor !== undefined) {
    const column = factors[factor];
    if (column === undefined) {
      const known = Object.keys(factors).join(", ") || "none";
      throw new RangeError(
        `reliability: factor is ${JSON.stringify(factor)}; expected a factor of the battles: ${known}`,
      );
    }
    return { codes: rows.map((r) => column.codes[r]), names: column.names };
  }
  if (clusters === undefined) {
    throw new RangeError(
      "reliability requires the judge of each battle; expected battles with clusters, or the option factor",
    );
  }
  const codes = rows.map((r) => clusters[r]);
  const count = codes.reduce((most, code) => Math.max(most, code + 1), clusterNames?.length ?? 0);
  return { codes, names: clusterNames ?? Array.from({ length: count }, (_, j) => `judge ${j}`) };
}

export function membersOf(codes: Int32Array, count: number): number[][] {
  const members = Array.from({ length: count }, (): number[] => []);
  for (let c = 0; c < codes.length; c++) members[codes[c]].push(c);
  return members;
}

const p: OutcomeProbabilities = { win: 0, loss: 0, tie: 0 };

/** Finds the most likely reliability of a judge, given the parameters, by damped Newton steps on a concave function of one variable. */
export function bestScale(
  { cells, observations }: PairProblem,
  parameters: Float64Array,
  members: readonly number[],
  start: number,
  prior: number,
): number {
  const nu = cells.hasTies ? Math.exp(parameters[parameters.length - 1]) : 0;
  let [low, high] = [-2 * LARGEST_RELIABILITY, 2 * LARGEST_RELIABILITY];
  let s = Math.max(low, Math.min(high, start));
  for (let k = 0; k < 200; k++) {
    let slope = -prior * (s - 1);
    let curvature = prior;
    for (const c of members) {
      const a = advantage(cells, parameters, c);
      fillProbabilities(s * a, nu, p);
      const weight = observations.weights[c];
      const outcome = observations.outcomes[c];
      const observed = outcome === 0 ? 0.5 : outcome === 1 ? -0.5 : 0;
      slope += weight * a * (observed - (p.win - p.loss) / 2);
      curvature += weight * a * a * (p.win * p.loss + (p.tie * (p.win + p.loss)) / 4);
    }
    if (slope > 0) low = s;
    else high = s;
    const newton = s + slope / curvature;
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    if (Math.abs(next - s) <= 1e-13 * Math.max(1, Math.abs(s)) || high - low < 1e-12) return next;
    s = next;
  }
  return s;
}

/** Whether a judge's outcomes either all follow the utilities or all contradict them, so that the most likely |s| is infinite. */
export function isSeparated(
  { cells, observations: { outcomes, weights } }: PairProblem,
  parameters: Float64Array,
  members: readonly number[],
): boolean {
  let [follows, contradicts, ties] = [0, 0, 0];
  for (const c of members) {
    const a = advantage(cells, parameters, c);
    if (a === 0 || weights[c] === 0) continue;
    if (outcomes[c] > 1) ties++;
    else if (a > 0 === (outcomes[c] === 0)) follows++;
    else contradicts++;
  }
  return ties === 0 && follows + contradicts > 0 && (follows === 0 || contradicts === 0);
}
