/**
 * Compares names in canonical order, the order in which items are numbered: first whole numbers by value, then other names by character.
 * The order does not depend on the order of rows or on the locale of the machine.
 */
export function compareNames(one: string, other: string): number {
  const [isNumber, isOtherNumber] = [isWhole(one), isWhole(other)];
  if (isNumber && isOtherNumber) return Number(one) - Number(other) || (one < other ? -1 : one > other ? 1 : 0);
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  return one < other ? -1 : one > other ? 1 : 0;
}

function isWhole(name: string): boolean {
  return name.length <= 15 && /^\d+$/.test(name);
}

/** Names in canonical order. */
export interface CanonicalNames {
  readonly names: readonly string[];
  /** The new number of each name; −1 if it is not used. */
  readonly order: Int32Array;
}

/**
 * Sorts names canonically.
 *
 * @param names - Distinct names.
 * @param options - `fixed`: the number of names at the start, which keep their numbers and are never left out; `used`: for each other name,
 * 0 if it is left out.
 */
export function canonicalNames(
  names: readonly string[],
  { fixed = 0, used }: { fixed?: number | undefined; used?: Uint8Array } = {},
): CanonicalNames {
  const others = names.slice(fixed).map((_, k) => fixed + k);
  const kept = used === undefined ? others : others.filter((i) => used[i] === 1);
  kept.sort((i, j) => compareNames(names[i], names[j]));
  const order = new Int32Array(names.length).fill(-1);
  for (let i = 0; i < fixed; i++) order[i] = i;
  for (const [k, i] of kept.entries()) order[i] = fixed + k;
  return { names: [...names.slice(0, fixed), ...kept.map((i) => names[i])], order };
}
