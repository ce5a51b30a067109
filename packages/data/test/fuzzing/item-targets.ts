import { type FuzzShares, type FuzzTarget, orRefused, randomPieces } from "@tierwise/testing";
import { expect } from "vitest";
import { DatasetError, decodeTsvField, encodeTsvField } from "../../src/index.ts";
import { createScoresParser } from "../../src/items/read-scores.ts";
import { parseText } from "../../src/reading/lines.ts";

const decoded = (input: Uint8Array): string => new TextDecoder().decode(input);

/** Checks that scores stay the same when they are written, as JSON or in the format of `fit --out`, and read again. */
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
      const scores = orRefused(DatasetError, () => parseText(decoded(input), create()));
      if (scores === undefined) return "refused";
      expect([...scores.values()].every(Number.isFinite)).toBe(true);
      const items = [...scores].map(([name, utility]) => ({ name, utility }));
      expect(parseText(JSON.stringify({ items }), create())).toEqual(noZeros(scores));
      const lines = items.map(({ name, utility }) => `${encodeTsvField(name)}\t${utility}\n`);
      expect(parseText(`item\tutility\n${lines.join("")}`, create())).toEqual(noZeros(scores));
      return "read";
    },
  };
}

/** Scores with -0 replaced by 0, because text does not distinguish the two. */
function noZeros(scores: Map<string, number>): Map<string, number> {
  return new Map([...scores].map(([name, score]) => [name, score === 0 ? 0 : score]));
}

/** Checks TSV fields: each is one line without formulas or control characters, and decodes to the same name. */
const fieldsTarget: FuzzTarget = {
  name: "names in TSV",
  corpus: ["tea\nmilk\n", "=1+1\n'x\n-a\n@b\n", "a\\tb\ta\\\\\n\u001b[31m\u009b\u202e\n\\u001b\n"],
  read(input, random) {
    for (const piece of randomPieces(input, random)) {
      const name = decoded(piece);
      const field = encodeTsvField(name);
      expect(field).not.toMatch(/[\p{Cc}\p{Cs}\u2028-\u202e]/u);
      expect(field).not.toMatch(/^[=+\-@]/);
      expect(decodeTsvField(field)).toBe(name);
    }
    return decoded(input).includes("\ufffd") ? "refused" : "read";
  },
};

/** Readers of scores and names of items, each with its fraction of the fuzzing inputs. The graph reader in rank-breaking gets the rest. */
export const itemTargets: FuzzShares = [
  [0.4, scoresTarget()],
  [0.2, fieldsTarget],
];
