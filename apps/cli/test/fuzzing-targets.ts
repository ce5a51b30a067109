import { type FuzzTarget, randomPieces } from "@tierwise/testing";
import { expect } from "vitest";
import { createEdgesParser } from "../src/data/read-edges.ts";
import type { GraphDataset } from "../src/data/read-graphs.ts";
import { createScoresParser } from "../src/data/read-scores.ts";
import { nameOfTsvField, tsvField } from "../src/files/tsv-field.ts";

interface Parser<T> {
  readonly line: (text: string, line: number) => void;
  readonly finish: () => T;
}

/** Gives a parser the lines of a text. */
function parse<T>(text: string, parser: Parser<T>): T {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  for (const [i, line] of lines.entries()) parser.line(line, i + 1);
  return parser.finish();
}

/** What `read` returns, or nothing where it refuses its input with a sentence about the file. */
function orRefused<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Error) || error.constructor !== Error || !/^input( |:)/.test(error.message)) throw error;
    return undefined;
  }
}

const decoded = (input: Uint8Array): string => new TextDecoder().decode(input);

/** The graphs with names for numbers. */
function named({ items, graphs }: GraphDataset) {
  return graphs.map(({ user, graph }) => ({
    user,
    items: Array.from(graph.items, (item) => items[item]).sort(),
    edges: (graph.edges as readonly (readonly number[])[]).map((edge) => edge.map((item) => items[item])),
  }));
}

/** Graphs of JSON Lines: written and read again they are the same. */
function graphsTarget(): FuzzTarget {
  const create = () => createEdgesParser("input", { maxBytes: 2 ** 22 });
  return {
    name: "graphs",
    corpus: [
      '{"user": "ann", "edges": [["tea", "milk"], ["milk", "rice"]]}\n{"edges": [[1, 2]], "items": [3, "x"]}\n',
      '{"edges": []}\n\n{"user": 7, "items": ["\\u0000", "\\ud800"], "edges": [["a", "b"]]}\r\n',
      '{"edges": [[{}, null]]}\n',
    ],
    read(input) {
      const graphs = orRefused(() => parse(decoded(input), create()));
      if (graphs === undefined) return "refused";
      expect(new Set(graphs.items).size).toBe(graphs.items.length);
      const lines = named(graphs).map((graph) => `${JSON.stringify(graph)}\n`);
      expect(named(parse(lines.join(""), create()))).toEqual(named(graphs));
      return "read";
    },
  };
}

/** Scores: written as JSON and as what `fit --out` writes, they are the same. */
function scoresTarget(): FuzzTarget {
  const create = () => createScoresParser("input", { maxBytes: 2 ** 22 });
  return {
    name: "scores",
    corpus: [
      '{"tea": 1.5, "milk": -2e-3, "__proto__": 1}\n',
      '{\n  "items": [{"name": "tea", "utility": 1}, {"name": "=x", "utility": 0}]\n}\n',
      "tea\t1.5\r\nmilk\t-2\n",
      "place\titem\tutility\n1\t'=x\\\\\t0.5\n2\ttea\\t\\u001b\t-1\n",
      "tea\t1\ntea\t2\n",
    ],
    read(input) {
      const scores = orRefused(() => parse(decoded(input), create()));
      if (scores === undefined) return "refused";
      expect([...scores.values()].every(Number.isFinite)).toBe(true);
      const items = [...scores].map(([name, utility]) => ({ name, utility }));
      expect(parse(JSON.stringify({ items }), create())).toEqual(noZeros(scores));
      const lines = items.map(({ name, utility }) => `${tsvField(name)}\t${utility}\n`);
      expect(parse(`item\tutility\n${lines.join("")}`, create())).toEqual(noZeros(scores));
      return "read";
    },
  };
}

/** Scores in which the two zeros are one, as in text. */
function noZeros(scores: Map<string, number>): Map<string, number> {
  return new Map([...scores].map(([name, score]) => [name, score === 0 ? 0 : score]));
}

/** Names as fields of TSV: each on one line, no formula, nothing that a terminal obeys, and the name again. */
const fieldsTarget: FuzzTarget = {
  name: "names in TSV",
  corpus: ["tea\nmilk\n", "=1+1\n'x\n-a\n@b\n", "a\\tb\ta\\\\\n\u001b[31m\u009b\u202e\n\\u001b\n"],
  read(input, random) {
    for (const piece of randomPieces(input, random)) {
      const name = decoded(piece);
      const field = tsvField(name);
      expect(field).not.toMatch(/[\p{Cc}\p{Cs}\u2028-\u202e]/u);
      expect(field).not.toMatch(/^[=+\-@]/);
      expect(nameOfTsvField(field)).toBe(name);
    }
    return decoded(input).includes("\ufffd") ? "refused" : "read";
  },
};

/** The readers of this app with the number of inputs that each gets of so many in all. */
export function shares(inputs: number): { name: string; target: FuzzTarget; inputs: number }[] {
  const all = [[0.4, graphsTarget()] as const, [0.4, scoresTarget()] as const, [0.2, fieldsTarget] as const];
  return all.map(([share, target]) => ({ name: target.name, target, inputs: Math.round(share * inputs) }));
}
