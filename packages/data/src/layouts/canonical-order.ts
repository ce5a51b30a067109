import { naturalOrder } from "../records/natural-order.ts";

/** Names in canonical order. */
export interface CanonicalNames {
  readonly names: readonly string[];
  /** The new number of each name; −1 if it is not used. */
  readonly order: Int32Array;
}

/**
 * Sorts names in natural order, which does not depend on the order of rows or on the language of the machine.
 *
 * @param names - Distinct names.
 * @param options - `fixed`: how many names at the start keep their numbers; `used`: 0 for names to leave out, except fixed ones.
 */
export function canonicalNames(
  names: readonly string[],
  { fixed = 0, used }: { fixed?: number | undefined; used?: Uint8Array } = {},
): CanonicalNames {
  const others = names.slice(fixed).map((_, k) => fixed + k);
  const kept = used === undefined ? others : others.filter((i) => used[i] === 1);
  kept.sort((i, j) => naturalOrder(names[i], names[j]));
  const order = new Int32Array(names.length).fill(-1);
  for (let i = 0; i < fixed; i++) order[i] = i;
  for (const [k, i] of kept.entries()) order[i] = fixed + k;
  return { names: [...names.slice(0, fixed), ...kept.map((i) => names[i])], order };
}
