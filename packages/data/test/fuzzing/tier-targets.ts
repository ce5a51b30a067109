import { readFileSync } from "node:fs";
import { checkPreference } from "@tierwise/core-integrator";
import { type FuzzShares, type FuzzTarget, orRefused, randomPieces } from "@tierwise/testing";
import { expect } from "vitest";
import { DatasetError, type PreferenceDataset } from "../../src/index.ts";
import type { LineParser } from "../../src/reading/lines.ts";
import { feedBytes } from "../../src/reading/lines.ts";
import { createComparisonsParser } from "../../src/sources/comparisons.ts";
import { createLetorParser } from "../../src/sources/letor.ts";
import { createPrefLibParser } from "../../src/sources/preflib.ts";
import { createSizesParser } from "../../src/sources/query-sizes.ts";
import { createRatingsParser } from "../../src/sources/ratings.ts";
import { createTiersJsonlParser } from "../../src/sources/tiers-jsonl.ts";
import { bytesOf, fixture } from "../fixture.ts";
import { comparisonsText, jsonlText, letorText, prefLibText, ratingsText } from "./tier-text.ts";

const options = { file: "input", maxBytes: 2 ** 22 };
const letor = "0 qid:7 1:0.5 3:1 # docid = GX-1\n2 qid:7 1:0.25\n1 qid:8 3:0.5\n";
const noQueries = "0 1:0.5 3:1\n2 1:0.25\n1 3:0.5\n";

/** Reads bytes in random pieces, as from a file. */
function readBytes<T>(input: Uint8Array, random: () => number, parser: LineParser<T>): T {
  const feed = feedBytes(parser, "input", options);
  for (const piece of randomPieces(input, random)) feed.push(piece);
  return feed.finish();
}

/** Creates a target: the result of reading must be valid, and unchanged when it is written and read again. */
function target<T>(
  name: string,
  corpus: readonly string[],
  create: (known?: T) => LineParser<T>,
  check: (result: T) => void,
  write: (result: T) => string,
): FuzzTarget {
  return {
    name,
    corpus,
    read(input, random) {
      const result = orRefused(DatasetError, () => readBytes(input, random, create()));
      if (result === undefined) return "refused";
      expect(() => new TextDecoder("utf-8", { fatal: true }).decode(input)).not.toThrow();
      check(result);
      expect(plain(readBytes(bytesOf(write(result)), random, create(result)))).toEqual(plain(result));
      return "read";
    },
  };
}

/** A value as plain JSON data, with -0 replaced by 0. */
function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, part) => (ArrayBuffer.isView(part) ? Array.from(part as Float64Array) : part)),
  );
}

function checkTiers({ itemNames, preferences, weights }: PreferenceDataset, { distinct = true } = {}): void {
  expect(weights.length).toBe(preferences.length);
  expect(weights.every((weight) => weight >= 0 && Number.isFinite(weight))).toBe(true);
  for (const preference of preferences) checkPreference(preference, itemNames.length);
  if (distinct) expect(new Set(itemNames).size).toBe(itemNames.length);
}

function prefLibTarget(type: string): FuzzTarget {
  const corpus = [
    readFileSync(fixture(`fruit.${type}`), "utf8"),
    "3\n1,Apple\n2,Pear\n3,Plum\n4,4,2\n3,2,{1,3}\n1,1,2,3\n",
    "# NUMBER ALTERNATIVES: 999999999\n# ALTERNATIVE NAME 1: a\n1: 1\n",
    "# DATA TYPE: toi\n# NUMBER ALTERNATIVES: 2\n# ALTERNATIVE NAME 1: a: b\n# ALTERNATIVE NAME 2: \n7: 2,{1}\n2: {1 , 2}\n",
  ];
  const create = (): LineParser<PreferenceDataset> => createPrefLibParser(options);
  return target(`PrefLib .${type}`, corpus, create, (result) => checkTiers(result, { distinct: false }), prefLibText);
}

/** Collects lines and their numbers, as `readLines` reports them. */
function createNamesParser(): LineParser<{ names: string[]; lines: number[] }> {
  const [names, lines]: [string[], number[]] = [[], []];
  return {
    line(text, line) {
      names.push(text);
      lines.push(line);
    },
    finish: () => ({ names, lines }),
  };
}

