import type { Plan } from "../columns/plan.ts";
import type { TextEncoding } from "../encoding/text-encoding.ts";
import type { Reduced, ReducerContext } from "../layouts/reducer.ts";
import { printableText } from "../reading/printable-text.ts";
import type { ReadPreferencesOptions } from "./read-options.ts";
import type { Container, Reading, RecognizedFormat } from "./reading.ts";

/** The properties detected in the first file. */
export interface FirstFile {
  readonly format?: RecognizedFormat;
  readonly container: Container;
  readonly encoding?: TextEncoding;
  readonly delimiter?: Reading["delimiter"];
  readonly gzip: boolean;
  readonly header?: boolean;
}

interface ReadingFacts {
  readonly first: FirstFile | undefined;
  readonly context: ReducerContext;
  readonly plan: Plan | undefined;
  readonly reduced: Reduced;
  readonly format: RecognizedFormat;
  readonly options: ReadPreferencesOptions;
}

/** Describes how files were interpreted. */
export function readingOf({ first, context, plan, reduced, format, options }: ReadingFacts): Reading {
  const { counts, columnNames } = context;
  const { container = "text", encoding, delimiter, gzip = false, header } = first ?? {};
  const skipped = Object.values(counts.skipped).reduce((sum, count) => sum + count, 0);
  const columns = Object.entries(plan?.columns ?? {}).map(([role, indices]) => {
    const names = indices.map((index) => columnNames[index] ?? index);
    return [role, names.length === 1 && role !== "values" ? names[0] : names] as const;
  });
  const used = new Set(Object.values(plan?.columns ?? {}).flat());
  const ignored = columnNames.filter((_, index) => !used.has(index));
  return {
    format,
    container,
    ...(delimiter !== undefined && { delimiter }),
    ...(encoding !== undefined && { encoding }),
    gzip,
    ...(header !== undefined && { header }),
    ...(plan !== undefined && { columns: Object.fromEntries(columns), ignored }),
    ...(plan?.best !== undefined && { best: plan.best }),
    ...(plan?.outcome !== undefined && { winner: plan.outcome }),
    rest: plan?.rest ?? commonRest(reduced, format),
    ties: tieWords(format, options),
    rows: counts.rows,
    items: reduced.itemNames.length,
    observations: reduced.observations ?? reduced.weights.reduce((sum, weight) => sum + weight, 0),
    ...(reduced.tied !== undefined && { tied: reduced.tied }),
    duplicates: counts.duplicates,
    duplicatesRule: context.duplicates,
    skipped,
    skippedBecause: { ...counts.skipped },
    samples: observationWords(reduced, format),
  };
}

/** How items that an observation does not mention are treated; `"stated"` if this differs between preferences. */
function commonRest({ preferences }: Reduced, format: RecognizedFormat): Reading["rest"] {
  if (format === "xml") return "lowest";
  if (format === "edges") return "unobserved";
  const rests = new Set(preferences.map(({ rest = "lowest" }) => rest));
  const [only] = rests;
  return rests.size === 1 && only !== undefined ? only : "stated";
}

function tieWords(format: RecognizedFormat, { ties = "half" }: ReadPreferencesOptions): string {
  if (format === "battles") return ties === "half" ? "a tie is half a win for each side" : "ties are left out";
  return "items in the same tier: their order is unknown";
}

const nouns: Partial<Record<RecognizedFormat, { who: string; rest: string }>> = {
  ratings: { who: "user", rest: "not rated" },
  table: { who: "voter", rest: "not rated" },
  places: { who: "", rest: "did not take part" },
  impressions: { who: "", rest: "not shown" },
  clicks: { who: "user", rest: "not clicked, ranked below" },
  ballots: { who: "ballot", rest: "not chosen, ranked below" },
};

/** Describes the first observations: `user 12: {Alien, Heat} above {Cats}; 9741 other items not rated`. */
function observationWords(reduced: Reduced, format: RecognizedFormat, count = 3): string[] {
  if (reduced.battles !== undefined) return battleWords(reduced, count);
  const { preferences, weights, users, itemNames } = reduced;
  const { who, rest } = nouns[format] ?? { who: "", rest: "not mentioned" };
  // Observations with several tiers are better examples.
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
