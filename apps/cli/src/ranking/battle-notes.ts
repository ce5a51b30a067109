import type { BattleFit } from "@tierwise/aggregate";
import { counted } from "../terminal/numbers.ts";
import { percentage } from "./leaderboard.ts";

const tieWords = {
  half: "half a win for each side (--ties half)",
  davidson: "modeled as a separate outcome (--ties davidson)",
  drop: "left out (--ties drop)",
};

/** Describes the results of a fit other than the ranking: ties, effects, the threshold for acceptable answers, and judges. */
export function battleNotes({ ties, effects = [], acceptable, judges, itemNames }: BattleFit): string[] {
  const lines = [tieNote(ties)];
  for (const { name, estimate, standardError } of effects) {
    lines.push(`effect of ${name}: ${withError(estimate, standardError)} log-odds per unit for the left side`);
  }
  if (acceptable !== undefined) {
    const { place, share, utility, standardError } = acceptable;
    lines.push(
      `acceptable: place ${place} of ${itemNames.length + 1}, utility ${withError(utility, standardError)}; ${percentage(share)} of answers are acceptable`,
    );
  }
  if (judges !== undefined) {
    const { statistic, degreesOfFreedom, pValue } = judges.test;
    const verdict = pValue < 0.05 ? "judges differ in reliability" : "no evidence that judges differ in reliability";
    lines.push(
      `${verdict}: likelihood ratio ${statistic.toFixed(1)} with ${degreesOfFreedom} degrees of freedom, p = ${pValue < 1e-4 ? "<0.0001" : pValue.toFixed(4)}`.replace(
        "= <",
        "< ",
      ),
    );
  }
  return lines;
}

/** A sentence about the number of ties and how they were counted. */
function tieNote({ method, count: tied, share, nu, standardError }: BattleFit["ties"]): string {
  if (tied === 0) return "ties: none";
  const parameter = nu === undefined ? "" : `; ν = ${withError(nu, standardError)}`;
  return `ties: ${counted(tied, "battle")} (${(100 * share).toFixed(1)} %), ${tieWords[method]}${parameter}`;
}

/** An estimate and its standard error, rounded so that the standard error has two significant digits. */
function withError(estimate: number, error: number | undefined): string {
  if (error === undefined || !(error > 0)) return estimate.toPrecision(3);
  const decimals = Math.max(0, Math.min(12, 1 - Math.floor(Math.log10(error))));
  return `${estimate.toFixed(decimals)} ± ${error.toFixed(decimals)}`;
}
