import { createMemoryMeter, DatasetError, type LineParser, type MemoryOptions } from "@tierwise/data/reading";
import { visibleText } from "@tierwise/data/visible-text";
import type { PreferenceGraph } from "./preference-graph.ts";

/** What one user revealed. */
export interface UserGraph {
  /** Who; the number of the line where JSON Lines do not say, and without a name where comparisons do not. */
  readonly user: string;
  /** The items and who is above whom. */
  readonly graph: PreferenceGraph;
}

/** Graphs of preferences over named items, one per user. */
export interface GraphDataset {
  /** The names of the items: item i of a graph is `itemNames[i]`. */
  readonly itemNames: readonly string[];
  /** One graph per user. */
  readonly graphs: readonly UserGraph[];
}

/** A parser of lines `{"edges": [["better", "worse"], …]}`, with `items` and `user` where wanted. */
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
      // An edge takes some hundred bytes, and at least nine characters of text.
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
    throw new DatasetError(visibleText((error as Error).message), { ...place, cause: error });
  }
  const { user, items = [], edges } = line ?? {};
  const isPair = (edge: unknown): boolean => Array.isArray(edge) && edge.length === 2 && edge.every(isName);
  const isSound = Array.isArray(edges) && edges.every(isPair) && Array.isArray(items) && items.every(isName);
  if (!isSound || !(user === undefined || isName(user))) {
    throw new DatasetError('expected {"edges": [["better", "worse"], …]}, names strings or integers', place);
  }
  return line as EdgeLine;
}

/** Anything else would be the same name as something that it is not. */
function isName(name: unknown): boolean {
  return typeof name === "string" || Number.isSafeInteger(name);
}
