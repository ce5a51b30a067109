/** The two-sided 95 % quantile of the normal distribution. */
const Z = 1.96;
const WIDTH = 41;

/** Utilities with their standard errors, if available. */
interface UtilityEstimates {
  readonly utilities: readonly number[];
  readonly standardErrors?: readonly number[];
}

/** Items from best to worst, with utilities and 95 % intervals, also drawn on a common scale. */
export function utilityTable(names: readonly string[], { utilities, standardErrors }: UtilityEstimates): string {
  const order = [...utilities.keys()].sort((i, j) => utilities[j] - utilities[i]);
  const spread = (i: number): number => (standardErrors === undefined ? 0 : Z * standardErrors[i]);
  const low = Math.min(...order.map((i) => utilities[i] - spread(i)));
  const high = Math.max(...order.map((i) => utilities[i] + spread(i)));
  const column = (value: number): number => Math.round(((WIDTH - 1) * (value - low)) / Math.max(high - low, 1e-9));
  const longest = Math.min(32, Math.max(...names.map((name) => name.length)));
  const rows = order.map((i, place) => {
    const picture = new Array<string>(WIDTH).fill(" ");
    picture.fill("─", column(utilities[i] - spread(i)), column(utilities[i] + spread(i)) + 1);
    picture[column(utilities[i])] = "●";
    const interval = `${signed(utilities[i])}  [${signed(utilities[i] - spread(i))}, ${signed(utilities[i] + spread(i))}]`;
    return `${String(place + 1).padStart(5)}  ${names[i].slice(0, longest).padEnd(longest)}  ${interval}  ${picture.join("")}`;
  });
  const head = `       ${"".padEnd(longest)}  utility  95 % interval`;
  return [head, ...rows.map((row) => row.trimEnd())].join("\n");
}

function signed(value: number): string {
  return `${value < 0 ? "−" : " "}${Math.abs(value).toFixed(2)}`.padStart(6);
}
