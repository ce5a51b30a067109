/** Two columns that describe the same property of the two sides of a battle, such as `model_a` and `model_b`. */
export interface SidePair {
  readonly left: number;
  readonly right: number;
  /** The shared property, such as `model`; empty if the columns are just `a` and `b`. */
  readonly stem: string;
  /** The words that distinguish the sides: `["a", "b"]`. */
  readonly sides: readonly [string, string];
}

const sideWords: readonly (readonly [string, string])[] = [
  ["a", "b"],
  ["1", "2"],
  ["0", "1"],
  ["left", "right"],
  ["l", "r"],
  ["home", "away"],
  ["h", "a"],
  ["white", "black"],
  ["red", "blue"],
  ["first", "second"],
  ["one", "two"],
  ["x", "y"],
  ["i", "j"],
  ["winner", "loser"],
  ["team", "opponent"],
  ["player", "opponent"],
  ["for", "against"],
];

/** Splits a column name into words: `HomeTeam`, `home_team` and `home team` give `home`, `team`; `player1` gives `player`, `1`. */
export function tokensOf(name: string): string[] {
  return name
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2")
    .replaceAll(/(\p{L})(\d)/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((token) => token !== "");
}

/** All pairs of columns whose names differ only in the words for the two sides. */
export function sidePairs(names: readonly string[]): SidePair[] {
  const tokens = names.map(tokensOf);
  const pairs: SidePair[] = [];
  for (let left = 0; left < names.length; left++) {
    for (let right = 0; right < names.length; right++) {
      const pair = left === right ? undefined : pairOf(tokens[left], tokens[right]);
      if (pair !== undefined) pairs.push({ left, right, ...pair });
    }
  }
  return pairs.filter(({ left, right, sides }) => {
    // In a longer series, such as choice1, choice2, choice3, `1` and `2` are not sides.
    if (sides[0] !== "1" && sides[0] !== "0" && sides[0] !== "a") return true;
    const third = { "0": "2", "1": "3", a: "c" }[sides[0]] ?? "";
    const at = tokens[left].findIndex((token, k) => token !== tokens[right][k]);
    const more = tokens[left].map((token, k) => (k === at ? third : token)).join(" ");
    return !tokens.some((one) => one.join(" ") === more);
  });
}

function pairOf(one: readonly string[], other: readonly string[]): Pick<SidePair, "stem" | "sides"> | undefined {
  if (one.length !== other.length) return undefined;
  const differing = one.flatMap((token, k) => (token === other[k] ? [] : [k]));
  if (differing.length !== 1) return undefined;
  const [at] = differing;
  const sides = sideWords.find(([first, second]) => first === one[at] && second === other[at]);
  if (sides === undefined) return undefined;
  return { stem: one.filter((_, k) => k !== at).join(" "), sides };
}
