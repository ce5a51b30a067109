import { meanAndError } from "../statistics/mean-and-error.ts";
import type { CostResult } from "./cost-cell.ts";

/** Formats the milliseconds per step and the memory of each method, by number of items, as text for a terminal. */
export function costTable(results: readonly CostResult[]): string {
  const sizes = [...new Set(results.map(({ itemCount }) => itemCount))];
  const methods = [...new Set(results.map(({ method }) => method))];
  const table = (title: string, figureOf: (result: CostResult) => number): string => {
    const rows = methods.map((method) => [
      method,
      ...sizes.map((itemCount) => {
        const own = results
          .filter((result) => result.method === method && result.itemCount === itemCount)
          .map(figureOf);
        return own.length === 0 ? "" : meanAndError(own).mean.toPrecision(3);
      }),
    ]);
    const head = [title, ...sizes.map((itemCount) => `N = ${itemCount}`)];
    return [head, ...rows]
      .map(([name, ...cells]) => [name.padEnd(16), ...cells.map((c) => c.padStart(12))].join(""))
      .join("\n");
  };
  const milliseconds = table("ms per step", ({ seconds, steps }) => (1000 * seconds) / steps);
  return `${milliseconds}\n\n${table("peak − idle, MiB", ({ bytes }) => bytes / 2 ** 20)}`;
}
