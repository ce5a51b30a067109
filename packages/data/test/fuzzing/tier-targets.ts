import { readFileSync } from "node:fs";
import { checkPreference } from "@tierwise/core-integrator";
import { type FuzzShares, type FuzzTarget, orRefused, randomPieces } from "@tierwise/testing";
import { expect } from "vitest";
import {
  DatasetError,
  type PreferenceDataset,
  parsePreferences,
  type ReadPreferencesOptions,
} from "../../src/index.ts";
import type { LineParser } from "../../src/reading/lines.ts";
import { feedBytes } from "../../src/reading/lines.ts";
import { createLetorParser } from "../../src/sources/letor.ts";
import { createPrefLibParser } from "../../src/sources/preflib.ts";
import { createSizesParser } from "../../src/sources/query-sizes.ts";
import { createReadingSession, type SessionResult } from "../../src/sources/reading-session.ts";
import { createTiersJsonlParser } from "../../src/sources/tiers-jsonl.ts";
import { bytesOf, fixture } from "../fixture.ts";
import { battlesText, jsonlText, letorText, prefLibText, ratingsText } from "./tier-text.ts";

const options = { file: "input", maxBytes: 2 ** 22 };
const letor = "0 qid:7 1:0.5 3:1 # docid = GX-1\n2 qid:7 1:0.25\n1 qid:8 3:0.5\n";
const noQueries = "0 1:0.5 3:1\n2 1:0.25\n1 3:0.5\n";

/** Reads bytes in pieces of random size, like the chunks of a file. */
function readBytes<T>(input: Uint8Array, random: () => number, parser: LineParser<T>): T {
  const feed = feedBytes(parser, "input", options);
  for (const piece of randomPieces(input, random)) feed.push(piece);
  return feed.finish();
}

/** Creates a fuzzing target: the result must be valid, and must not change when it is written and read again. */
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

/** Returns the result, or undefined if reading throws a DatasetError. The error must name the file and contain no control characters. */
function orExplained<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error;
    expect(error.message).toMatch(/^input(:\d+)?: [^\p{Cc}\p{Cs}\u2028-\u202e]+$/u);
    return undefined;
  }
}

/**
 * Creates a fuzzing target for readers that detect the layout. Reading in pieces must give the same result as reading at once, and writing
 * and rereading the data must not change it.
 */
function sessionTarget(
  name: string,
  corpus: readonly string[],
  given: ReadPreferencesOptions,
  write: ((result: SessionResult) => string) | undefined,
): FuzzTarget {
  return {
    name,
    corpus,
    read(input, random) {
      const result = orExplained(() => {
        const session = createReadingSession({ ...options, ...given });
        const feed = session.openText("input");
        for (const piece of randomPieces(input, random)) feed.push(piece);
        feed.finish();
        return session.finish();
      });
      if (result === undefined) {
        expect(() => parsePreferences(input, { ...options, ...given })).toThrow(DatasetError);
        return "refused";
      }
      checkTiers(result, { distinct: result.reading.format !== "letor" && result.reading.format !== "preflib" });
      expect(plain(parsePreferences(input, { ...options, ...given }))).toEqual(plain(result));
      const { itemNames, preferences, weights, users } = result;
      if (write === undefined) return "read";
      // Without `winner`, the winner model_a is ambiguous if an item has this name.
      const again = parsePreferences(write(result), { ...options, ...given, winner: "side" });
      expect(plain([again.itemNames, again.preferences, again.weights, again.users])).toEqual(
        plain([itemNames, preferences, weights, users]),
      );
      return "read";
    },
  };
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

/** Every line-based reader, with its fraction of the fuzzing inputs. */
export const tierTargets: FuzzShares = [
  ...["soc", "soi", "toc", "toi"].map((type) => [0.03, prefLibTarget(type)] as const),
  [
    0.13,
    sessionTarget(
      "ratings",
      [
        'user,item,rating\nann,tea,5\n"bob","milk, hot",2.5\nann,rice,5\n',
        "u::i::3\nu::j::4\r\n",
        "1\t2\t3\n1\t3\t-0\n2\t2\t0\n",
        "a b 1\na c 2\n",
        '\ufeffa;b;3\n"a ""x""";"b" ;4\n',
        "rating;item;user\n4,5;tea;ann\n3½;milk;ann\nNA;rice;bob\n",
      ],
      { format: "ratings" },
      ratingsText,
    ),
  ],
  [
    0.12,
    sessionTarget(
      "battles",
      [
        "winner,loser,count\ntea,milk,3\nmilk,rice,1\n",
        "tea,milk\nmilk,rice\n",
        'judge;better;worse\nann;"a;b";c\n',
        "model_a,model_b,winner\nx,y,x\n",
        "home,away,home_goals,away_goals\nx,y,2,1\ny,x,0,0\n",
        "White\tBlack\tResult\nann\tbob\t1/2-1/2\nbob\tann\t0-1\n",
      ],
      { format: "battles" },
      battlesText,
    ),
  ],
  [
    0.1,
    sessionTarget(
      "any layout",
      [
        "best,worst,shown\na,b,a|b|c\nc,a,a|c|d\n",
        "voter,choice1,choice2,choice3\n1,a,b,c\n2,b,a,\n",
        "voter,tea,milk\nann,5,3\nbob,4,4\n",
        "race,driver,position\n1,ann,1\n1,bob,DNF\n",
        "session,position,item,clicked\ns,1,a,0\ns,2,b,1\n",
        "S: a, b\nA: c\n\nS: c\nB: a\n",
        "a > b = c > d\n3: b > a\nann: c > a\n",
        '[{"user": 1, "item": "a", "rating": 3}, {"user": 1, "item": "b", "rating": null}]',
        '{"model_a": "x", "model_b": "y", "winner": "tie"}\n{"model_a": "x", "model_b": "z", "winner": "model_a"}\n',
        "# note\n,user,item\n0,ann,tea\n1,bob,tea\n",
      ],
      {},
      undefined,
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
