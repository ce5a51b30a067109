import type { Reading } from "@tierwise/data";
import { printableText } from "@tierwise/data/printable-text";
import { createMemoryMeter, DatasetError, type LineParser, type MemoryOptions } from "@tierwise/data/reading";
import type { PreferenceGraph } from "./preference-graph.ts";

/** The preferences of one user. */
export interface UserGraph {
  /** The user. If the file has no users, this is the line number for JSON Lines and an empty string for comparisons. */
  readonly user: string;
  /** The items and the preferences between them. */
  readonly graph: PreferenceGraph;
}

/** Preference graphs over named items, one per user. */
export interface GraphDataset {
  /** The names of the items, where `itemNames[i]` is the name of item i. */
  readonly itemNames: readonly string[];
  /** One graph per user. */
  readonly graphs: readonly UserGraph[];
  /** How the file was interpreted; undefined for JSON Lines of edges, which can be read in only one way. */
  readonly reading?: Reading;
}

/** Creates a parser for lines `{"edges": [["better", "worse"], …]}` with optional `items` and `user`. */
export function createEdgesParser(file: string, memory: MemoryOptions): LineParser<GraphDataset> {
  const meter = createMemoryMeter(file, memory);
  const numbers = new Map<string, number>();
  const graphs: UserGraph[] = [];
  const numberOf = (name: Name): number => {
    const known = numbers.get(String(name));
    if (known !== undefined) return known;
    numbers.set(String(name), numbers.size);
    return numbers.size - 1;
  };
  return {
    line(text, line) {
      if (text.trim() === "") return;
      // This bounds the memory: an edge takes about a hundred bytes and at least nine characters of text.
      meter.take(200 + 20 * text.length, line);
      const { user = line, items = [], edges } = parseLine(text, { file, line });
      const pairs = edges.map(([better, worse]): [number, number] => [numberOf(better), numberOf(worse)]);
      const all = new Set([...items.map(numberOf), ...pairs.flat()]);
      graphs.push({ user: String(user), graph: { items: [...all], edges: pairs } });
    },
    finish: () => ({ itemNames: [...numbers.keys()], graphs }),
  };
}

type Name = number | string;

interface EdgeLine {
  readonly user?: Name;
  readonly items?: readonly Name[];
  readonly edges: readonly (readonly [Name, Name])[];
}

function parseLine(text: string, place: { file: string; line: number }): EdgeLine {
  let line: Partial<EdgeLine> | null;
  try {
    line = JSON.parse(text) as Partial<EdgeLine> | null;
  } catch (error) {
    throw new DatasetError(printableText((error as Error).message), { ...place, cause: error });
  }
  const { user, items = [], edges } = line ?? {};
  const isPair = (edge: unknown): boolean => Array.isArray(edge) && edge.length === 2 && edge.every(isName);
  const isValid = Array.isArray(edges) && edges.every(isPair) && Array.isArray(items) && items.every(isName);
  if (!isValid || !(user === undefined || isName(user))) {
    throw new DatasetError('expected {"edges": [["better", "worse"], …]} with strings or integers as names', place);
  }
  return line as EdgeLine;
}

/** Only strings and integers are allowed, since different values of other types could become the same name. */
function isName(name: unknown): boolean {
  return typeof name === "string" || Number.isSafeInteger(name);
}
