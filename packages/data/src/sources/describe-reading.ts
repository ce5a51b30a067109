import type { Plan } from "../columns/plan.ts";
import type { TextEncoding } from "../encoding/text-encoding.ts";
import type { Reduced, ReducerContext } from "../layouts/reducer.ts";
import { observationWords } from "./observation-words.ts";
import type { ReadPreferencesOptions } from "./read-options.ts";
import type { Container, Reading, RecognizedFormat } from "./reading.ts";

/** What is known about the first file. */
export interface FirstFile {
  readonly format?: RecognizedFormat;
  readonly container: Container;
  readonly encoding?: TextEncoding;
  readonly delimiter?: Reading["delimiter"];
  readonly gzip: boolean;
  readonly header?: boolean;
}

/** The parts of a reading. */
interface ReadingFacts {
  readonly first: FirstFile | undefined;
  readonly context: ReducerContext;
  readonly plan: Plan | undefined;
  readonly reduced: Reduced;
  readonly format: RecognizedFormat;
  readonly options: ReadPreferencesOptions;
}

/** States how files were interpreted. */
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

/** How missing items are treated in all preferences; `"stated"` if each preference says so itself. */
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
