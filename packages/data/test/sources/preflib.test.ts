import { describe, expect, test } from "vitest";
import { parsePrefLib, readPrefLib } from "../../src/index.ts";
import { fixture } from "../fixture.ts";

const plain = (tiers: readonly ArrayLike<number>[]) => tiers.map((tier) => Array.from(tier));

describe("readPrefLib", () => {
  const both = [
    [[1], [0], [2]],
    [[0], [1], [2]],
  ];
  test.each([
    ["soc", both, undefined],
    ["soi", [[[1], [0]], [[2]]], "unobserved"],
    ["toc", [[[1], [0, 2]], [[0, 1, 2]]], undefined],
    ["toi", [[[0, 1]], [[2], [0]]], "unobserved"],
  ] as const)("reads orders of type %s", async (ending, orders, rest) => {
    const { itemNames, preferences, weights } = await readPrefLib(fixture(`fruit.${ending}`));
    expect(itemNames).toEqual(["Apple", "Pear, green", "Plum: dried"]);
    expect(weights).toEqual(Float64Array.of(3, 1));
    expect(preferences.map(({ tiers }) => plain(tiers))).toEqual(orders);
    expect(preferences.map((preference) => preference.rest)).toEqual([rest, rest]);
  });

  test("treats omitted alternatives as the lowest tier if requested", async () => {
    const { preferences } = await readPrefLib(fixture("fruit.soi"), { rest: "lowest" });
    expect(preferences.map(({ rest }) => rest)).toEqual(["lowest", "lowest"]);
  });

  test("reads the format used before 2022", () => {
    const old = "3\n1,Apple\n2,Pear, green\n3,Plum\n4,4,2\n3,2,{1,3}\n1,1,2,3\n";
    const { itemNames, preferences, weights } = parsePrefLib(old, { file: "old.toc" });
    expect(itemNames).toEqual(["Apple", "Pear, green", "Plum"]);
    expect(preferences.map(({ tiers }) => plain(tiers))).toEqual([
      [[1], [0, 2]],
      [[0], [1], [2]],
    ]);
    expect(weights).toEqual(Float64Array.of(3, 1));
  });
});

describe("parsePrefLib on invalid input", () => {
  const head = "# NUMBER ALTERNATIVES: 2\n# ALTERNATIVE NAME 1: a\n# ALTERNATIVE NAME 2: b\n";
  test.each([
    ["an alternative out of range", `${head}1: 1,3\n`, 'v.soi:4: alternative "3" is not a number from 1 to 2'],
    ["alternative 0", `${head}1: 0\n`, 'v.soi:4: alternative "0" is not a number from 1 to 2'],
    ["an alternative twice", `${head}1: 1,{2,1}\n`, "v.soi:4: alternative 1 occurs twice"],
    ["a tie in a strict order", `${head}1: {1,2}\n`, "v.soi:4: an order of type soi contains a tie"],
    [
      "an incomplete order in a complete type",
      `# DATA TYPE: toc\n${head}1: 2\n`,
      "v.soi:5: an order of type toc omits alternatives",
    ],
    ["an unclosed brace", `${head}1: {1,2\n`, 'v.soi:4: expected alternatives such as 1,{2,3},4, found "{1,2"'],
    ["an empty tier", `${head}1: {},1\n`, 'v.soi:4: alternative "" is not a number from 1 to 2'],
    ["a missing multiplicity", `${head}1,2\n`, 'v.soi:4: expected voters: alternatives, found ""'],
    [
      "too few orders",
      `# NUMBER UNIQUE ORDERS: 2\n${head}1: 1,2\n`,
      "v.soi:5: number unique orders is 2 in the header; the file has 1",
    ],
    [
      "too few voters",
      `# NUMBER VOTERS: 9\n${head}1: 1,2\n`,
      "v.soi:5: number voters is 9 in the header; the file has 1",
    ],
    [
      "missing names",
      "# NUMBER ALTERNATIVES: 9999999\n# ALTERNATIVE NAME 1: a\n1: 1\n",
      "v.soi:3: the number of alternatives is 9999999 in the header, but the number of their names is 1",
    ],
    ["a missing number of alternatives", "# TITLE: x\n", "v.soi:1: the number of alternatives is missing"],
    ["an empty file", "", "v.soi:1: the number of alternatives is missing"],
    [
      "two names for one alternative",
      "# NUMBER ALTERNATIVES: 1\n# ALTERNATIVE NAME 1: a\n# ALTERNATIVE NAME 1: b\n1: 1\n",
      "v.soi:3: alternative 1 has two names",
    ],
    [
      "two counts",
      "# NUMBER ALTERNATIVES: 1\n# NUMBER ALTERNATIVES: 2\n",
      "v.soi:2: the number of alternatives is 2; an earlier",
    ],
    [
      "a trailing comma",
      "# NUMBER ALTERNATIVES: 1\n# ALTERNATIVE NAME 1: a\n1: 1,\n",
      "v.soi:3: expected alternatives",
    ],
    ["an empty order", "# NUMBER ALTERNATIVES: 1\n# ALTERNATIVE NAME 1: a\n1:\n", "v.soi:3: expected alternatives"],
    [
      "an unsupported type",
      "# DATA TYPE: cat\n# NUMBER ALTERNATIVES: 1\n# ALTERNATIVE NAME 1: a\n1: 1\n",
      "v.soi:4: expected orders of type",
    ],
    ["a file of another format", "hello\n", 'v.soi:1: expected the number of alternatives, found "hello"'],
  ])("rejects %s, naming the file and line", (_, text, message) => {
    expect(() => parsePrefLib(text, { file: "v.soi" })).toThrow(message);
  });
});
