import { DatasetError, parseText } from "@tierwise/data/reading";
import { type FuzzShares, type FuzzTarget, orRefused } from "@tierwise/testing";
import { expect } from "vitest";
import { createEdgesParser, type GraphDataset } from "../../src/edges-jsonl.ts";

const decoded = (input: Uint8Array): string => new TextDecoder().decode(input);

/** Graphs in which items are names instead of numbers. */
function named({ itemNames, graphs }: GraphDataset) {
  return graphs.map(({ user, graph }) => ({
    user,
    items: Array.from(graph.items, (item) => itemNames[item]).sort(),
    edges: (graph.edges as readonly (readonly number[])[]).map((edge) => edge.map((item) => itemNames[item])),
  }));
}

/** Graphs in JSON Lines. Writing and rereading the graphs must not change them. */
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
      const graphs = orRefused(DatasetError, () => parseText(decoded(input), create()));
      if (graphs === undefined) return "refused";
      expect(new Set(graphs.itemNames).size).toBe(graphs.itemNames.length);
      const lines = named(graphs).map((graph) => `${JSON.stringify(graph)}\n`);
      expect(named(parseText(lines.join(""), create()))).toEqual(named(graphs));
      return "read";
    },
  };
}

/** The graph reader, with the fraction of the fuzzing inputs that it receives. */
export const graphTargets: FuzzShares = [[0.4, graphsTarget()]];
