import { readFileSync } from "node:fs";
import { checkPreference } from "@tierwise/core-integrator";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  DatasetError,
  type PreferenceDataset,
  parseLetor,
  parsePrefLib,
  parseRatings,
  parseTiersJsonl,
} from "../../src/index.ts";
import { fixture } from "../fixture.ts";

const sources: [string, string, (text: string) => PreferenceDataset][] = [
  ["PrefLib", readFileSync(fixture("fruit.toi"), "utf8"), parsePrefLib],
  ["PrefLib before 2022", "3\n1,Apple\n2,Pear\n3,Plum\n4,4,2\n3,2,{1,3}\n1,1,2,3\n", parsePrefLib],
  ["ratings", 'user,item,rating\nann,tea,5\n"bob","milk, hot",2.5\nann,rice,5\n', parseRatings],
  ["LETOR", "0 qid:7 1:0.5 3:1 # docid = GX-1\n2 qid:7 1:0.25\n1 qid:8 3:0.5\n", parseLetor],
  [
    "JSON Lines",
    '{"tiers": [["a", "b"], ["c"]], "weight": 2}\n{"tiers": [["c"], [7]], "rest": "lowest"}\n',
    parseTiersJsonl,
  ],
];

test.each(sources)(
  "changed %s text gives sound preferences or the package's own error, nothing else",
  (_, text, parse) => {
    const change = fc.record({
      at: fc.nat(text.length - 1),
      remove: fc.nat(3),
      insert: fc.oneof(
        fc.constantFrom(...text, "{", "}", '"', ",", ":", "-", "\n", "9999999999"),
        fc.string({ maxLength: 2 }),
      ),
    });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
        let changed = text;
        for (const { at, remove, insert } of changes)
          changed = changed.slice(0, at) + insert + changed.slice(at + remove);
        try {
          const { items, preferences, weights } = parse(changed);
          expect(weights.length).toBe(preferences.length);
          for (const preference of preferences) checkPreference(preference, items.length);
        } catch (error) {
          if (!(error instanceof DatasetError)) throw error;
          expect(error.message).toMatch(/^input:\d+: ./);
        }
      }),
      { numRuns: 2000 },
    );
  },
);
