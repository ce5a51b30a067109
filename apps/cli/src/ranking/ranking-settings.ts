import {
  type Anchor,
  bootstrap,
  elo,
  type Interval,
  information,
  logOdds,
  parseAnchor,
  type Scale,
  sandwich,
  winProbability,
} from "@tierwise/aggregate";
import { printableText } from "@tierwise/data/printable-text";
import { UsageError } from "../errors/usage-error.ts";
import type { RankingFlags } from "../options/ranking-options.ts";
import { utilityScale } from "./leaderboard.ts";

/** Creates the scale that the flags choose, for items with these names. */
export function scaleOf({ scale, anchor: text }: RankingFlags, itemNames: readonly string[]): Scale {
  const anchor = text === undefined ? undefined : anchorOf(text, itemNames);
  if (scale === "elo") return elo(anchor && { anchor });
  if (scale === "log-odds") return logOdds(anchor && { anchor });
  return scale === "win-probability" ? winProbability() : utilityScale;
}

function anchorOf(text: string, itemNames: readonly string[]): Anchor {
  let anchor: Anchor;
  try {
    anchor = parseAnchor(text);
  } catch {
    throw new UsageError(`--anchor ${printableText(text)}: expected NAME=VALUE, such as gpt-4=1200`);
  }
  if (!itemNames.includes(anchor.name)) {
    const some = itemNames.slice(0, 5).map((name) => printableText(name));
    throw new UsageError(
      `--anchor ${printableText(text)}: no item is called ${printableText(anchor.name)}; the items are ${some.join(", ")}${itemNames.length > 5 ? ", …" : ""}`,
    );
  }
  return anchor;
}

/** The interval method that the flags choose; undefined to use the default. */
export function intervalOf({
  interval,
  resamples,
  seed,
}: RankingFlags & { readonly seed?: number }): Interval | undefined {
  if (interval === undefined) return undefined;
  if (interval === "information") return information();
  if (interval === "sandwich") return sandwich();
  return bootstrap({ ...(resamples !== undefined && { resamples }), ...(seed !== undefined && { seed }) });
}
