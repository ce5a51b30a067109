import { DatasetError, quoted } from "../reading/dataset-error.ts";
import type { LineParser } from "../reading/lines.ts";
import { MISSING } from "../records/name-index.ts";
import type { Reduced, ReducerContext } from "./reducer.ts";
import { createTierCollector } from "./tier-collector.ts";
import { distinct } from "./tier-reducers.ts";

const TIER_LINE = /^\s*([\p{L}][\p{L}\p{N} _+-]{0,19}?)\s*(?:tier)?\s*[:：]\s*(.*)$/iu;
const LETTERS = "SABCDEF";

/** Whether lines are tier lists, that is, most have the form `S: name, name` and none is an order such as `a > b`. */
export function areTierLists(lines: readonly string[]): boolean {
  const text = lines.filter((line) => line.trim() !== "" && !line.trim().startsWith("#"));
  const tiers = text.filter((line) => TIER_LINE.test(line) && !line.includes(">") && !/^\s*\{/.test(line));
  const letters = tiers.filter((line) => /^\s*[SA-F][+-]?\s*(tier)?\s*[:：]/i.test(line));
  return text.length > 1 && tiers.length === text.length && (letters.length === text.length || letters.length >= 2);
}

/**
 * Parses tier lists: lines `S: name, name`, best tier first. Tiers named by the letters S, A, B, C, D, E, F are ranked in that order,
 * regardless of the order of the lines. An empty line, a comment with a name (`# ann`) or a repeated tier starts the next person's list.
 */
export function createTierListParser(context: ReducerContext): LineParser<Reduced> {
  const collector = createTierCollector(context);
  let tiers: { label: string; items: number[] }[] = [];
  let user: string | undefined;
  let started = 1;

  function close(): void {
    if (tiers.length === 0) return;
    const isLettered = tiers.every(({ label }) => /^[SA-F][+-]?$/i.test(label));
    const sorted = isLettered
      ? tiers.toSorted((one, other) => letterPlace(one.label) - letterPlace(other.label))
      : tiers;
    const items = sorted.map((tier) => tier.items);
    collector.add(distinct(items, context, collector.items.names, started), 1, user, started);
    tiers = [];
    user = undefined;
    context.counts.rows++;
  }

  return {
    line(text, line) {
      if (text.trim() === "") return close();
      const [, comment] = /^\s*#\s*(.*)$/.exec(text) ?? [];
      if (comment !== undefined) {
        close();
        user = comment === "" ? undefined : comment;
        return;
      }
      const [, label, names] = TIER_LINE.exec(text) ?? [];
      if (label === undefined) {
        throw new DatasetError(`expected a tier such as "S: name, name", found ${quoted(text)}`, {
          file: context.file,
          line,
          option: "format",
        });
      }
      if (tiers.some((tier) => tier.label.toLowerCase() === label.toLowerCase())) close();
      if (tiers.length === 0) started = line;
      const items = names.split(/[,;|]/).map((name) => collector.items.of(name, line));
      tiers.push({ label, items: items.filter((item) => item !== MISSING) });
    },
    finish() {
      close();
      return collector.finish("unobserved");
    },
  };
}

/** The rank of a tier by its label: S+ is before S, S is before S−, and S− is before A. */
function letterPlace(label: string): number {
  const sign = label[1] === "+" ? -0.3 : label[1] === "-" ? 0.3 : 0;
  return LETTERS.indexOf(label[0].toUpperCase()) + sign;
}
