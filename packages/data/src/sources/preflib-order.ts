import { quoted } from "../reading/dataset-error.ts";

/** One tier and what ends it: `{2,3},` or `4`. */
const TIER = /\s*(?:\{([\d\s,]*)\}|(\d+))\s*(?:,|$)/y;

/**
 * The tiers of an order as PrefLib writes it, `1,{2,3},4`: alternatives from 1, ties in braces. Here they count from 0.
 * Returns what is wrong, in words, where it is no order of `count` alternatives.
 */
export function parseOrder(text: string, count: number): Int32Array[] | string {
  const tiers: Int32Array[] = [];
  const seen = new Set<number>();
  if (text === "" || text.endsWith(",")) return `expected alternatives such as 1,{2,3},4, found ${quoted(text)}`;
  TIER.lastIndex = 0;
  for (let at = 0; at < text.length; at = TIER.lastIndex) {
    const match = TIER.exec(text);
    if (match === null) return `expected alternatives such as 1,{2,3},4, found ${quoted(text.slice(at))}`;
    const [, tied, single] = match;
    const numbers = (tied ?? single).split(",").map((word) => word.trim());
    for (const number of numbers) {
      const alternative = Number(number);
      if (number === "" || !(alternative >= 1 && alternative <= count)) {
        return `alternative ${quoted(number)} is not one of 1 to ${count}`;
      }
      if (seen.has(alternative)) return `alternative ${number} occurs twice`;
      seen.add(alternative);
    }
    tiers.push(Int32Array.from(numbers, (number) => Number(number) - 1));
  }
  return tiers;
}
