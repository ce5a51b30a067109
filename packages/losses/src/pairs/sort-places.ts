let order = new Int32Array(0);
let next = new Int32Array(0);
/** A cell with more items than this is too crowded for insertion sort. */
const CROWDED = 32;

/** Returns the positions 0 … count − 1 sorted by score, ascending. The next call overwrites them. */
export function sortPlaces(scores: Float64Array, count: number): Int32Array {
  if (order.length < count) {
    order = new Int32Array(2 * count);
    next = new Int32Array(2 * count + 1);
  }
  if (count < 2) {
    order[0] = 0;
    return order;
  }
  if (!sortIntoCells(scores, count)) {
    for (let i = 0; i < count; i++) order[i] = i;
    order.subarray(0, count).sort((a, b) => scores[a] - scores[b]);
    return order;
  }
  for (let k = 1; k < count; k++) {
    const place = order[k];
    let at = k;
    while (at > 0 && scores[order[at - 1]] > scores[place]) order[at] = order[--at];
    order[at] = place;
  }
  return order;
}

/** Sorts the positions into `count` cells of equal width, lowest first. Returns false if one of the cells is crowded. */
function sortIntoCells(scores: Float64Array, count: number): boolean {
  let low = scores[0];
  let high = scores[0];
  for (let i = 1; i < count; i++) {
    if (scores[i] < low) low = scores[i];
    if (scores[i] > high) high = scores[i];
  }
  const cellsPerUnit = high - low > 1e-300 && high - low < 1e300 ? (count - 1) / (high - low) : 0;
  next.fill(0, 0, count + 1);
  // Adds 1 after rounding down: adding it first could round up, so that this loop and the one that fills `order` would use different cells.
  for (let i = 0; i < count; i++) next[(((scores[i] - low) * cellsPerUnit) | 0) + 1]++;
  let most = 0;
  for (let cell = 1; cell <= count; cell++) {
    if (next[cell] > most) most = next[cell];
    next[cell] += next[cell - 1];
  }
  if (most > CROWDED) return false;
  for (let i = 0; i < count; i++) order[next[((scores[i] - low) * cellsPerUnit) | 0]++] = i;
  return true;
}
