import { type MemoryOptions, readLines } from "@tierwise/data";
import { createMemoryMeter } from "@tierwise/data/reading";
import type { GraphDataset } from "./read-graphs.ts";

/** What takes the lines of a file of graphs, and has them at the end. */
export interface EdgesParser {
  readonly line: (text: string, line: number) => void;
  readonly finish: () => GraphDataset;
}

/** Reads lines `{"edges": [["better", "worse"], …]}`, with `items` and `user` where wanted, packed or not. */
export async function readEdges(path: string, memory: MemoryOptions): Promise<GraphDataset> {
  const parser = createEdgesParser(path, memory);
  await readLines(path, parser.line, memory);
  return parser.finish();
}

/** The parser behind {@link readEdges}. */
export function createEdgesParser(path: string, memory: MemoryOptions): EdgesParser {
  const meter = createMemoryMeter(path, memory);
  const numbers = new Map<string, number>();
  const graphs: GraphDataset["graphs"][number][] = [];
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
      const { user = line, items = [], edges } = parseLine(text, `${path}:${line}`);
      const pairs = edges.map(([better, worse]): [number, number] => [numberOf(better), numberOf(worse)]);
      const all = new Set([...items.map(numberOf), ...pairs.flat()]);
      graphs.push({ user: String(user), graph: { items: [...all], edges: pairs } });
    },
    finish: () => ({ items: [...numbers.keys()], graphs }),
  };
}

type Name = number | string;

interface EdgeLine {
  readonly user?: Name;
  readonly items?: readonly Name[];
  readonly edges: readonly (readonly [Name, Name])[];
}

function parseLine(text: string, place: string): EdgeLine {
  let line: Partial<EdgeLine> | null;
  try {
    line = JSON.parse(text) as Partial<EdgeLine> | null;
  } catch (error) {
    throw new Error(`${place}: ${(error as Error).message}`, { cause: error });
  }
  const { user, items = [], edges } = line ?? {};
  const isPair = (edge: unknown): boolean => Array.isArray(edge) && edge.length === 2 && edge.every(isName);
  const isSound = Array.isArray(edges) && edges.every(isPair) && Array.isArray(items) && items.every(isName);
  if (!isSound || !(user === undefined || isName(user))) {
    throw new Error(`${place}: expected {"edges": [["better", "worse"], …]}, names strings or integers`);
  }
  return line as EdgeLine;
}

/** Anything else would be the same name as something that it is not. */
function isName(name: unknown): boolean {
  return typeof name === "string" || Number.isSafeInteger(name);
}
