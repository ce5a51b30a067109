/**
 * The kind of answer to a question about a set of items.
 *
 * - `"ranking"`: the full order of the items, best first.
 * - `"best"`: only the best item.
 */
export type Answer = "best" | "ranking";

let chances = new Float64Array(16);

/**
 * The expected Fisher information in an answer about s items with utilities u, a row-major s × s matrix.
 *
 * If the best of a set is chosen with probabilities p, the information is diag(p) − p·pᵀ. A full ranking is a sequence of such choices from
 * smaller and smaller sets. Let Q(S) be the probability that the set S remains after one of these choices. Each set S adds Q(S)·p_i to
 * Q(S∖i). Cost: s² for `"best"`, s²·2^s for `"ranking"`.
 */
export function expectedInformation(utilities: ArrayLike<number>, answer: Answer): Float64Array {
  const s = utilities.length;
  let largest = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < s; i++) largest = Math.max(largest, utilities[i]);
  const mass = Float64Array.from(utilities, (u) => Math.exp(u - largest));
  const information = new Float64Array(s * s);
  const p = new Float64Array(s);
  if (answer === "best") {
    addChoice(mass, p, () => true, 1, information);
    return information;
  }
  const whole = 2 ** s - 1;
  if (chances.length <= whole) chances = new Float64Array(whole + 1);
  chances.fill(0, 0, whole + 1);
  chances[whole] = 1;
  // The index of a set exceeds the indices of its subsets, so Q(S) is complete when S is reached.
  for (let subset = whole; subset > 0; subset--) {
    if ((subset & (subset - 1)) === 0 || chances[subset] === 0) continue;
    addChoice(mass, p, (i) => (subset & (1 << i)) !== 0, chances[subset], information);
    for (let i = 0, bit = 1; i < s; i++, bit <<= 1)
      chances[subset ^ bit] += (subset & bit) === 0 ? 0 : chances[subset] * p[i];
  }
  return information;
}

/** Adds chance · (diag(p) − p·pᵀ) for the choice from a subset, and writes the probabilities of the choice to `p`. */
function addChoice(
  mass: Float64Array,
  p: Float64Array,
  contains: (i: number) => boolean,
  chance: number,
  information: Float64Array,
): void {
  const s = mass.length;
  let total = 0;
  for (let i = 0; i < s; i++) total += contains(i) ? mass[i] : 0;
  for (let i = 0; i < s; i++) p[i] = contains(i) && total > 0 ? mass[i] / total : 0;
  for (let i = 0; i < s; i++) {
    if (p[i] === 0) continue;
    information[i * s + i] += chance * p[i];
    for (let j = 0; j < s; j++) information[i * s + j] -= chance * p[i] * p[j];
  }
}
