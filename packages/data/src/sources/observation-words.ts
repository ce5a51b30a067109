import type { Reduced } from "../layouts/reducer.ts";
import { printableText } from "../reading/printable-text.ts";
import type { RecognizedFormat } from "./reading.ts";

const nouns: Partial<Record<RecognizedFormat, { who: string; rest: string }>> = {
  ratings: { who: "user", rest: "not rated" },
  table: { who: "voter", rest: "not rated" },
  places: { who: "", rest: "did not take part" },
  impressions: { who: "", rest: "not shown" },
  clicks: { who: "user", rest: "not clicked, ranked below" },
  ballots: { who: "ballot", rest: "not chosen, ranked below" },
};

/** The first observations in words: `user 12: {Alien, Heat} above {Cats}; 9741 other items not rated`. */
export function observationWords(reduced: Reduced, format: RecognizedFormat, count = 3): string[] {
  if (reduced.battles !== undefined) return battleWords(reduced, count);
  const { preferences, weights, users, itemNames } = reduced;
  const { who, rest } = nouns[format] ?? { who: "", rest: "not mentioned" };
  // Observations with several tiers are more informative.
  const informative = preferences.map((_, i) => i).filter((i) => preferences[i].tiers.length > 1);
  const chosen = (informative.length > 0 ? informative : preferences.map((_, i) => i)).slice(0, count);
  return chosen.map((i) => {
    const { tiers, rest: isLowest = "lowest" } = preferences[i];
    const shown = tiers.length > 6 ? [...tiers.slice(0, 4), tiers[tiers.length - 1]] : tiers;
    const named = shown.map((tier) => setWords(Array.from(tier, (item) => itemNames[item])));
    if (shown.length < tiers.length) named.splice(4, 0, `… ${tiers.length - shown.length} more tiers …`);
    const others = itemNames.length - tiers.reduce((sum, { length }) => sum + length, 0);
    const user =
      users?.[i] === undefined || users[i] === "" ? "" : `${who === "" ? "" : `${who} `}${printableText(users[i])}: `;
    const times = weights[i] === 1 ? "" : `${weights[i]} times: `;
    const left = isLowest === "lowest" ? "ranked below" : rest;
    const tail =
      others === 0
        ? ""
        : `; ${others} other ${others === 1 ? "item" : "items"} ${nouns[format] === undefined || isLowest !== "lowest" ? left : rest}`;
    return `${user}${times}${named.join(" above ")}${tail}`;
  });
}

function setWords(names: readonly string[]): string {
  const shown = names.slice(0, 4).map((name) => printableText(name.length > 40 ? `${name.slice(0, 39)}…` : name));
  const more = names.length > 4 ? `, … ${names.length - 4} more` : "";
  return `{${shown.join(", ")}${more}}`;
}

function battleWords({ battles, itemNames }: Reduced, count: number): string[] {
  if (battles === undefined) return [];
  const rows = Array.from(battles.weights.slice(0, count), (_, row) => row);
  return rows.map((row) => {
    const [left, right] = [battles.left[row], battles.right[row]].map((item) => printableText(itemNames[item]));
    const times = battles.weights[row] === 1 ? "" : `, ${battles.weights[row]} times`;
    const outcome = battles.outcomes[row];
    if (outcome === 0) return `${left} beats ${right}${times}`;
    if (outcome === 1) return `${right} beats ${left}${times}`;
    return `${left} and ${right} tie${outcome === 3 ? " (both bad)" : outcome === 4 ? " (both good)" : ""}${times}`;
  });
}
