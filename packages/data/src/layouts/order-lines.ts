import { DatasetError, quoted } from "../reading/dataset-error.ts";
import { parseDecimal } from "../reading/decimal.ts";
import type { LineParser } from "../reading/lines.ts";
import { orderOf, tieOf } from "./list-cell.ts";
import type { Reduced, ReducerContext } from "./reducer.ts";
import { createTierCollector } from "./tier-collector.ts";
import { distinct } from "./tier-reducers.ts";

/** Matches a count or a name before an order: `3: a > b`, `12 x a > b`, `ann: a > b`. */
const PREFIX = /^\s*(?:(\d+(?:\.\d+)?)\s*(?:[:x×*]|times:?)|([^:>=]+?)\s*:)\s+?(.*)$/i;

/** Whether all lines are orders such as `a > b` or ties such as `a = b`. Unless `isGiven`, at least one line must contain `>`. */
export function areOrderLines(lines: readonly string[], isGiven: boolean): boolean {
  const text = lines.filter((line) => line.trim() !== "" && !line.trim().startsWith("#"));
  const isLikely = isGiven ? text.length > 0 : text.some((line) => line.includes(">"));
  return isLikely && text.every((line) => tiersOf(afterPrefix(line).order) !== undefined);
}

function tiersOf(order: string): string[][] | undefined {
  return orderOf(order) ?? tieOf(order);
}

function afterPrefix(line: string): { weight: number; user: string | undefined; order: string } {
  const [, count, name, order] = PREFIX.exec(line) ?? [];
  if (order === undefined) return { weight: 1, user: undefined, order: line };
  return { weight: count === undefined ? 1 : parseDecimal(count), user: name?.trim(), order };
}

/** Parses one order per line, `a > b = c` or `a = b`, after an optional count (`3: a > b`) or name (`ann: a > b`). Omitted items are unobserved. */
export function createOrderLinesParser(
  context: ReducerContext,
  rest: "lowest" | "unobserved" = "unobserved",
): LineParser<Reduced> {
  const collector = createTierCollector(context);
  return {
    line(text, line) {
      if (text.trim() === "" || text.trim().startsWith("#")) return;
      const { weight, user, order } = afterPrefix(text);
      const tiers = tiersOf(order);
      if (tiers === undefined) {
        throw new DatasetError(`expected an order such as "a > b = c", found ${quoted(text)}`, {
          file: context.file,
          line,
          option: "format",
        });
      }
      const items = tiers.map((tier) => tier.map((name) => collector.items.of(name, line)));
      collector.add(distinct(items, context, collector.items.names, line), weight, user, line);
      context.counts.rows++;
    },
    finish: () => collector.finish(rest),
  };
}