/** Every line-based reader, with its fraction of the inputs. */
export const tierTargets: FuzzShares = [
  ...["soc", "soi", "toc", "toi"].map((type) => [0.03, prefLibTarget(type)] as const),
  [
    0.13,
    target(
      "ratings",
      [
        'user,item,rating\nann,tea,5\n"bob","milk, hot",2.5\nann,rice,5\n',
        "u::i::3\nu::j::4\r\n",
        "1\t2\t3\n1\t3\t-0\n2\t2\t0\n",
        "a b 1\na c 2\n",
        '\ufeffa;b;3\n"a ""x""";"b" ;4\n',
      ],
      (known) => createRatingsParser({ ...options, ...(known ? { itemNames: known.itemNames } : {}) }),
      (result) => {
        checkTiers(result);
        expect(new Set(result.users).size).toBe(result.users.length);
        expect(result.ratings.every((all) => all.every(Number.isFinite))).toBe(true);
      },
      ratingsText,
    ),
  ],
  [
    0.12,
    target(
      "comparisons",
      [
        "winner,loser,count\ntea,milk,3\nmilk,rice,1\n",
        "tea,milk\nmilk,rice\n",
        'judge;better;worse\nann;"a;b";c\n',
        "u\ta\tb\nu\tb\tc\n",
        "model_a,model_b,winner\nx,y,x\n",
      ],
      (known) => createComparisonsParser({ ...options, ...(known ? { itemNames: known.itemNames } : {}) }),
      (result) => {
        checkTiers(result);
        expect(result.userOf.every((user) => user < result.users.length)).toBe(true);
      },
      comparisonsText,
    ),
  ],
  [
    0.07,
    target(
      "LETOR",
      [letor, "1 qid:a 999999999:1\n", "0 qid:1 1:1 # docid = x\n0 qid:2 1:1 # docid = x\n", "1 qid:1\n"],
      (known) => createLetorParser({ ...options, ...(known ? { numFeatures: known.numFeatures } : {}) }),
      (result) => {
        checkTiers(result, { distinct: false });
        expect(result.features.indices.every((index) => index < result.numFeatures)).toBe(true);
        expect(result.features.values.every(Number.isFinite)).toBe(true);
      },
      letorText,
    ),
  ],
  [
    0.02,
    {
      name: "LETOR with a query file",
      corpus: ["2\n1\n", "1\r\n1\r\n1\r\n", "0\n3\n", "999999999\n", noQueries],
      read(input, random) {
        const isSizes = random() < 0.7;
        const sizes = isSizes ? input : bytesOf("2\n1\n");
        const result = orRefused(DatasetError, () => {
          const querySizes = readBytes(sizes, random, createSizesParser("input", options));
          return readBytes(isSizes ? bytesOf(noQueries) : input, random, createLetorParser({ ...options, querySizes }));
        });
        if (result === undefined) return "refused";
        checkTiers(result, { distinct: false });
        const graded = result.preferences.flatMap(({ tiers }) => tiers.flatMap((tier) => Array.from(tier)));
        expect(graded.sort((a, b) => a - b)).toEqual(result.itemNames.map((_, i) => i));
        return "read";
      },
    },
  ],
  [
    0.07,
    target(
      "tiers in JSON Lines",
      [
        '{"tiers": [["a", "b"], ["c"]], "weight": 2}\n{"tiers": [["c"], [7]], "rest": "lowest"}\n',
        '{"tiers": [["\\u0000", "é"]], "count": 0}\n\n{"tiers": []}\n',
        '{"tiers": [["__proto__"], ["constructor"], ["\\ud800"]]}',
      ],
      (known) => createTiersJsonlParser({ ...options, ...(known ? { itemNames: known.itemNames } : {}) }),
      checkTiers,
      jsonlText,
    ),
  ],
  [
    0.04,
    target(
      "names, one per line",
      ["tea\nmilk\n", "\ufeffa\r\n\r\nb", "x\u2028y\n\u0000\n\ufeff\n", "é\n𝔸\n"],
      createNamesParser,
      ({ names, lines }) => {
        expect(lines).toEqual(names.map((_, i) => i + 1));
        expect(names.some((name) => name.includes("\n"))).toBe(false);
      },
      ({ names }) => `\ufeff${names.map((name) => `${name}\r\n`).join("")}`,
    ),
  ],
];
