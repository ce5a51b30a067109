import { rankedItems } from "@tierwise/aggregate";

const WIDTH = 41;

/** Utilities with their standard errors, if available. */
interface UtilityEstimates {
  readonly utilities: readonly number[];
  readonly standardErrors?: readonly number[];
}

/** Formats the items from best to worst, with utilities and 95% intervals, which are also drawn on a common scale. */
export function utilityTable(names: readonly string[], { utilities, standardErrors }: UtilityEstimates): string {
  const ranked = rankedItems({
    utilities: Float64Array.from(utilities),
    itemNames: names,
    ...(standardErrors && { standardErrors: Float64Array.from(standardErrors) }),
  }).map(({ place, name, utility, interval: [from, to] = [utility, utility] }) => ({ place, name, utility, from, to }));
  const low = Math.min(...ranked.map(({ from }) => from));
  const high = Math.max(...ranked.map(({ to }) => to));
  const column = (value: number): number => Math.round(((WIDTH - 1) * (value - low)) / Math.max(high - low, 1e-9));
  const longest = Math.min(32, Math.max(...names.map((name) => name.length)));
  const rows = ranked.map(({ place, name, utility, from, to }) => {
    const picture = new Array<string>(WIDTH).fill(" ");
    picture.fill("─", column(from), column(to) + 1);
    picture[column(utility)] = "●";
    const interval = `${signed(utility)}  [${signed(from)}, ${signed(to)}]`;
    return `${String(place).padStart(5)}  ${name.slice(0, longest).padEnd(longest)}  ${interval}  ${picture.join("")}`;
  });
  const head = `       ${"".padEnd(longest)}  utility  95 % interval`;
  return [head, ...rows.map((row) => row.trimEnd())].join("\n");
}

function signed(value: number): string {
  return `${value < 0 ? "−" : " "}${Math.abs(value).toFixed(2)}`.padStart(6);
}
