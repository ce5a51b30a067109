import { DatasetError, type parsePreferences, preferenceFormats } from "@tierwise/data/parse";

type ReadingOptions = NonNullable<Parameters<typeof parsePreferences>[1]>;

/** A way to resolve an error: its description, and the reader options or the prior that it sets. */
export interface Remedy {
  readonly words: string;
  readonly reading?: Readonly<Record<string, string>>;
  readonly prior?: number;
}

/** Converts flags of the command to reader options, such as `{ columns: "user=0,item=1" }`. */
export function readingOptions(flags: Readonly<Record<string, string>>): ReadingOptions {
  const { columns, best, ...others } = flags;
  const chosen = {
    ...others,
    ...(best !== undefined && { better: best }),
    ...(columns !== undefined && { columns: columnsOf(columns) }),
  };
  const known = ["format", "columns", "delimiter", "encoding", "better", "winner", "missing", "duplicates", "rest"];
  const unknown = Object.keys(chosen).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new RangeError(`${unknown} is not an option of the reader`);
  return chosen as ReadingOptions;
}

function columnsOf(text: string): Record<string, number | string> {
  const pairs = text.split(",").map((part) => {
    const at = part.indexOf("=");
    const place = part.slice(at + 1);
    return [part.slice(0, at), /^\d+$/.test(place) ? Number(place) : place];
  });
  return Object.fromEntries(pairs);
}

/** Returns the ways to resolve an error of the reader. */
export function remediesOf(error: unknown): Remedy[] {
  if (!(error instanceof DatasetError)) return [];
  const { choices = [], option } = error;
  if (choices.length > 0) return choices.map(({ words, options }) => ({ words: `Read as ${words}`, reading: options }));
  if (option === "missing") return [{ words: "Skip such rows", reading: { missing: "skip" } }];
  if (option === "duplicates") {
    return ["last", "first", "mean"].map((duplicates) => ({
      words: `Count the ${duplicates}`,
      reading: { duplicates },
    }));
  }
  if (option === "encoding") return [{ words: "Read as Latin-1", reading: { encoding: "windows-1252" } }];
  if (option === "best") {
    return ["higher", "lower"].map((best) => ({ words: `${best} is better`, reading: { best } }));
  }
  if (option === "format") {
    return preferenceFormats.map((format) => ({ words: `Read as ${format}`, reading: { format } }));
  }
  return [];
}
